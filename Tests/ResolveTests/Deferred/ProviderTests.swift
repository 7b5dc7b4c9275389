// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Testing
import CoreTestSupport
import TestSupport

/// Makes its own wheels, without knowing the framework's types.
private final class WheelShop: Sendable {
  let make: @Sendable () -> Wheel
  init(make: @escaping @Sendable () -> Wheel) { self.make = make }
}

private struct Closures {
  let plain: () -> Wheel
  let sendable: @Sendable () -> Wheel
  let throwing: () throws -> Wheel
  let sendableThrowing: @Sendable () throws -> Wheel
}

private final class Chicken: Sendable {
  let chicks: Provider<Chick>
  init(chicks: Provider<Chick>) { self.chicks = chicks }
}

private final class Chick: Sendable {
  let mother: Chicken
  init(mother: Chicken) { self.mother = mother }
}

@Suite struct ProviderTests {
  @Test func `every call is a request of its own, through the bind's scope`() throws {
    let container = try Container {
      Bind(Wheel.init)
      Bind { Road() }.in(.singleton)
      Bind { (wheel: Provider<Wheel>) in (1...4).map { _ in wheel() } }
      Bind { (road: Provider<Road>) in road() === road() }
    }
    #expect(Set(try container.resolve([Wheel].self).map(ObjectIdentifier.init)).count == 4)
    #expect(try container.resolve(Bool.self))
  }

  @Test func `nothing is built before the first call`() throws {
    let built = Counter()
    let container = try Container {
      Bind {
        built.add()
        return Road()
      }.in(.singleton)
    }
    let road = try container.resolve(Provider<Road>.self)
    #expect(built.value == 0)
    #expect(try road.make() === container.resolve(Road.self))
  }

  @Test func `an existing instance has a provider, a lazy and closures as well`() throws {
    let wheel = Wheel()
    let container = try Container { Bind(instance: wheel) }
    #expect(try container.resolve(Provider<Wheel>.self)() === wheel)
    #expect(try container.resolve(Lazy<Wheel>.self)() === wheel)
    #expect(try container.resolve(Factory<Wheel>.self)() === wheel)
    #expect(try container.resolve((() -> Wheel).self)() === wheel)
  }

  @Test func `a plain closure is a provider in all four spellings`() throws {
    let container = try Container {
      Bind(Closures.init)
      Bind(Wheel.init).in(.singleton)
    }
    let closures = try container.resolve(Closures.self)
    let wheel = try container.resolve(Wheel.self)
    #expect(closures.plain() === wheel)
    #expect(closures.sendable() === wheel)
    #expect(try closures.throwing() === wheel)
    #expect(try closures.sendableThrowing() === wheel)
    #expect(try container.resolve((@Sendable () throws -> Wheel).self)() === wheel)
  }

  @Test func `a class may take a closure, bound by name, without importing the framework`() throws {
    let container = try Container {
      Bind(WheelShop.init).needs((@Sendable () -> Wheel).self, named: "spare")
      Bind(Wheel.init).named(.spare).in(.singleton)
    }
    #expect(try container.resolve(WheelShop.self).make() === container.resolve(.spare))
  }

  @Test func `a throwing closure throws what the request throws`() throws {
    let container = try Container { Bind { () throws -> Road in throw Breakdown() } }
    let road: () throws -> Road = try container.resolve()
    #expect(
      failure(road) == """
        [failed-factory] the factory of 'Road' threw: Breakdown(reason: "out of fuel")
        Road
        """)
    #expect(failure { try container.resolve(Provider<Road>.self).make() }.hasPrefix("[failed-factory]"))
  }

  @Test func `a closure that is bound as such is handed out as it is`() throws {
    let container = try Container {
      Bind((@Sendable () -> Int).self) { { 42 } }
      Bind { 1 }
    }
    #expect(try container.resolve((@Sendable () -> Int).self)() == 42)
    #expect(try container.resolve((() -> Int).self)() == 1)
  }

  @Test func `a provider closes a cycle that is used later`() throws {
    let container = try Container {
      Bind(Chicken.init).in(.singleton)
      Bind(Chick.init)
    }
    let chicken = try container.resolve(Chicken.self)
    #expect(chicken.chicks().mother === chicken)
  }

  @Test func `providers of names and of lists ask each time`() throws {
    let container = try Container {
      Bind(Wheel.init).named(.spare)
      Bind(Wheel.init).contribute()
      Bind(Wheel.init).contribute().in(.singleton)
    }
    let spare = try container.resolve(Provider<Wheel>.self, named: "spare")
    #expect(spare() !== spare())
    let all = try container.resolve(Provider<[Wheel]>.self)
    let (first, second) = (all(), all())
    #expect(first[0] !== second[0])
    #expect(first[1] === second[1])
  }

  @Test func `after the container has closed a provider says so`() throws {
    let container = try Container { Bind(Wheel.init) }
    let wheel = try container.resolve(Provider<Wheel>.self)
    try container.close()
    #expect(failure { try wheel.make() } == "[closed] 'Wheel' was resolved after the container had closed\n")
  }

  @Test func `a provider keeps its container until it closes`() throws {
    let wheel: Provider<Wheel> = try Container { Bind(Wheel.init).in(.singleton) }.resolve()
    #expect(wheel() === wheel())
  }

  @Test func `a provider that a scope made asks that scope, and ends with it`() throws {
    let container = try Container { Bind(Wheel.init).in(.scoped(Yard.self)) }
    let scope = try container.openScope(Yard.self)
    let wheel = try scope.resolve(Provider<Wheel>.self)
    #expect(try wheel() === scope.resolve(Wheel.self))
    try scope.close()
    #expect(failure { try wheel.make() } == "[closed] 'Wheel' was resolved after the scope 'Yard' had closed\n")
  }

  @Test func `tests make providers, lazies and factories of their own`() throws {
    let wheel = Wheel()
    #expect(Provider { wheel }() === wheel)
    #expect(Lazy { wheel }() === wheel)
    #expect(Factory { (count: Int, name: String) in "\(count) \(name)" }(3, "wheels") == "3 wheels")
  }
}
