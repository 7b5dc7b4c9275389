// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Synchronization
import Testing
import CoreTestSupport
import TestSupport

/// Runs a closure when nobody holds it any more.
private final class Leaving: Sendable {
  private let leave: @Sendable () -> Void

  init(_ leave: @escaping @Sendable () -> Void) { self.leave = leave }

  deinit { leave() }
}

/// A wheel of a minute, by a clock that the test moves.
private struct MinuteModule: Module {
  let clock = ManualClock()
  let made = Counter()

  static func == (left: Self, right: Self) -> Bool { left.clock === right.clock }

  var bindings: Bindings {
    Bind((any Clock<Duration>).self, instance: clock)
    Bind { [made] in Road(name: "\(made.add())") }.in(.timeToLive(.seconds(60)))
  }
}

@Suite struct TimeToLiveTests {
  private let module = MinuteModule()

  @Test func `a value is used for its time, counted from when it was made, and then made anew`() throws {
    let container = try Container(module)
    module.clock.advance(by: .seconds(1000))
    let names = try [0, 59, 1, 59, 1, 600].map { seconds in
      module.clock.advance(by: .seconds(seconds))
      return try container.resolve(Road.self).name
    }
    #expect(names == ["1", "1", "2", "2", "3", "4"])
  }

  @Test func `the time of a value begins when its factory returns`() throws {
    let clock = ManualClock()
    let container = try Container {
      Bind((any Clock<Duration>).self, instance: clock)
      Bind { () -> Wheel in
        clock.advance(by: .seconds(50))
        return Wheel()
      }.in(.timeToLive(.seconds(60)))
    }
    let first = try container.resolve(Wheel.self)
    clock.advance(by: .seconds(59))
    #expect(try container.resolve(Wheel.self) === first)
    clock.advance(by: .seconds(1))
    #expect(try container.resolve(Wheel.self) !== first)
  }

  @Test func `64 threads make the first value, and the next one, once`() throws {
    let container = try Container(module)
    for round in 1...20 {
      let names = Lock<Set<String>>([])
      Threads.run(64) { _ in
        let name = (try? container.resolve(Road.self).name) ?? "none"
        names.withLock { _ = $0.insert(name) }
      }
      #expect(names.withLock { $0 } == ["\(round)"])
      module.clock.advance(by: .seconds(60))
    }
    #expect(module.made.value == 20)
  }

  @Test func `without a bound clock a continuous one counts`() throws {
    let container = try Container {
      Bind(Wheel.init).in(.timeToLive(.seconds(3600)))
      Bind(Road.self) { Road() }.in(.timeToLive(.zero))
    }
    #expect(try container.resolve(Wheel.self) === container.resolve(Wheel.self))
    #expect(try container.resolve(Road.self) !== container.resolve(Road.self))
  }

  @Test(arguments: [
    (Duration.seconds(Int64.max), "same"), (.seconds(Int64.min), "new"), (.seconds(-1), "new"), (.zero, "new"),
    (Duration.seconds(Int64.max) * 18, "same"), (Duration.seconds(Int64.min) * 18, "new"),
  ])
  func `every duration has a meaning`(lifetime: Duration, answer: String) throws {
    let container = try Container {
      Bind((any Clock<Duration>).self) { ManualClock() }.in(.singleton)
      Bind(Wheel.init).in(.timeToLive(lifetime))
    }
    #expect(try (container.resolve(Wheel.self) === container.resolve(Wheel.self)) == (answer == "same"))
  }

  @Test func `every bind of one scope, and every container, has a time of its own`() throws {
    let (clock, made) = (ManualClock(), Counter())
    let module = InlineModule {
      Bind((any Clock<Duration>).self, instance: clock)
      In(.timeToLive(.seconds(60))) {
        Bind { made.add() }
        Bind { made.add() }.named("other")
      }
    }
    let (first, second) = (try Container(module), try Container(module))
    #expect(try first.resolve(Int.self) == 1)
    clock.advance(by: .seconds(30))
    #expect(try first.resolve(Int.self, named: "other") == 2)
    #expect(try second.resolve(Int.self) == 3)
    clock.advance(by: .seconds(30))
    #expect(try first.resolve(Int.self) == 4)
    #expect(try first.resolve(Int.self, named: "other") == 2)
    #expect(try second.resolve(Int.self) == 3)
  }

