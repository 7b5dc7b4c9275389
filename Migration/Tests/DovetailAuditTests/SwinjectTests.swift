// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import DovetailAudit

@Suite struct SwinjectTests {
  @Test func `a service that is resolved and registered nowhere is an error at the place that resolves it`() throws {
    let audit = try audit(
      """
      func fill(_ container: Container) {
        container.register(A.self) { r in
          A(b: r.resolve(B.self)!)
        }
      }
      func start(_ container: Container) { _ = container.resolve(A.self)!; _ = container.resolve(C.self) }
      """)
    #expect(
      audit.found == [
        "4 [missing-binding] nothing is bound for 'B'",
        "7 [missing-binding] nothing is bound for 'C' (the program may expect nil)",
      ])
  }

  @Test func `registrations of one key are found twice, but not in two arms of a condition`() throws {
    let audit = try audit(
      """
      func fill(_ c: Container) {
        c.register(A.self) { _ in A() }
        c.register(A.self) { _ in A() }
        if isTest { c.register(B.self) { _ in B1() } } else if isDemo { c.register(B.self) { _ in B2() } } else {
          c.register(B.self) { _ in B3() }
        }
        #if DEBUG
        c.register(C.self) { _ in C() }
        #else
        c.register(C.self) { _ in C() }
        #endif
        switch kind {
        case .x: c.register(D.self) { _ in D() }
        default: c.register(D.self) { _ in D() }
        }
        c.register(E.self) { _ in E() }
        if isTest { c.register(E.self) { _ in E() } }
      }
      func more(_ c: Container) { c.register(F.self) { _ in F() } }
      func again(_ c: Container) { c.register(F.self) { _ in F() } }
      """)
    #expect(
      audit.found == [
        "4 [duplicate-binding] 'A' is bound twice: nothing says which binding is meant",
        "18 [duplicate-binding] 'E' is bound twice: nothing says which binding is meant (one is registered under a condition or in a loop)",
        "21 [duplicate-binding] 'F' is bound twice: nothing says which binding is meant (they may be in different containers)",
      ])
  }

  @Test func `modifiers may stand on many lines, in any order, with comments between`() throws {
    let audit = try audit(
      """
      final class AppAssembly: Assembly {
        func assemble(container: Container) {
          container
            // the one
            .register(
              Tracker.self,
              name: "main"
            ) { resolver in
              let api = resolver.resolve((any API).self)!
              return Tracker(api: api)
            }
            .implements((any Tracking).self) /* also */
            .inObjectScope(.container)
          container.register(API.self, factory: { _ in HTTPAPI() }).inObjectScope(ObjectScope.weak)
        }
      }
      """)
    #expect(
      audit.bindings == [
        "Tracker named \"main\" singleton <- API", "Tracking transient <- Tracker named \"main\"", "API weak",
      ])
    #expect(audit.hidden == [])
  }

  @Test func `a name is a literal or a constant with one; any other is listed and makes missing services of the type likely`()
    throws
  {
    let audit = try audit(
      """
      enum Names: String { case spare, `default`, main = "the main one" }
      struct Keys { static let extra = "extra" }
      let topName = "top"
      func fill(_ c: Container, given: String) {
        c.register(A.self, name: "say \\"hello\\"") { _ in A() }
        c.register(A.self, name: Names.spare.rawValue) { _ in A() }
        c.register(A.self, name: Names.main.rawValue) { _ in A() }
        c.register(A.self, name: Keys.extra) { _ in A() }; c.register(A.self, name: Names.default.rawValue) { _ in A() }
        c.register(A.self, name: topName) { _ in A() }
        c.register(A.self, name: String(describing: B.self)) { _ in A() }
        c.register(A.self, name: nil) { _ in A() }
        c.register(B.self, name: given) { _ in B() }
        c.register(B.self, name: "a\\(1)") { _ in B() }
        _ = (c.resolve(A.self, name: "spare"), c.resolve(B.self, name: "x")!, c.resolve(D.self, name: "x")!)
      }
      """)
    #expect(
      audit.bindings.map { $0.replacing(" transient", with: "") } == [
        "A named \"say \\\"hello\\\"\"", "A named \"spare\"", "A named \"the main one\"", "A named \"extra\"",
        "A named \"default\"", "A named \"top\"",
        "A named \"B\"", "A",
      ])
    #expect(audit.hidden == ["13 the name of 'B' is computed: 'given'", "14 the name of 'B' is computed: '\"a\\(1)\"'"])
    #expect(
      audit.found.filter { $0.contains("missing") } == [
        "15 [missing-binding] nothing is bound for 'D' named \"x\"",
        "15 [missing-binding] nothing is bound for 'B' named \"x\" (App.swift:13:5 and 1 more place may hide registrations)",
      ])
  }

  @Test func `generic functions and property wrappers are no riddle: their uses name the type`() throws {
    let audit = try audit(
      """
      extension Container {
        func registerOne<S>(_ type: S.Type, _ make: @escaping () -> S) { register(type) { _ in make() } }
        func get<S>(_ type: S.Type = S.self) -> S { resolve(S.self)! }
      }
      @propertyWrapper struct Wired<Value> { var wrappedValue: Value { Container.main.resolve(Value.self)! } }
      func fill(_ c: Container) { c.registerOne(A.self, A.init) }
      final class Screen {
        @Wired var a: A
        @Wired var b: B?
        let c = container.get(C.self)
        let d: D = container.get()
      }
      """)
    #expect(
      audit.found == [
        "11 [missing-binding] nothing is bound for 'C'",
        "10 [missing-binding] nothing is bound for 'B' (a property wrapper asks for it)",
      ])
    #expect(
      audit.hidden == [
        "7 'registerOne' is a function of the program: how the registration of 'A' lives is not known",
        "7 the factory of 'A' is 'A.init': what it asks for is not known",
        "12 the compiler infers the type that 'get()' asks for",
      ])
  }

  @Test func `what hides a type is listed, never guessed`() throws {
    let audit = try audit(
      """
      func fill<T>(_ c: Container, _ type: Any.Type, _ make: @escaping () -> T) {
        c.register(type) { _ in 1 }
        for kind in kinds { c.register(kind) { _ in kind.init() } }
        c.register([T].self) { _ in [] }
        _ = c.resolve(type)
        let x: X = c~>
      }
      final class AppAssembly: Assembly {
        func assemble(container: Container) { #registerAll(container) }
      }
      """)
    #expect(
      audit.hidden == [
        "3 the registered type is the value of 'type'", "4 the registered type is the value of 'kind'",
        "5 the registered type depends on 'T'", "6 the type that is asked for is the value of 'type'",
        "7 the compiler infers the type that '~>' asks for", "10 the macro '#registerAll' may register anything",
      ])
    #expect(audit.bindings == [])
  }

  @Test func `autoregister takes the parameters of the initialiser that it means`() throws {
    let audit = try audit(
      """
      protocol P {}
      struct S: P { let a: A; var b: B?; let c = 1 }
      class K { init(x: any X, n: Int) {}; convenience init() { self.init(x: 1, n: 1) } }
      class M { init() {}; init(a: A) {} }
      func fill(_ c: Container) {
        c.autoregister(P.self, initializer: S.init)
        c.autoregister(K.self, argument: Int.self, initializer: K.init).inObjectScope(.transient)
        c.autoregister(M.self, initializer: M.init(a:))
        c.autoregister(M.self, name: "two", initializer: M.init)
        c.autoregister(Elsewhere.self, initializer: Elsewhere.init)
      }
      """)
    #expect(
      audit.bindings == [
        "P transient <- A, B", "K (Int) transient <- X", "M transient <- A", "M named \"two\" transient", "Elsewhere transient",
      ])
    #expect(
      audit.hidden == [
        "10 which initialiser 'M.init' means is not known here", "11 which initialiser 'Elsewhere.init' means is not known here",
      ])
  }

  @Test func `the arrow of SwinjectAutoregistration asks as resolve does`() throws {
    let audit = try audit(
      """
      func fill(_ c: Container) {
        c.register(A.self) { A(b: $0 ~> B.self, c: $0 ~> (C.self, name: "n")) }
        c.register(D.self) { r in D(r ~> A.self) }
      }
      """)
    #expect(audit.bindings == ["A transient <- B, C named \"n\"", "D transient <- A"])
  }

  @Test func `what initCompleted sets closes no cycle, an initialiser does`() throws {
    let audit = try audit(
      """
      func fill(_ c: Container) {
        c.register(A.self) { r in A(b: r.resolve(B.self)!) }
        c.register(B.self) { _ in B() }.initCompleted { r, b in b.a = r.resolve(A.self) }
        c.register(C.self) { r in C(d: r.resolve(D.self)!) }
        c.register(D.self) { r in D(c: r.resolve(C.self)!) }
        c.register(E.self) { r in E(e: { r.resolve(E.self)! }) }
      }
      """)
    #expect(audit.found == ["5 [dependency-cycle] 'C' and 'D' need each other before either is built"])
  }

  @Test func `the number of arguments is part of the key, and another number is an error`() throws {
    let audit = try audit(
      """
      func fill(_ c: Container) {
        c.register(A.self) { _ in A() }
        c.register(A.self) { (_, n: Int, s: String) in A(n, s) }
        c.register(B.self) { r, text in B(text) }.inObjectScope(.container)
        _ = (c.resolve(A.self)!, c.resolve(A.self, arguments: 1, "s")!, c.resolve(A.self, argument: 1)!, c.resolve(B.self)!)
      }
      """)
    #expect(
      audit.found == [
        "5 [wrong-arguments] 'B' takes the arguments (_), but is singleton: the first caller's arguments would be kept",
        "6 [wrong-arguments] 'A' takes no arguments, but 'App.swift' gives 1",
        "6 [wrong-arguments] 'B' takes the arguments (_), but 'App.swift' gives none",
      ])
    #expect(audit.bindings == ["A transient", "A named \"(Int, String)\" (Int, String) transient", "B (_) singleton"])
  }

  @Test func `a child container may register a key again`() throws {
    let audit = try audit(
      """
      let parent = Container()
      let child = Container(parent: parent)
      func fill() {
        parent.register(A.self) { _ in A() }
        child.register(A.self) { _ in A() }
      }
      """)
    #expect(audit.found == [])
  }

  @Test func `a singleton that keeps what lives shorter is an error, through transient ones too`() throws {
    let audit = try audit(
      """
      func fill(_ c: Container) {
        c.register(A.self) { r in A(r.resolve(B.self)!) }.inObjectScope(.container)
        c.register(B.self) { r in B(r.resolve(C.self)!) }.inObjectScope(.transient)
        c.register(C.self) { _ in C() }.inObjectScope(.perSession)
        c.register(D.self) { r in D(r.resolve(E.self)!) }.inObjectScope(.container)
        c.register(E.self) { _ in E() }
      }
      """)
    #expect(
      audit.found == ["3 [captive-dependency] 'A' (singleton) would keep 'C' (scoped(PerSessionScope)), which lives shorter"])
  }

  @Test func `a scope is a member of its type; any other expression is listed, never guessed`() throws {
    let audit = try audit(
      """
      func fill(_ c: Container) {
        c.register(A.self) { _ in A() }.inObjectScope(isUITest ? .transient : .container)
        c.register(B.self) { _ in B() }.inObjectScope(override ?? .container)
        c.register(C.self) { _ in C() }.inObjectScope(settings.container)
        c.register(D.self) { _ in D() }.inObjectScope(container)
        c.register(E.self) { _ in E() }.inObjectScope(.custom(1))
        c.register(F.self) { _ in F() }.inObjectScope(Swinject.ObjectScope.container)
        c.register(G.self) { _ in G() }.inObjectScope(ObjectScope.perSession)
      }
      """)
    #expect(
      audit.bindings == [
        "A transient", "B transient", "C transient", "D transient", "E transient", "F singleton", "G scoped(PerSessionScope)",
      ])
    #expect(
      audit.hidden == [
        "3 the scope of 'A' is computed: 'isUITest ? .transient : .container'",
        "4 the scope of 'B' is computed: 'override ?? .container'", "5 the scope of 'C' is computed: 'settings.container'",
        "6 the scope of 'D' is computed: 'container'", "7 the scope of 'E' is computed: '.custom(1)'",
      ])
  }

  @Test func `what says no scope is shared within a request only where two factories ask for it`() throws {
    let audit = try audit(
      """
      func fill(_ c: Container) {
        c.register(Shared.self) { _ in Shared() }
        c.register(A.self) { r in A(r.resolve(Shared.self)!, r.resolve(Kept.self)!) }
        c.register(B.self) { r in B(r.resolve(Shared.self)!, r.resolve(Own.self)!) }
        c.register(Own.self) { _ in Own() }
        c.register(Kept.self) { _ in Kept() }
        c.register(S.self) { r in S(r.resolve(Kept.self)!) }.inObjectScope(.container)
      }
      """)
    #expect(
      audit.bindings == [
        "Shared graph", "A transient <- Shared, Kept", "B transient <- Shared, Own", "Own transient", "Kept transient",
        "S singleton <- Kept",
      ])
  }

  @Test func `what nobody asks for is a warning, and only likely where requests are hidden`() throws {
    let source = """
      func fill(_ c: Container) { c.register(A.self) { _ in A() }; c.register(B.self) { _ in B() } }
      func start(_ c: Container) { _ = c.resolve(B.self) }
      """
    #expect(try audit(source).found == ["2 [unused-binding] nothing that the program resolves needs 'A'"])
    #expect(
      try audit(source + "\nfunc any(_ c: Container, _ t: Any.Type) { c.resolve(t) }").found == [
        "2 [unused-binding] nothing that the program resolves needs 'A' (App.swift:4:43 may hide requests)"
      ])
  }

  @Test func `tables, observers and promises are no containers`() throws {
    let audit = try audit(
      .swinject,
      [
        "A.swift": """
        import UIKit
        final class Broadcaster {
          func register<T>(_ type: T.Type, observer: T) { others.register(type, observer: observer) }
        }
        func fill() {
          tableView.register(Cell.self, forCellReuseIdentifier: "cell")
          broadcaster.register(Observer.self, observer: self)
          promise.resolve(value)
          URLProtocol.registerClass(Mock.self)
        }
        """
      ])
    #expect(audit.bindings == [])
    #expect(audit.hidden == [])
    #expect(audit.found == [])
  }

  @Test func `types are compared without aliases, modules and the word any`() throws {
    let audit = try audit(
      .swinject,
      [
        "A.swift": """
        import Foundation
        import Swinject
        typealias Store = any Storing
        func fill(_ c: Container) {
          c.register(Storing.self) { _ in Disk() }
          c.register(FileManager.self) { _ in .default }
          c.register(Outer.Inner.self) { _ in Outer.Inner() }
        }
        """,
        "B.swift": """
        import Foundation
        import Swinject
        func start(_ c: Container) {
          _ = (c.resolve(Store.self)!, c.resolve(Foundation.FileManager.self)!, c.resolve(Inner.self)!, c.resolve((any Storing).self)!)
        }
        """,
      ])
    #expect(audit.found == [])
  }
}
