// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Testing
import CoreTestSupport
import TestSupport

@Suite struct CycleTests {
  @Test(arguments: ["singleton", "transient", "graph", "weak"])
  func `a cycle through resolvers is an error with its way, every time`(scope: String) throws {
    @Sendable func share<Value: Sendable>(_ bind: Bind<Value>) -> Bind<Value> {
      switch scope {
      case "singleton": bind.in(.singleton)
      case "graph": bind.in(.graph)
      case "weak": bind.in(.weak)
      default: bind
      }
    }
    let container = try Container {
      share(Bind { (resolver: any Resolver) in Hen(try resolver.resolve()) })
      share(Bind { (resolver: any Resolver) in Egg(try resolver.resolve()) })
      Bind { Road() }
    }
    for _ in 1...3 {
      #expect(
        failure { try container.resolve(Hen.self) } == """
          [dependency-cycle] 'Hen' is needed while it is being built
          Hen -> Egg -> Hen
          """)
      #expect(
        failure { try container.resolve(Egg.self) } == """
          [dependency-cycle] 'Egg' is needed while it is being built
          Egg -> Hen -> Egg
          """)
    }
    #expect(try container.resolve(Road.self).name == "Route 66")
  }

  @Test func `a cycle through a provider that the factory calls is an error`() throws {
    let container = try Container {
      Bind { (egg: Provider<Egg>) in Hen(try egg.make()) }.in(.singleton)
      Bind(Egg.init)
    }
    #expect(
      failure { try container.resolve(Hen.self) } == """
        [dependency-cycle] 'Hen' is needed while it is being built
        Hen -> Egg -> Hen
        """)
    #expect(
      failure { try container.resolve(Egg.self) } == """
        [dependency-cycle] 'Egg' is needed while it is being built
        Egg -> Hen -> Egg
        """)
  }

  @Test func `a lazy value that is used before the factory has returned is an error`() throws {
    let container = try Container {
      Bind { (egg: Lazy<Egg>) in Hen(try egg.get()) }.in(.singleton)
      Bind(Egg.init).in(.singleton)
    }
    #expect(
      failure { try container.resolve(Hen.self) } == """
        [dependency-cycle] 'Hen' is needed while it is being built
        Hen -> Egg -> Hen
        """)
  }

  @Test func `a cycle through two containers is an error on one thread`() throws {
    let other = Box<Container>()
    let farm = try Container { Bind { Hen(try other.value?.resolve() ?? { throw Breakdown() }()) }.in(.singleton) }
    let shop = try Container { Bind { Egg(try farm.resolve()) }.in(.singleton) }
    other.value = shop
    defer { other.value = nil }
    #expect(
      failure { try farm.resolve(Hen.self) } == """
        [dependency-cycle] 'Hen' is needed while it is being built
        Hen -> Egg -> Hen
        """)
    #expect(
      failure { try shop.resolve(Egg.self) } == """
        [dependency-cycle] 'Egg' is needed while it is being built
        Egg -> Hen -> Egg
        """)
  }

  @Test func `the error's text shows the cycle closed, with places and what to do`() throws {
    let container = try Container {
      Bind(
        { (resolver: any Resolver) in Hen(try resolver.resolve()) }, fileID: "Garage/Farm.swift", line: 3, column: 5
      ).in(.singleton)
      Bind(Egg.init, fileID: "Garage/Farm.swift", line: 4, column: 5).in(.singleton)
    }
    let error = #expect(throws: ResolutionError.self) { try container.resolve(Hen.self) }
    #expect(
      error?.description == """
        error: [dependency-cycle] 'Hen' is needed while it is being built
          Farm.swift:3:5
          Hen -> Egg -> Hen
            Hen   Farm.swift:3   singleton in inline module
            Egg   Farm.swift:4   singleton in inline module
          help: let one step of the cycle take a Provider or a Lazy of the next, and use it after it is built
        """)
    #expect(error?.code == .cycle)
  }

  @Test func `a cycle that nothing defers is a finding before anything runs`() {
    let built = Counter()
    let report = Container.check(
      InlineModule {
        Bind { (egg: Egg) in
          built.add()
          return Hen(egg)
        }.in(.singleton)
        Bind(Egg.init)
      })
    #expect(report.errors.map(\.id) == [.dependencyCycle])
    #expect(report.errors.first?.path.map(\.key) == ["Egg", "Hen", "Egg"], "\(report)")
    #expect(built.value == 0)
  }

  @Test func `a request for the same thing in another scope is no cycle`() throws {
    let container = try Container {
      Bind { (order: Order, resolver: any Resolver) -> [Int] in
        guard order.number > 0 else { return [] }
        let rest = try resolver.withScope(Workshop.self, Order(number: order.number - 1)) { try $0.resolve([Int].self) }
        return [order.number] + rest
      }.in(.scoped(Workshop.self))
    }
    #expect(try container.withScope(Workshop.self, Order(number: 4)) { try $0.resolve([Int].self) } == [4, 3, 2, 1])
  }

  @Test func `a request for the same thing with other arguments is no cycle`() throws {
    let container = try Container {
      Bind { (number: Int, next: Factory<String, Int>) -> String in
        number == 0 ? "go" : "\(number), \(try next.make(number - 1))"
      }.arguments(Int.self)
    }
    #expect(try container.resolve(String.self, arguments: 3) == "3, 2, 1, go")
  }

  @Test func `a request without arguments inside one with arguments is no cycle, and then it is one`() throws {
    let container = try Container {
      Bind { (number: Int, resolver: any Resolver) -> String in
        number == 0 ? "stop" : "\(number), \(try resolver.resolve(String.self))"
      }.arguments(defaults: 0)
      Bind { (number: Int, resolver: any Resolver) -> Substring in
        "\(number), \(try resolver.resolve(Substring.self))"
      }.arguments(defaults: 0)
    }
    #expect(try container.resolve(String.self, arguments: 2) == "2, stop")
    #expect(
      failure { try container.resolve(Substring.self, arguments: 2) } == """
        [dependency-cycle] 'Substring' is needed while it is being built
        Substring -> Substring -> Substring
        """)
  }
}
