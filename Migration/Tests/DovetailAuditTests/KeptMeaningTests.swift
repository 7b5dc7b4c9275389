// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import DovetailAudit

/// What is written means what it meant in the other container, or is left.
@Suite struct KeptMeaningTests {
  @Test func `a request in a loop, or for every element, is left`() throws {
    let left = "its factory asks several times, in a loop or for every element"
    #expect(
      try binds(
        .factory,
        """
        extension Container {
          var wheel: Factory<Wheel> { self { Wheel() } }
          var car: Factory<Car> { self { Car(wheels: (0..<4).map { _ in self.wheel() }) } }
          var bike: Factory<Bike> { self { let b = Bike(); for _ in 0..<2 { b.wheels.append(self.wheel()) }; return b } }
          var cart: Factory<Cart> { self { let c = Cart(); for one in self.wheel().parts { c.parts.append(one) }; return c } }
        }
        """) == [
          "Bind(Wheel.self) { Wheel() }", "// left: Car (App.swift:4:7): \(left)", "// left: Bike (App.swift:5:7): \(left)",
          "Bind(Cart.self) { (wheel: Wheel) -> Cart in let c = Cart(); for one in wheel.parts { c.parts.append(one) }; return c }",
        ])
    #expect(
      try binds(
        """
        func fill(_ c: Container) {
          c.register(A.self) { r in A([1, 2].map { _ in r.resolve(B.self)! }) }
        }
        """) == ["// left: A (App.swift:3:5): \(left)"])
  }

  @Test func `names are listed for the optional requests of a type, too`() throws {
    #expect(
      try binds(
        """
        protocol API {}
        func fill(_ c: Container) {
          c.register(API.self, name: "a") { _ in HTTP() }
          c.register(Use.self) { r in Use(one: r.resolve(API.self, name: "a")!, two: r.resolve(API.self)) }
        }
        """
      ).last?.hasSuffix("Use(one: api, two: api2) }.needs((any API).self, named: \"a\", nil)") == true)
  }

  @Test func `what one request asks for twice is shared in it`() throws {
    #expect(
      try binds(
        """
        func fill(_ c: Container) {
          c.register(Leaf.self) { _ in Leaf() }
          c.register(Twin.self) { r in Twin(r.resolve(Leaf.self)!, r.resolve(Leaf.self)!) }
          c.register(Root.self) { _ in Root() }
          c.register(T.self) { r in T(r.resolve(Root.self)!) }.inObjectScope(.transient)
          c.register(Two.self) { r in Two(r.resolve(T.self)!, r.resolve(T.self)!) }
          c.register(Own.self) { _ in Own() }
          c.register(Last.self) { r in Last(r.resolve(Own.self)!) }
        }
        """
      ).filter { !$0.contains("resolve") && $0.contains("Bind(") }.map {
        String($0.split(separator: "{")[0]) + ($0.contains(".graph") ? "graph" : "")
      } == [
        "Bind(Leaf.self) graph", "Bind(Twin.self) ", "Bind(Root.self) graph", "Bind(T.self) ", "Bind(Two.self) ",
        "Bind(Own.self) ",
        "Bind(Last.self) ",
      ])
  }

  @Test func `the bridge shares no more than the registration did`() throws {
    let bridge = try #require(
      try moved(
        .swinject,
        [
          "App.swift": """
          import Swinject
          func fill(_ c: Container) {
            c.register(Tracker.self) { _ in Tracker() }.inObjectScope(.transient)
            c.register(Log.self) { _ in Log() }
          }
          """
        ])["SwinjectBridge.swift"])
    #expect(
      bridge.contains("register(Tracker.self) { _ in answer { try moved.resolve(Tracker.self) } }.inObjectScope(.transient)\n"))
    #expect(bridge.contains("register(Log.self) { _ in answer { try moved.resolve(Log.self) } }\n"))
  }

  @Test func `a factory that is chosen by code is left`() throws {
    let source = """
      extension Container {
        var api: Factory<API> { if flag { return self { Mock() } }; return self { Real() } }
        var svc: Factory<Svc> {
          #if DEBUG
            return self { Svc("debug") }
          #endif
          return self { Svc() }
        }
        var store: Factory<Store> { let size = 7; return self { Store() } }
      }
      """
    #expect(
      try audit(.factory, source).hidden == [
        "3 the factory 'api' has no single expression", "4 the factory 'svc' has no single expression",
      ])
    #expect(try binds(.factory, source).first == "Bind(Store.self) { Store() }")
  }

  @Test func `a container moves what all containers have, too, and on the main actor where that is needed`() throws {
    let bridge = try #require(
      try moved(
        .factory,
        [
          "App.swift": """
          import FactoryKit
          extension SharedContainer { var log: Factory<Log> { self { Log() }.singleton } }
          extension Container { @MainActor var vm: Factory<VM> { self { VM() } } }
          """
        ])["FactoryBridge.swift"])
    #expect(
      bridge.contains(
        """
        extension Container {
          /// Lets the factories of this container ask Dovetail's for what has moved: call it when the program starts.
          @MainActor func registerMoved(from moved: Dovetail.Container) {
            log.register { answer { try moved.resolve(Log.self) } }
            vm.register { answer { try moved.resolve(VM.self) } }
          }
        }

        extension SharedContainer {
          /// Lets the factories of this container ask Dovetail's for what has moved: call it when the program starts.
          func registerMoved(from moved: Dovetail.Container) {
            log.register { answer { try moved.resolve(Log.self) } }
          }
        }
        """))
  }

  @Test func `a time to live stays in either order`() throws {
    #expect(
      try binds(
        .factory,
        """
        extension Container {
          var a: Factory<A> { self { A() }.timeToLive(600).cached }
          var b: Factory<B> { self { B() }.cached.timeToLive(600) }
        }
        """) == ["Bind(A.self) { A() }.in(.timeToLive(.seconds(600)))", "Bind(B.self) { B() }.in(.timeToLive(.seconds(600)))"])
  }

  @Test func `the text of a literal of several lines stays as it is`() throws {
    let lines = try binds(
      .factory,
      #"""
      extension Container {
            var a: Factory<A> {
              self {
                A("""
      a
          b
            c
      """)
              }
            }
      }
      """#)
    #expect(lines == ["Bind(A.self) {", "  A(\"\"\"", "  a", "      b", "        c", "  \"\"\")", "}"])
  }

  @Test func `types of one name in two modules stay two`() throws {
    #expect(
      try audit(
        """
        import Swinject
        import Net
        import DB
        func fill(_ c: Container) {
          c.register(Net.Client.self) { _ in Net.Client() }
          c.register(DB.Client.self) { _ in DB.Client() }
          c.register(Net.Session.self) { r in Net.Session(r.resolve(Net.Client.self)!) }
          c.register(Use.self) { r in Use(r.resolve(Session.self)!) }
        }
        """
      ).found == [])
  }

  @Test func `an alias in a type is for that type`() throws {
    #expect(
      try binds(
        """
        protocol Store {}
        final class Cache { typealias Store = [String: Int]; typealias Key = Int }
        func fill(_ c: Container) {
          c.register(Store.self) { _ in DiskStore() }
          c.register(Cache.Key.self) { _ in 7 }
        }
        """) == ["Bind((any Store).self) { DiskStore() }", "Bind(Int.self) { 7 }"])
  }

  @Test func `an alias at the top of a file is for every type but one in another type`() throws {
    #expect(
      try audit(
        """
        typealias Client = NetworkClient
        final class NetworkClient {}
        enum Feature { struct Client {} }
        func fill(_ c: Container) {
          c.register(NetworkClient.self) { _ in NetworkClient() }
          c.register(Use.self) { r in Use(r.resolve(Client.self)!) }
        }
        func use(_ c: Container) { _ = c.resolve(Use.self) }
        """
      ).found == [])
  }

  @Test func `a name is the constant only where nothing nearer has that name`() throws {
    #expect(
      try binds(
        """
        let name = "global"
        func fill(_ c: Container, name: String) { c.register(A.self, name: name) { _ in A() } }
        func fillMore(_ c: Container) { c.register(B.self, name: name) { _ in B() } }
        """) == [
          "Bind(B.self) { B() }.named(\"global\")", "// left: (App.swift:3:45): the name of 'A' is computed: 'name'",
        ])
  }

  @Test func `lists and dictionaries are the same however they are written`() throws {
    let source = """
      protocol P {}
      func fill(_ c: Container) {
        c.register([P].self) { _ in [] }
        c.register([String : P].self) { _ in [:] }
        c.register(A.self) { r in A(r.resolve([any P].self)!, r.resolve([String: any P].self)!) }
      }
      """
    #expect(try audit(source).found == [])
    #expect(
      try binds(source) == [
        "Bind([any P].self) { [] }", "Bind([String: any P].self) { [:] }",
        "Bind(A.self) { (p: [any P], stringP: [String: any P]) in A(p, stringP) }",
      ])
  }

  @Test func `arguments without names are arguments`() throws {
    let source = """
      func fill(_ c: Container) {
        c.register(Cat.self) { Cat(name: $1) }
        c.register(Dog.self) { Dog($0.resolve(Cat.self, argument: "x")!, [1].map { $0 }) }
      }
      """
    #expect(try audit(source).found == [])
    #expect(
      try binds(source).first == "// left: Cat (App.swift:3:5): the compiler infers the type of its argument '$1'")
  }

  @Test(arguments: ["self.svc()", "svc()"]) func `a local value is not the factory of its name`(request: String) throws {
    #expect(
      try binds(
        .factory,
        """
        extension Container {
          var svc: Factory<Svc> { self { Svc() } }
          var use: Factory<Use> { self { let svc = \(request); return Use(svc) } }
          var old: Factory<Old> { self { if let svc = Optional(\(request)) { return Old(svc) }; return Old() } }
        }
        """) == [
          "Bind(Svc.self) { Svc() }", "Bind(Use.self) { (svc2: Svc) -> Use in let svc = svc2; return Use(svc) }",
          "Bind(Old.self) { (svc2: Svc) -> Old in if let svc = Optional(svc2) { return Old(svc) }; return Old() }",
        ])
  }
}

/// What is written compiles.
@Suite struct WrittenCodeTests {
  @Test func `what belongs to the main actor says so, whatever around it does`() throws {
    #expect(
      try binds(
        """
        @MainActor final class UIAssembly: Assembly {
          func assemble(container: Container) { container.register(VM.self) { _ in VM() } }
          nonisolated func more(container: Container) { container.register(Log.self) { _ in Log() } }
        }
        """) == ["Bind(VM.self) { @MainActor in VM() }", "Bind(Log.self) { Log() }"])
    #expect(
      try binds(.factory, "@MainActor extension Container { var vm: Factory<VM> { self { VM() } } }") == [
        "Bind(VM.self) { @MainActor in VM() }"
      ])
  }

  @Test func `another name for what takes arguments is left`() throws {
    #expect(
      try binds(
        """
        protocol P {}
        func fill(_ c: Container) { c.register(X.self) { (_, n: Int) in X(n) }.implements(P.self) }
        """) == [
          "Bind(X.self) { (n: Int) in X(n) }.arguments(Int.self)",
          "// left: P (App.swift:3:31): what it forwards to takes arguments of its caller",
        ])
  }

  @Test func `parameters are no keywords, and functions escape`() throws {
    #expect(
      try binds(
        """
        func fill(_ c: Container) {
          c.register(Guard.self) { _ in Guard() }
          c.register((@Sendable () -> Int).self) { _ in { 7 } }
          c.register(A.self) { r in A(r.resolve(Guard.self)!, r.resolve((@Sendable () -> Int).self)!) }
        }
        """
      ).last?.hasPrefix("Bind(A.self) { (guard2: Guard, sendableInt: @escaping @Sendable () -> Int) in") == true)
  }

  @Test func `what is imported under a condition is written under it`() throws {
    let module = try #require(
      try moved(
        .swinject,
        [
          "App.swift": """
          import Swinject
          #if canImport(UIKit)
          import UIKit
          #elseif os(macOS)
          import AppKit
          #endif
          func fill(_ c: Container) { c.register(A.self) { _ in A() } }
          """
        ])["AppModule.swift"])
    #expect(
      module.contains(
        """
        import Dovetail
        #if !(canImport(UIKit)) && os(macOS)
          import AppKit
        #endif
        #if canImport(UIKit)
          import UIKit
        #endif

        """))
  }

  @Test func `conditions of imports keep their meaning when they meet`() throws {
    let module = try #require(
      try moved(
        .swinject,
        [
          "App.swift": """
          import Swinject
          #if DEBUG
          #if os(iOS) || os(tvOS)
          import Debugging
          #endif
          #endif
          #if os(iOS)
          import UIKit
          #elseif os(tvOS) || os(visionOS)
          import UIKit
          #endif
          func fill(_ c: Container) { c.register(A.self) { _ in A() } }
          """
        ])["AppModule.swift"])
    #expect(
      module.contains(
        """
        import Dovetail
        #if (os(iOS) || os(tvOS)) && DEBUG
          import Debugging
        #endif
        #if (os(iOS)) || (!(os(iOS)) && (os(tvOS) || os(visionOS)))
          import UIKit
        #endif

        """))
  }

  @Test func `the kind of a scope has a name of its own`() throws {
    #expect(
      try binds(
        """
        class SessionScope {}
        func fill(_ c: Container) { c.register(A.self) { _ in A() }.inObjectScope(.session) }
        """) == ["Bind(A.self) { A() }.in(.scoped(MovedSessionScope.self))"])
  }
}
