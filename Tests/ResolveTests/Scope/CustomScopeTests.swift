// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailRelatives
import Synchronization
import Testing
import CoreTestSupport
import TestSupport

/// Hands out a few instances in turn, and makes no more of them.
private struct Pool: CustomScope {
  let size: Int

  func storage<Value: Sendable>(for type: Value.Type) -> any ScopeStorage<Value> { Storage<Value>(size: size) }

  private final class Storage<Value: Sendable>: ScopeStorage {
    private struct State {
      var values: [Value] = []
      var next = 0
    }

    let size: Int
    private let state = Lock(State())
    init(size: Int) { self.size = size }

    func instance(_ make: () throws -> Value) throws -> Value {
      let known: Value? = state.withLock { state in
        guard state.values.count == size else { return nil }
        defer { state.next = (state.next + 1) % size }
        return state.values[state.next]
      }
      if let known { return known }
      let value = try make()
      state.withLock { if $0.values.count < size { $0.values.append(value) } }
      return value
    }
  }
}

/// Keeps an instance until the test's clock has gone on far enough.
private struct Expiring: CustomScope {
  let clock: Counter
  let lifetime: Int

  func storage<Value: Sendable>(for type: Value.Type) -> any ScopeStorage<Value> {
    Storage<Value>(clock: clock, lifetime: lifetime)
  }

  private final class Storage<Value: Sendable>: ScopeStorage {
    let clock: Counter
    let lifetime: Int
    private let state = Lock<(value: Value, end: Int)?>(nil)

    init(clock: Counter, lifetime: Int) {
      self.clock = clock
      self.lifetime = lifetime
    }

    func instance(_ make: () throws -> Value) throws -> Value {
      let now = clock.value
      if let current = state.withLock({ $0 }), now < current.end { return current.value }
      let value = try make()
      state.withLock { $0 = (value, now + lifetime) }
      return value
    }
  }
}

/// Makes a few instances, then begins again with the first.
private struct Cycle: CustomScope {
  let length: Int

  func storage<Value: Sendable>(for type: Value.Type) -> any ScopeStorage<Value> { Storage<Value>(length: length) }

  private final class Storage<Value: Sendable>: ScopeStorage {
    let length: Int
    private let state = Lock<(made: [Value], asked: Int)>(([], 0))
    init(length: Int) { self.length = length }

    func instance(_ make: () throws -> Value) throws -> Value {
      let place = state.withLock { state in
        defer { state.asked += 1 }
        return state.asked % length
      }
      if let known = state.withLock({ $0.made.indices.contains(place) ? $0.made[place] : nil }) { return known }
      let value = try make()
      state.withLock { $0.made.append(value) }
      return value
    }
  }
}

/// Refuses to make anything.
private struct Refusing: CustomScope {
  func storage<Value: Sendable>(for type: Value.Type) -> any ScopeStorage<Value> { Storage<Value>() }

  private struct Storage<Value: Sendable>: ScopeStorage {
    func instance(_ make: () throws -> Value) throws -> Value { throw Breakdown("sold out") }
  }
}

@Suite struct CustomScopeTests {
  @Test func `a pool makes as many as it holds`() throws {
    let built = Counter()
    let container = try Container { Bind { Road(name: "\(built.add())") }.in(.custom(Pool(size: 4))) }
    let names = try (1...10).map { _ in try container.resolve(Road.self).name }
    #expect(names == ["1", "2", "3", "4", "1", "2", "3", "4", "1", "2"])
    #expect(built.value == 4)
  }

  @Test func `an expiring value is made anew when its time has passed`() throws {
    let clock = Counter()
    let container = try Container { Bind(Wheel.init).in(.custom(Expiring(clock: clock, lifetime: 60))) }
    let first = try container.resolve(Wheel.self)
    clock.add(59)
    #expect(try container.resolve(Wheel.self) === first)
    clock.add(1)
    #expect(try container.resolve(Wheel.self) !== first)
  }

