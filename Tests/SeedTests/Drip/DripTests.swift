// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Testing

private protocol Store: Sendable { var name: String { get } }
private struct RealStore: Store { let name = "real" }
private struct FakeStore: Store { let name = "fake" }
private final class Service: Sendable {
  let store: any Store
  init(store: any Store) { self.store = store }
}
private struct Presenter<Shown: Sendable>: Sendable {
  let shown: Shown
  let service: Service
}
private final class Node: Sendable { init() {} }
private enum Inner { final class Node: Sendable { init() {} } }

private struct MainModule: Module {
  var bindings: Bindings {
    Bind((any Store).self, RealStore.init).in(.singleton)
    Bind(Service.init).in(.singleton)
    Bind(Node.init)
  }
}

/// What a container does in place of Drip's component.
@Suite("Drip: containers") struct DripTests {
  @Test func `DRP-7: several parents are reached explicitly`() throws {
    let app = try Container(MainModule())
    let session = try Container { Bind(instance: 7) }
    let screen = try Container {
      Bind((any Store).self) { try app.resolve((any Store).self) }
      Bind { try session.resolve(Int.self) }
    }
    #expect(try screen.resolve((any Store).self).name == "real")
    #expect(try screen.resolve(Int.self) == 7)
    #expect(try screen.resolveIfBound(Service.self) == nil, "there is no fall-through to what nobody named")
  }

  @Test func `DRP-10: a generator takes what it needs, or the resolver, and each need keeps its scope`() throws {
    let container = try Container {
      Include(MainModule())
      Bind(Presenter<Int>.self) { (resolver: any Resolver) in Presenter(shown: 1, service: try resolver.resolve()) }
      Bind { (service: Service) in Presenter(shown: "one", service: service) }
    }
    let service = try container.resolve(Service.self)
    #expect(try container.resolve(Presenter<Int>.self).service === service)
    #expect(try container.resolve(Presenter<String>.self).service === service)
  }

  @Test func `DRP-11: the key is the type that the bind declares`() throws {
    let container = try Container(MainModule())
    #expect(try container.resolve((any Store).self) is RealStore)
    #expect(try container.resolveIfBound(RealStore.self) == nil)
  }

  @Test func `DRP-12: names tell binds of one type apart`() throws {
    let container = try Container {
      Bind(instance: 1)
      Bind(instance: 2).named("alt")
    }
    #expect(try container.resolve(Int.self) == 1)
    #expect(try container.resolve(Int.self, named: "alt") == 2)
  }

  @Test func `DRP-13: two generators for one key are an error that names both`() {
    let report = Container.check(
      InlineModule {
        Bind { 1 }; Bind { 2 }
      })
    #expect(report.errors.map(\.id) == [.duplicateBinding])
    #expect(report.errors.first?.notes.count == 2)
  }

  @Test func `DRP-14: arguments belong to the call and are never kept`() throws {
    let container = try Container {
      Include(MainModule())
      Bind { Presenter(shown: $0 as String, service: $1) }.arguments(String.self)
    }
    let presenter: Factory<Presenter<String>, String> = try container.resolve()
    #expect(presenter("first").shown == "first")
    #expect(presenter("second").shown == "second")
  }

  @Test func `DRP-15: every specialisation of a generic type is a key of its own`() throws {
    let container = try Container {
      Include(MainModule())
      Bind { (service: Service) in Presenter(shown: 1, service: service) }
      Bind { (service: Service) in Presenter(shown: "one", service: service) }
      Bind { (make: Provider<Presenter<Int>>) in make().shown + 1 }
    }
    #expect(try container.resolve(Presenter<Int>.self).shown == 1)
    #expect(try container.resolve(Presenter<String>.self).shown == "one")
    #expect(try container.resolve(Int.self) == 2)
  }

  @Test func `DRP-16: an override with an instance gives exactly that, typed by what it replaces`() throws {
    let node = Node()
    let test = try Container(MainModule()).rebuilt {
      Bind(instance: node)
      Bind((any Store).self, instance: FakeStore())
    }
    #expect(try test.resolve(Node.self) === node)
    #expect(try test.resolve(Service.self).store.name == "fake")
  }

