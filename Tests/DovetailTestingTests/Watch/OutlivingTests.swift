// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailRelatives
import DovetailTesting
import Testing

@Suite struct OutlivingTests {
  /// Two objects that hold each other.
  final class Node: Sendable {
    private let other = Lock<Node?>(nil)
    init() {}

    func hold(_ node: Node) { other.withLock { $0 = node } }
  }

  @Test func `what the test keeps outlives the container, and the finding says what and where it is bound`() async throws {
    let kept = Shelf<Shop>()
    let issues = try await recorded(with: ContainerTrait.container(QuietModule())) {
      kept.add(try Container.test.resolve(Shop.self))
    }
    #expect(
      issues.map(\.text) == [
        """
        error: [outliving-instance] 2 instances outlive the container that made them
          Shop.swift:36:9
          still there: 'any Store', a 'MemoryStore' (Shop.swift:36:9), singleton in QuietModule
          still there: 'Shop' (Shop.swift:37:9), singleton in QuietModule
          help: let go of what the test keeps, and look for objects that hold each other; where it is meant, leave .outliving out of watching:
        """
      ])
  }

  @Test func `objects that hold each other outlive it, and are counted by bind`() async throws {
    let line: UInt = #line + 1
    let trait = ContainerTrait.container { Bind(Node.init) }
    let issues = try await recorded(with: trait) {
      let container = try Container.test
      let nodes = try (container.resolve(Node.self), container.resolve(Node.self))
      nodes.0.hold(nodes.1)
      nodes.1.hold(nodes.0)
      try container.resolve(Node.self).hold(Node())
    }
    #expect(
      issues.map(\.text) == [
        """
        error: [outliving-instance] 2 instances outlive the container that made them
          OutlivingTests.swift:\(line):48
          still there: 'OutlivingTests.Node' (OutlivingTests.swift:\(line):48), transient in bindings of the test, 2 times
          help: let go of what the test keeps, and look for objects that hold each other; where it is meant, leave .outliving out of watching:
        """
      ])
  }

  /// Two classes of which one finds the other, and holds it where it should not.
  final class House {
    var door: Door?
    init() {}
  }

  final class Door {
    var strong: House?
    weak var house: House?
    init() {}
  }

  @Test func `IND-18: a test reports a reference whose property is not weak`() async throws {
    let line: UInt = #line + 2
    let strong = ContainerTrait.container {
      Bind(House.init).require(\.door)
      Bind(Door.init).reference(\.strong)
    }
    let issues = try await recorded(with: strong) {
      let house = try Container.test.resolve(House.self)
      #expect(house.door?.strong === house)
    }
    #expect(
      issues.map(\.text) == [
        """
        error: [outliving-instance] 2 instances outlive the container that made them
          OutlivingTests.swift:\(line + 1):11
          still there: 'OutlivingTests.Door' (OutlivingTests.swift:\(line + 1):11), transient in bindings of the test
          still there: 'OutlivingTests.House' (OutlivingTests.swift:\(line):11), transient in bindings of the test
          'OutlivingTests.Door' finds relatives with .reference: its property has to be weak, or they hold each other
          help: let go of what the test keeps, and look for objects that hold each other; where it is meant, leave .outliving out of watching:
        """
      ])
    let weakly = ContainerTrait.container {
      Bind(House.init).require(\.door)
      Bind(Door.init).reference(\.house)
    }
    let none = try await recorded(with: weakly) {
      let house = try Container.test.resolve(House.self)
      #expect(house.door?.house === house)
    }
    #expect(none.map(\.text) == [])
  }

  @Test func `a container that is kept says so`() async throws {
    let kept = Shelf<Container>()
    let issues = try await recorded(with: ContainerTrait.container { Bind { 7 } }) { kept.add(try Container.test) }
    #expect(
      issues.map(\.text) == [
        """
        error: [outliving-instance] the container outlives its test
          the container itself is held, and with it everything that it shares
          help: let go of what the test keeps, and look for objects that hold each other; where it is meant, leave .outliving out of watching:
        """
      ])
  }

  @Test func `so does the container of a test with overrides, which the watch of its suite finds`() async throws {
    let kept = Shelf<Container>()
    let inner = OverridingTrait.overriding { Bind { 8 } }
    let test = try #require(Test.current)
    let issues = try await recorded(with: ContainerTrait.container { Bind { 7 } }) {
      try await inner.provideScope(for: test, testCase: nil) { kept.add(try Container.test) }
    }
    #expect(
      issues.map(\.text) == [
        """
        error: [outliving-instance] the container outlives its test
          the container itself is held, and with it everything that it shares
          help: let go of what the test keeps, and look for objects that hold each other; where it is meant, leave .outliving out of watching:
        """
      ])
    kept.removeAll()
    let none = try await recorded(with: ContainerTrait.container { Bind { 7 } }) {
      try await inner.provideScope(for: test, testCase: nil) { _ = try Container.test.resolve(Int.self) }
    }
    #expect(none == [])
  }

  @Test func `what is asynchronous, weak, scoped or on the main actor is watched like everything else`() async throws {
    enum Visit: ScopeKind {}
    let kept = Shelf<any AnyObject & Sendable>()
    let trait = ContainerTrait.container {
      Bind { () async in MemoryStore() }.in(.singleton)
      Bind { DiskStore() }.in(.weak)
      Bind { Node() }.in(.scoped(Visit.self))
      Bind { @MainActor in Shop(store: MemoryStore()) }.in(.singleton)
    }
    let issues = try await recorded(with: trait) {
      let container = try Container.test
      kept.add(try await container.resolve(MemoryStore.self))
      kept.add(try await container.resolve(DiskStore.self))
      try container.withScope(Visit.self) { kept.add(try $0.resolve(Node.self)) }
      kept.add(try await container.resolve(Shop.self))
    }
    #expect(
      issues.first?.text.split(separator: "\n").map { $0.split(separator: " (").first }.dropFirst(2).dropLast() == [
        "  still there: 'MemoryStore'", "  still there: 'DiskStore'", "  still there: 'OutlivingTests.Node'",
        "  still there: 'Shop'",
      ])
  }

  @Test func `what goes by the end of the test, deferred needs and tasks included, is no finding`() async throws {
    let trait = ContainerTrait.container {
      Bind { () async in MemoryStore() }.in(.singleton)
      Bind { (store: Lazy<MemoryStore>, again: Provider<Node>) in Till() }
      Bind { (node: Provider<Node>) -> Shop in Shop(store: DiskStore()) }.in(.singleton)
      Bind(Node.init)
    }
    let issues = try await recorded(with: trait) {
      let container = try Container.test
      async let first = container.resolve(MemoryStore.self)
      async let second = container.resolve(MemoryStore.self)
      #expect(try await first === second)
      _ = try await container.resolve(Till.self)
      _ = try await container.resolve(Shop.self)
      let provider = try await container.resolve(Provider<Node>.self)
      _ = try provider.make()
    }
    #expect(issues == [])
  }

  @Test func `what existed before the container is not watched`() async throws {
    let shop = Shop(store: MemoryStore())
    let trait = ContainerTrait.container { Bind(instance: shop) }
    #expect(try await recorded(with: trait) { _ = try Container.test.resolve(Shop.self) } == [])
    withExtendedLifetime(shop) {}
  }

  @Test func `what is meant to outlive the container is not watched for`() async throws {
    let kept = Shelf<Shop>()
    let trait = ContainerTrait.container(QuietModule(), watching: .external)
    #expect(try await recorded(with: trait) { kept.add(try Container.test.resolve(Shop.self)) } == [])
  }

  @Test func `after a test that throws only that is told`() async throws {
    let kept = Shelf<Shop>()
    let issues = try await recorded(with: ContainerTrait.container(QuietModule())) {
      kept.add(try Container.test.resolve(Shop.self))
      throw Breakdown()
    }
    #expect(issues.map(\.text) == ["thrown: out of stock"])
  }

  @Test func `ten thousand objects that go are no finding, and one that stays is`() async throws {
    let kept = Shelf<Node>()
    let trait = ContainerTrait.container { Bind(Node.init) }
    let issues = try await recorded(with: trait) {
      let container = try Container.test
      kept.add(try container.resolve(Node.self))
      for _ in 0..<10_000 { _ = try container.resolve(Node.self) }
    }
    #expect(
      issues.map { $0.text.split(separator: "\n").first } == [
        "error: [outliving-instance] an instance outlives the container that made it"
      ])
  }

  @Test func `an object that existed before is not watched, whichever factory hands it out`() async throws {
    final class Page: ScopeKind { typealias Input = Inputs<Node> }
    let (kept, passed) = (Node(), Node())
    let trait = ContainerTrait.container {
      Bind(instance: kept)
      Bind { (node: Node) in node }.named("alias")
      Bind { (node: Node) in node }.contribute()
      Decorate(Node.self) { (node: Node) in node }
    }
    let issues = try await recorded(with: trait) {
      let container = try Container.test
      #expect(try container.resolve(Node.self, named: "alias") === kept)
      #expect(try container.resolve([Node].self).map { $0 === kept } == [true])
    }
    #expect(issues.map(\.text) == [])
    let other = ContainerTrait.container {
      Bind { (node: Node) in [node] }.in(.scoped(Page.self))
      Bind { (node: Node) in node }.named("alias")
    }
    let more = try await recorded(with: other) {
      try Container.test.withScope(Page.self, passed) { (page) throws in
        #expect(try page.resolve(Node.self, named: "alias") === passed)
      }
    }
    #expect(more.map(\.text) == [])
    let early = ContainerTrait.container {
      Bind(instance: kept)
      Bind { kept }.named("alias")
    }
    let others = try await recorded(with: early) {
      let container = try Container.test
      #expect(try container.resolve(Node.self, named: "alias") === container.resolve(Node.self))
    }
    #expect(others.map(\.text) == [])
    withExtendedLifetime(kept) {}
  }

  @Test func `an object that the container made is watched, also where a scope takes it as its input`() async throws {
    final class Page: ScopeKind { typealias Input = Inputs<Node> }
    let kept = Shelf<Node>()
    let trait = ContainerTrait.container {
      Bind { Node() }.named("new")
      Opens(Page.self)
    }
    let issues = try await recorded(with: trait) {
      let container = try Container.test
      let node = try container.resolve(Node.self, named: "new")
      kept.add(node)
      try container.withScope(Page.self, node) { (_) throws in }
    }
    #expect(
      issues.map { $0.text.prefix { $0 != "\n" } } == [
        "error: [outliving-instance] an instance outlives the container that made it"
      ])
  }
}