  @Test func `a fixed sequence begins again`() throws {
    let built = Counter()
    let container = try Container { Bind { built.add() }.in(.custom(Cycle(length: 3))) }
    #expect(try (1...7).map { _ in try container.resolve(Int.self) } == [1, 2, 3, 1, 2, 3, 1])
  }

  @Test func `every bind and every container has a storage of its own`() throws {
    let pool = Pool(size: 1)
    let module = InlineModule {
      Bind(Wheel.init).in(.custom(pool))
      Bind(Wheel.init).named(.spare).in(.custom(pool))
    }
    let container = try Container(module)
    #expect(try container.resolve(Wheel.self) === container.resolve(Wheel.self))
    #expect(try container.resolve(Wheel.self) !== container.resolve(.spare))
    #expect(try container.resolve(Wheel.self) !== Container(module).resolve(Wheel.self))
  }

  @Test func `needs and providers of a custom bind are built as usual`() throws {
    let container = try Container {
      Bind(Car.init).in(.custom(Pool(size: 1)))
      Bind((any Engine).self, HybridEngine.init)
      Bind(Wheel.init).in(.singleton)
      Bind { (car: Provider<Car>, same: Car) in car() === same }
    }
    #expect(try container.resolve(Bool.self))
    #expect(try container.resolve(Car.self).wheel === container.resolve(Wheel.self))
  }