  @Test func `DRP-16: an override under another type than the one that is bound is an error, not without effect`() throws {
    let container = try Container(MainModule())
    let error = #expect(throws: GraphError.self) { try container.rebuilt { Bind(instance: FakeStore()) } }
    #expect(error?.report.errors.map(\.id) == [.nothingToOverride])
    #expect(error?.report.errors.first?.similar.first?.contains("any Store") == true)
  }

  @Test func `DRP-17: an override with a generator is cached or not, as it says itself`() throws {
    let container = try Container(MainModule())
    let cached = try container.rebuilt {
      Bind((any Store).self, FakeStore.init).in(.singleton); Bind(Node.init).in(.singleton)
    }
    let fresh = try container.rebuilt { Bind(Node.init) }
    #expect(try cached.resolve(Node.self) === cached.resolve(Node.self))
    #expect(try fresh.resolve(Node.self) !== fresh.resolve(Node.self))
  }

  @Test func `DRP-18: an override reaches everything in its container and nothing in the original`() throws {
    let container = try Container(MainModule())
    #expect(try container.resolve(Service.self).store.name == "real")
    let test = try container.rebuilt { Bind((any Store).self, FakeStore.init) }
    #expect(try test.resolve(Service.self).store.name == "fake")
    #expect(try container.resolve(Service.self).store.name == "real")
    let child = try container.child { Bind((any Store).self, FakeStore.init) }
    #expect(try child.resolve((any Store).self).name == "fake")
    #expect(try container.resolve((any Store).self).name == "real")
  }

  @Test func `DRP-19: a module is replaced as a whole`() throws {
    struct MockModule: Module {
      var bindings: Bindings { Bind((any Store).self, FakeStore.init) }
    }
    #expect(try Container(MainModule()).rebuilt(overriding: MockModule()).resolve(Service.self).store.name == "fake")
  }

  @Test func `DRP-20: what a base module leaves open is found before anything runs`() {
    let report = Container.check(InlineModule { Bind(Service.init) })
    #expect(report.errors.map(\.message) == ["nothing is bound for 'any Store'"])
  }

  @Test func `DRP-21: a lifetime of one's own is a scope`() throws {
    struct EverySecond: CustomScope {
      func storage<Value: Sendable>(for type: Value.Type) -> any ScopeStorage<Value> { Pairs<Value>() }
    }
    let container = try Container { Bind(Node.init).in(.custom(EverySecond())) }
    let nodes = try (0..<4).map { _ in try container.resolve(Node.self) }
    #expect(nodes[0] === nodes[1] && nodes[2] === nodes[3] && nodes[1] !== nodes[2])
  }

  @Test func `DRP-22: types of one name are different keys, and a name is not a type`() throws {
    let container = try Container {
      Bind(Node.init).in(.singleton)
      Bind(Inner.Node.init).in(.singleton)
      Bind(Node.init).named("Node").in(.singleton)
    }
    #expect(try container.resolve(Node.self) as AnyObject !== container.resolve(Inner.Node.self))
    #expect(try container.resolve(Node.self) !== container.resolve(Node.self, named: "Node"))
  }

  @Test func `DRP-24: first uses that overlap share one instance`() throws {
    let (shared, fresh) = (Overlap(), Overlap())
    let container = try Container {
      Bind { () -> Node in
        shared.build()
        return Node()
      }
      .in(.singleton)
      Bind { (node: Node) -> Presenter<Node> in
        fresh.meet()
        return Presenter(shown: node, service: Service(store: RealStore()))
      }
    }
    let nodes: [ObjectIdentifier?] = shared.ask { ObjectIdentifier(try container.resolve(Node.self)) }
    #expect(shared.builds == 1 && nodes.count == Overlap.threads && Set(nodes).count == 1 && !nodes.contains(nil))
    let shown: [ObjectIdentifier?] = fresh.ask { ObjectIdentifier(try container.resolve(Presenter<Node>.self).shown) }
    #expect(fresh.builds == Overlap.threads && Set(shown) == Set(nodes))
  }
}
