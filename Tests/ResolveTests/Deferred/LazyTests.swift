// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Testing
import CoreTestSupport
import TestSupport

@Suite struct LazyTests {
  @Test func `a lazy value is asked for once, on first use`() throws {
    let built = Counter()
    let container = try Container {
      Bind {
        built.add()
        return Wheel()
      }
    }
    let wheel = try container.resolve(Lazy<Wheel>.self)
    #expect(built.value == 0)
    #expect(wheel() === wheel())
    #expect(try wheel.get() === wheel())
    #expect(built.value == 1)
  }

  @Test func `every need has a lazy of its own, of the value in its scope`() throws {
    let container = try Container {
      Bind(Wheel.init)
      Bind { Road() }.in(.singleton)
      Bind { (one: Lazy<Wheel>, two: Lazy<Wheel>) in [one(), two()] }
      Bind { (one: Lazy<Road>, two: Lazy<Road>) in one() === two() }
    }
    let wheels = try container.resolve([Wheel].self)
    #expect(wheels[0] !== wheels[1])
    #expect(try container.resolve(Bool.self))
  }

  @Test func `a failure is not kept`() throws {
    let attempts = Counter()
    let container = try Container {
      Bind { () throws -> Road in
        if attempts.add() < 3 { throw Breakdown("attempt \(attempts.value)") }
        return Road()
      }
    }
    let road = try container.resolve(Lazy<Road>.self)
    for attempt in 1...2 {
      #expect(
        failure { try road.get() } == """
          [failed-factory] the factory of 'Road' threw: Breakdown(reason: "attempt \(attempt)")
          Road
          """)
    }
    #expect(try road.get() === road())
    #expect(attempts.value == 3)
  }

  @Test func `concurrent first uses share one request`() throws {
    let built = Counter()
    let container = try Container {
      Bind {
        spin()
        built.add()
        return Wheel()
      }
    }
    let wheel = try container.resolve(Lazy<Wheel>.self)
    let found = Log()
    Threads.run(16) { _ in found.add("\(ObjectIdentifier(wheel()))") }
    #expect(Set(found.lines).count == 1)
    #expect(found.lines.count == 16)
    #expect(built.value == 1)
  }

  @Test func `a value that was there before the container closed stays`() throws {
    let container = try Container { Bind(Wheel.init) }
    let used = try container.resolve(Lazy<Wheel>.self)
    let unused = try container.resolve(Lazy<Wheel>.self)
    let wheel = used()
    try container.close()
    #expect(used() === wheel)
    #expect(failure { try unused.get() } == "[closed] 'Wheel' was resolved after the container had closed\n")
  }

  @Test func `a lazy value that asks for itself is a cycle, not a hang`() throws {
    let box = Box<Lazy<Int>>()
    let lazy = try Container { Bind { try box.value?.get() ?? 0 } }.resolve(Lazy<Int>.self)
    box.value = lazy
    #expect(
      failure { try lazy.get() } == """
        [dependency-cycle] 'Int' is needed while it is being built
        Int -> Int
        """)
  }
}