  @Test func `a decorator in a custom scope has a storage of its own`() throws {
    let built = Counter()
    let container = try Container {
      Bind((any Engine).self) {
        built.add()
        return HybridEngine()
      }.in(.custom(Pool(size: 2)))
      Decorate((any Engine).self) { (inner: any Engine) in TunedEngine(inner: inner) }
    }
    for _ in 1...5 { #expect(try container.resolve((any Engine).self).label == "tuned hybrid") }
    #expect(built.value == 2)
  }

  @Test func `a storage that throws, and a factory that throws in a storage, name the bind`() throws {
    let container = try Container {
      Bind(Wheel.init).in(.custom(Refusing()))
      Bind { () throws -> Road in throw Breakdown() }.in(.custom(Pool(size: 1)))
    }
    #expect(
      failure { try container.resolve(Wheel.self) } == """
        [failed-factory] the factory of 'Wheel' threw: Breakdown(reason: "sold out")
        Wheel
        """)
    #expect(
      failure { try container.resolve(Road.self) } == """
        [failed-factory] the factory of 'Road' threw: Breakdown(reason: "out of fuel")
        Road
        """)
  }

  @Test func `a scope with needs gets what is bound, also beneath a decorator`() throws {
    let clock = ManualClock()
    let built = Counter()
    let container = try Container {
      Bind(instance: clock)
      Bind((any Engine).self) {
        built.add()
        return HybridEngine()
      }.in(.timeToLive(.seconds(60)))
      Decorate((any Engine).self) { (inner: any Engine) in TunedEngine(inner: inner) }
    }
    #expect(try container.resolve((any Engine).self).label == "tuned hybrid")
    clock.advance(by: .seconds(59))
    _ = try container.resolve((any Engine).self)
    #expect(built.value == 1)
    clock.advance(by: .seconds(1))
    _ = try container.resolve((any Engine).self)
    #expect(built.value == 2)
  }

  @Test func `a scope with needs is made once, outside of open scopes, and again when it failed`() throws {
    let made = Counter()
    let container = try Container {
      Bind { () throws -> Int in
        if made.add() == 1 { throw Breakdown() }
        return 1
      }
      Bind(Wheel.init).in(.custom { (size: Int) in Pool(size: size) })
      Opens(Bench.self)
    }
    #expect(
      failure { try container.resolve(Wheel.self) } == """
        [failed-factory] the factory of 'Int' threw: Breakdown(reason: "out of fuel")
        Wheel -> Int
        """)
    #expect(try container.resolve(Wheel.self) === container.resolve(Wheel.self))
    #expect(made.value == 2)
  }

  @Test func `the checks see what a scope needs`() throws {
    let report = Container.check(
      InlineModule {
        Bind(Wheel.init).in(.timeToLive(.seconds(60)))
        Bind(Road.self) { Road() }.in(.custom { (_: Ticket) in Pool(size: 1) })
        Bind { (order: Order) in Ticket(number: order.number) }.in(.scoped(Workshop.self))
        Bind(Car.self) { (engine: any Engine) in Car(engine: engine, wheel: Wheel()) }
        Bind((any Engine).self) { HybridEngine() }.in(.custom { (_: Car) in Pool(size: 1) })
      })
    #expect(
      report.errors.map(\.message).sorted() == [
        "'Car' and 'any Engine' need each other before either is built",
        "'Road' (custom(Pool)) would keep 'Ticket' (scoped(Workshop)), which lives shorter",
        "nothing is bound for 'ManualClock'",
      ])
  }

  @Test func `a bind that starts from another one keeps the needs of its scope`() throws {
    let report = Container.check(
      InlineModule { Bind { Wheel() }.inheriting(Bind(Wheel.init).in(.timeToLive(.seconds(60)))) })
    #expect(report.errors.map(\.message) == ["nothing is bound for 'ManualClock'"])
  }

  @Test func `an override that has the scope of what it replaces has the needs of that scope`() throws {
    let report = Container.check(
      InlineModule {
        Bind(Wheel.init).in(.timeToLive(.seconds(60)))
        Bind { Wheel() }.override
      })
    #expect(report.errors.map(\.message) == ["nothing is bound for 'ManualClock'"])
    let container = try Container {
      Bind { ManualClock() }.in(.singleton)
      Bind(Wheel.init).in(.timeToLive(.seconds(60)))
      Bind { Wheel() }.override
    }
    #expect(try container.resolve(Wheel.self) === container.resolve(Wheel.self))
    let wheels = container.graph.bindings.filter { $0.key.type.description == "Wheel" }
    #expect(wheels.map { $0.needs.map(\.key.type.description) } == [["ManualClock"], ["ManualClock"]])
  }

  @Test func `the checks take an instance of a custom scope for one that lasts`() throws {
    let report = Container.check(
      InlineModule {
        Bind(Car.init).in(.singleton)
        Bind((any Engine).self, HybridEngine.init).in(.custom(Pool(size: 1)))
        Bind(Wheel.init)
      })
    #expect(report.diagnostics.isEmpty)
  }

  @Test func `64 threads make a scope with needs once`() throws {
    let made = Counter()
    let container = try Container {
      Bind(instance: 1)
      Bind(Wheel.init).in(
        .custom { (size: Int) in
          made.add()
          return Pool(size: size)
        })
    }
    Threads.run(64) { _ in _ = try? container.resolve(Wheel.self) }
    #expect(made.value == 1)
  }
}

private struct Ticket: Sendable {
  let number: Int
}

extension Scope.Shared {
  fileprivate static func timeToLive(_ lifetime: Duration) -> Self {
    .custom { (clock: ManualClock) in Lasting(clock: clock, lifetime: lifetime) }
  }
}

/// Keeps an instance as long as the bound clock says.
private struct Lasting: CustomScope {
  let clock: ManualClock
  let lifetime: Duration

  func storage<Value: Sendable>(for type: Value.Type) -> any ScopeStorage<Value> {
    Storage<Value>(clock: clock, lifetime: lifetime)
  }

  private final class Storage<Value: Sendable>: ScopeStorage {
    let clock: ManualClock
    let lifetime: Duration
    private let state = Lock<(value: Value, end: ManualClock.Instant)?>(nil)

    init(clock: ManualClock, lifetime: Duration) { (self.clock, self.lifetime) = (clock, lifetime) }

    func instance(_ make: () throws -> Value) throws -> Value {
      if let current = state.withLock({ $0 }), clock.now < current.end { return current.value }
      let value = try make()
      state.withLock { $0 = (value, clock.now.advanced(by: lifetime)) }
      return value
    }
  }
}