  @Test func `a factory that fails keeps nothing: the old value is not used again, and the next request tries`() throws {
    let (clock, made) = (ManualClock(), Counter())
    let container = try Container {
      Bind((any Clock<Duration>).self, instance: clock)
      Bind { () throws -> Int in
        let number = made.add()
        if number == 2 { throw Breakdown() }
        return number
      }.in(.timeToLive(.seconds(60)))
    }
    #expect(try container.resolve(Int.self) == 1)
    clock.advance(by: .seconds(60))
    #expect(
      failure { try container.resolve(Int.self) } == """
        [failed-factory] the factory of 'Int' threw: Breakdown(reason: "out of fuel")
        Int
        """)
    #expect(try container.resolve(Int.self) == 3)
  }

  @Test func `a factory that asks for its own value gets an error that names the bind`() throws {
    let container = try Container {
      Bind(Wheel.self) { (wheel: Provider<Wheel>) throws in try wheel.make() }.in(.timeToLive(.seconds(60)))
    }
    #expect(
      failure { try container.resolve(Wheel.self) } == """
        [dependency-cycle] 'Wheel' is needed while it is being built
        Wheel -> Wheel
        """)
  }

  @Test func `who lives longer asks its provider for the value of the time`() throws {
    struct Map: Sendable { let road: Provider<Road> }
    let container = try Container(module, InlineModule { Bind(Map.init).in(.singleton) })
    let map = try container.resolve(Map.self)
    #expect(map.road().name == "1")
    module.clock.advance(by: .seconds(60))
    #expect(map.road().name == "2")
  }

  @Test func `a value whose time is over is let go of outside of locks, and closed by nobody`() throws {
    let (clock, said) = (ManualClock(), Counter())
    let asking = Lock<(@Sendable () -> Void)?>(nil)
    let module = InlineModule {
      Bind((any Clock<Duration>).self, instance: clock)
      Bind { Leaving { asking.withLock { $0 }?() } }.in(.timeToLive(.seconds(60))).onClose { _ in said.add(100) }
    }
    let container = try Container(module)
    // What goes asks for what has come, from within its deinitialiser.
    asking.withLock {
      $0 = {
        said.add()
        _ = try? container.resolve(Leaving.self)
      }
    }
    _ = try container.resolve(Leaving.self)
    #expect(said.value == 0)
    clock.advance(by: .seconds(60))
    _ = try container.resolve(Leaving.self)
    #expect(said.value == 1)
    asking.withLock { $0 = nil }
    try container.close()
    #expect(said.value == 1)
    #expect(
      Container.check(module).diagnostics.map { "[\($0.id)] \($0.message)" } == [
        "[useless-hook] 'Leaving' has something to do on closing, but nothing that closes holds it"
      ])
  }

  @Test func `a test replaces the clock, and a replacement of the value has its time`() throws {
    let clock = ManualClock()
    let container = try Container(module).rebuilt {
      Bind((any Clock<Duration>).self, instance: clock)
      Bind { [made = module.made] in Road(name: "side \(made.add())") }
    }
    #expect(try container.resolve(Road.self).name == "side 1")
    module.clock.advance(by: .seconds(60))
    #expect(try container.resolve(Road.self).name == "side 1")
    clock.advance(by: .seconds(60))
    #expect(try container.resolve(Road.self).name == "side 2")
  }

  @Test func `a value that has to be awaited is refused by the check`() throws {
    let report = Container.check(InlineModule { Bind { () async in Wheel() }.in(.timeToLive(.seconds(60))) })
    #expect(report.errors.map(\.message) == ["'Wheel' is made asynchronously, but its scope makes instances synchronously"])
  }
}
