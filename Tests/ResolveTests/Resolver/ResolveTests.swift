// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Testing
import CoreTestSupport
import TestSupport

@Suite struct ResolveTests {
  private let container: Container

  init() throws {
    container = try Container {
      Bind(Wheel.init).in(.singleton)
      Bind(Wheel.init).named(.spare).in(.singleton)
      Bind((any Engine).self, HybridEngine.init)
      Bind { () throws -> Road in throw Breakdown("no road") }
    }
  }

  @Test func `a value is asked for by its type, by inference, by name, by key and by subscript`() throws {
    let wheel: Wheel = try container.resolve()
    let spare = try container.resolve(Wheel.self, named: "spare")
    #expect(wheel !== spare)
    #expect(try container.resolve(Wheel.self) === wheel)
    #expect(try container.resolve(Key(Wheel.self)) === wheel)
    #expect(try container.resolve(.spare) === spare)
    #expect(try container[Wheel.self] === wheel)
    #expect(try container[.spare] === spare)
    #expect(try container.resolve(Wheel.self, named: nil) === wheel)
  }

  @Test func `every kind of resolver answers in the same ways`() throws {
    @Sendable func ask(_ resolver: some Resolver) throws -> [Bool] {
      let wheel = try resolver.resolve(Wheel.self)
      return [
        try resolver.resolve(Wheel.self, named: "spare") === resolver.resolve(.spare),
        try resolver[Wheel.self] === wheel,
        try resolver[.spare] !== wheel,
        try resolver.resolveIfBound(Wheel.self) === wheel,
        try resolver.resolveIfBound(Car.self) == nil,
        try resolver.resolveIfBound(.front) == nil,
        try resolver.resolve(Provider<Wheel>.self)() === wheel,
        try resolver.resolve(Int.self, arguments: "three") == 5,
        try resolver.withScope(Yard.self) { try $0.resolve(Wheel.self) } === wheel,
      ]
    }
    let container = try Container {
      Bind(Wheel.init).in(.singleton)
      Bind(Wheel.init).named(.spare).in(.singleton)
      Bind { (text: String) in text.count }.arguments(String.self)
      Opens(Yard.self)
      Bind { (resolver: any Resolver) in try ask(resolver) }
    }
    let all = Array(repeating: true, count: 9)
    #expect(try ask(container) == all)
    #expect(try ask(container.openScope(Yard.self)) == all)
    #expect(try container.resolve([Bool].self) == all)
    #expect(try ask(container.child {}) == all)
  }

  @Test func `resolveIfBound is nil for what is not bound, and throws what a factory throws`() throws {
    #expect(try container.resolveIfBound(Car.self) == nil)
    #expect(try container.resolveIfBound(.front) == nil)
    #expect(try container.resolveIfBound(Wheel.self, named: "spare") != nil)
    #expect(
      failure { try container.resolveIfBound(Road.self) } == """
        [failed-factory] the factory of 'Road' threw: Breakdown(reason: "no road")
        Road
        """)
  }

  static let unknown: [(String, @Sendable (Container) throws -> Any)] = [
    ("'Car'", { try $0.resolve(Car.self) }),
    (#"'Wheel' named "front""#, { try $0.resolve(.front) }),
    (#"'Wheel' named "Spare""#, { try $0.resolve(Wheel.self, named: "Spare") }),
    (#"'any Engine' named "spare""#, { try $0.resolve((any Engine).self, named: "spare") }),
    ("'HybridEngine'", { try $0.resolve(HybridEngine.self) }),
    ("'Car'", { try $0.resolve(Provider<Car>.self) }),
    ("'Car'", { try $0.resolve(Lazy<Provider<Car>>.self) }),
    ("'[Wheel]'", { try $0.resolve([Wheel].self) }),
    ("'[Int: Wheel]'", { try $0.resolve([Int: Wheel].self) }),
    ("'() -> Car'", { try $0.resolve((() -> Car).self) }),
  ]

  @Test(arguments: unknown.indices) func `what is not bound is an error that names it`(index: Int) throws {
    let (name, request) = Self.unknown[index]
    #expect(failure { try request(container) } == "[missing-binding] nothing is bound for \(name)\n")
  }

  @Test func `the container itself is not bound, the resolver is`() throws {
    #expect(try container.resolveIfBound(Container.self) == nil)
    #expect(try container.resolve((any Resolver).self).resolve(Wheel.self) === container.resolve(Wheel.self))
  }

  @Test func `a request does not retry what has been built`() throws {
    let built = Counter()
    let container = try Container {
      Bind {
        built.add()
        return Road()
      }.in(.singleton)
      Bind { (_: Road) throws -> Wheel in throw Breakdown() }
    }
    for _ in 1...3 { #expect(throws: ResolutionError.self) { try container.resolve(Wheel.self) } }
    #expect(built.value == 1)
  }
}
