// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Testing
import CoreTestSupport
import TestSupport

private struct Convoy: Sendable {
  let first: Leader
  let second: Leader
}

private final class Leader: Sendable {
  let road: Road
  init(road: Road) { self.road = road }
}

private final class Mirror {
  init() {}
}

private protocol Parked: AnyObject, Sendable {}
private final class ParkedCar: Parked {
  init() {}
}

/// Takes no memory.
private struct Nothing: Sendable {}

@Suite struct SharingTests {
  @Test func `transient is the default: every need gets its own`() throws {
    let container = try Container {
      Bind(Axle.init)
      Bind(Wheel.init)
      Bind(Mirror.init).in(.transient)
    }
    let axle = try container.resolve(Axle.self)
    #expect(axle.left !== axle.right)
    #expect(try container.resolve(Mirror.self) !== container.resolve(Mirror.self))
  }

  @Test func `a singleton is one for the container, however it is asked for`() throws {
    let container = try Container {
      Bind(Wheel.init).in(.singleton)
      Bind { Radio(frequency: 102.8) }.in(.singleton)
    }
    let wheel = try container.resolve(Wheel.self)
    #expect(try wheel === container.resolve(Key<Wheel>()))
    #expect(try wheel === container[Wheel.self])
    #expect(try wheel === container.resolve(Provider<Wheel>.self)())
    #expect(try wheel === container.resolve(Wheel?.self))
    #expect(try container.resolve(Radio.self) == Radio(frequency: 102.8))
  }

  @Test func `a singleton is not built before it is asked for`() throws {
    let built = Counter()
    let container = try Container {
      Bind {
        built.add()
        return Road()
      }.in(.singleton)
    }
    #expect(built.value == 0)
    _ = try container.resolve(Road.self)
    #expect(built.value == 1)
  }

  @Test func `two containers of the same modules share nothing`() throws {
    let module = InlineModule { Bind(Wheel.init).in(.singleton) }
    #expect(try Container(module).resolve(Wheel.self) !== Container(module).resolve(Wheel.self))
  }

  @Test func `a singleton that is a nil or an empty value is built once as well`() throws {
    let built = Counter()
    let container = try Container {
      Bind { () -> Radio? in
        built.add()
        return nil
      }.in(.singleton)
      Bind { () -> Nothing in
        built.add()
        return Nothing()
      }.in(.singleton)
    }
    for _ in 1...3 {
      #expect(try container.resolve(Radio?.self) == nil)
      _ = try container.resolve(Nothing.self)
    }
    #expect(built.value == 2)
  }

  @Test func `graph is one for every outermost request`() throws {
    let container = try Container {
      Bind(Convoy.init)
      Bind(Leader.init)
      Bind { Road() }.in(.graph)
    }
    let convoy = try container.resolve(Convoy.self)
    #expect(convoy.first !== convoy.second)
    #expect(convoy.first.road === convoy.second.road)
    #expect(try container.resolve(Road.self) !== convoy.first.road)
  }

  @Test func `graph reaches into providers and resolvers that factories call, and ends with the request`() throws {
    let container = try Container {
      Bind { (road: Road, leader: Provider<Leader>) in
        [road, leader().road, leader().road]
      }
      Bind(Leader.init)
      Bind { Road() }.in(.graph)
      Bind { (road: Road, resolver: any Resolver) in
        try road === resolver.resolve(Road.self) && road === resolver.resolve(Leader.self).road
      }
    }
    let roads = try container.resolve([Road].self)
    #expect(roads.allSatisfy { $0 === roads[0] })
    #expect(try container.resolve(Bool.self))
    let later = try container.resolve(Provider<Road>.self)
    #expect(later() !== later())
  }

  @Test func `graph values may be unsendable`() throws {
    let container = try Container {
      Bind { (one: Mirror, two: Mirror) in one === two }
      Bind(Mirror.init).in(.graph)
    }
    #expect(try container.resolve(Bool.self))
  }

  @Test func `a failed graph request leaves nothing behind in the request around it`() throws {
    let attempts = Counter()
    let container = try Container {
      Bind { (resolver: any Resolver) in
        [try? resolver.resolve(Road.self), try resolver.resolve(Road.self)].compactMap { $0?.name }
      }
      Bind { () throws -> Road in
        if attempts.add() == 1 { throw Breakdown() }
        return Road()
      }.in(.graph)
    }
    #expect(try container.resolve([String].self) == ["Route 66"])
  }

  @Test func `weak is one while somebody holds it`() throws {
    let alive = Counter()
    let container = try Container {
      Bind { Tracked(alive) }.in(.weak)
      Bind { (one: Tracked, two: Tracked) in one === two }
    }
    var held: Tracked? = try container.resolve(Tracked.self)
    #expect(try held === container.resolve(Tracked.self))
    #expect(alive.value == 1)
    held = nil
    #expect(alive.value == 0)
    #expect(try container.resolve(Bool.self))
    #expect(alive.value == 0)
  }

  @Test func `weak works for protocols whose values are objects`() throws {
    let container = try Container { Bind((any Parked).self, ParkedCar.init).in(.weak) }
    let held = try container.resolve((any Parked).self)
    #expect(try container.resolve((any Parked).self) === held)
  }

  @Test func `a weak value that is no object is an error that says what to do`() throws {
    let container = try Container {
      Bind((any Engine).self, { DieselEngine() }, fileID: "Garage/Engines.swift", line: 4, column: 7).in(.weak)
    }
    let error = #expect(throws: ResolutionError.self) { try container.resolve((any Engine).self) }
    #expect(
      error?.description == """
        error: [unshareable-value] 'any Engine' is held weakly, but its factory made an instance of 'DieselEngine', which is no object
          Engines.swift:4:7
            any Engine   Engines.swift:4   weak in inline module
          help: use .in(.singleton) or .in(.transient), or make the type a class
        """)
  }
}
