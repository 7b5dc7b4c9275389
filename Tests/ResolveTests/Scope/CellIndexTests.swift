// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailNames
import Testing
import CoreTestSupport
import TestSupport

private struct Wide: Sendable, Equatable {
  let vector: SIMD8<Double>
  let text: String
}

private struct Trip: Sendable {
  let road: Provider<Road>
}

private protocol Thing: AnyObject, Sendable {}

extension Tracked: Thing {}

/// Takes no memory.
private struct Nothing: Sendable {}

@Suite struct CellIndexTests {
  @Test func `values of every size lie beside each other, and are let go of`() throws {
    let alive = Counter()
    let container = try Container {
      Bind { true }.in(.scoped(Yard.self))
      Bind { Wide(vector: SIMD8(repeating: 2.5), text: "a text that does not fit into sixteen bytes") }.in(.scoped(Yard.self))
      Bind { Int8(-7) }.in(.scoped(Yard.self))
      Bind { Nothing() }.in(.scoped(Yard.self))
      Bind { () -> Int? in nil }.in(.scoped(Yard.self))
      Bind((any CustomStringConvertible & Sendable).self) { "described" }.in(.scoped(Yard.self))
      Bind { Tracked(alive) }.in(.scoped(Yard.self))
      Bind { (left: Tracked, right: Wide, flag: Bool) in "\(right.text.count) \(flag)" }.in(.scoped(Yard.self))
      NamedBind("number") { _ in 12 }.in(.scoped(Yard.self))
    }
    for _ in 1...3 {
      let scope = try container.openScope(Yard.self)
      for _ in 1...2 {
        #expect(try scope.resolve(Bool.self))
        #expect(try scope.resolve(Int8.self) == -7)
        #expect(try scope.resolve(Wide.self).vector == SIMD8(repeating: 2.5))
        #expect(try scope.resolve(Int?.self) == nil)
        #expect(try scope.resolve((any CustomStringConvertible & Sendable).self).description == "described")
        #expect(try scope.resolve(String.self) == "43 true")
        #expect(try scope.resolve("number", as: Int.self) == 12)
        _ = try scope.resolve(Nothing.self)
      }
      #expect(alive.value == 1)
      try scope.close()
      #expect(alive.value == 0)
    }
  }

  @Test func `a container made over another one adds places, and those of the other one stay where they are`() throws {
    let base = try Container { Bind { Road() }.in(.scoped(Yard.self)) }
    let child = try base.child { Bind { (road: Road) in road.name.count }.in(.scoped(Yard.self)) }
    let (small, large) = (try base.openScope(Yard.self), try child.openScope(Yard.self))
    #expect(try small.resolve(Road.self) !== large.resolve(Road.self))
    #expect(try large.resolve(Int.self) == 8)
  }

  @Test func `a scope inside one that nobody holds any more has all that is around it`() throws {
    let container = try Container {
      Bind { Road() }.in(.scoped(Workshop.self))
      Bind(Trip.init).in(.scoped(Workshop.self))
      Bind(Wheel.init).in(.scoped(Bench.self))
    }
    let bench = try container.openScope(Workshop.self, Order(number: 4)).openScope(Bench.self)
    let trip = try bench.resolve(Trip.self)
    #expect(try trip.road.make() === bench.resolve(Road.self))
    #expect(try bench.resolve(Order.self).number == 4)
  }

  @Test func `a scope stays for one inside it, and goes with that`() throws {
    let container = try Container {
      Bind { Road() }.in(.scoped(Workshop.self))
      Bind(Wheel.init).in(.scoped(Bench.self))
    }
    weak var workshop: OpenScope?
    var bench: OpenScope?
    do {
      let open = try container.openScope(Workshop.self, Order(number: 4))
      bench = try open.openScope(Bench.self)
      workshop = open
    }
    #expect(workshop != nil)
    try bench?.close()
    #expect(workshop != nil)
    bench = nil
    #expect(workshop == nil)
  }

  @Test func `objects behind protocols, closures and metatypes are let go of as what they are`() throws {
    let alive = Counter()
    let container = try Container {
      Bind((any Thing).self) { Tracked(alive) }.in(.scoped(Yard.self))
      Bind((any Thing)?.self) { Tracked(alive) }.in(.scoped(Yard.self))
      Bind(Tracked?.self) { Tracked(alive) }.in(.scoped(Yard.self))
      Bind((any AnyObject & Sendable).self) { Tracked(alive) }.in(.scoped(Yard.self))
      Bind { (thing: any Thing) in [thing] }.in(.scoped(Yard.self))
      Bind { Tracked.self as any Thing.Type }.in(.scoped(Yard.self))
    }
    for _ in 1...3 {
      let scope = try container.openScope(Yard.self)
      let things: [any Thing] = try scope.resolve()
      let thing = try scope.resolve((any Thing).self)
      #expect(things.count == 1 && things.first === thing)
      let (perhaps, tracked) = (try scope.resolve((any Thing)?.self), try scope.resolve(Tracked?.self))
      #expect(perhaps != nil && tracked != nil)
      let object = try scope.resolve((any AnyObject & Sendable).self)
      #expect(object is Tracked)
      #expect(try scope.resolve((any Thing.Type).self) == Tracked.self)
      #expect(alive.value == 4)
      try scope.close()
    }
    #expect(alive.value == 0)
  }

  @Test func `those who meet in a scope share one build, and after a failure the next one builds`() throws {
    for _ in 1...100 {
      let (begun, failed, wheels) = (Counter(), Counter(), Log())
      let container = try Container {
        Bind {
          let isFirst = begun.add() == 1
          spin(for: .microseconds(200))
          if isFirst { throw Breakdown() }
          return Wheel()
        }.in(.scoped(Yard.self))
      }
      let scope = try container.openScope(Yard.self)
      Threads.run(8) { _ in
        do { wheels.add("\(ObjectIdentifier(try scope.resolve(Wheel.self)))") } catch { failed.add() }
      }
      // Whoever waits for the first build fails with it; if all did, nobody has built again.
      #expect(Set(wheels.lines).count == (failed.value == 8 ? 0 : 1))
      #expect(failed.value + wheels.lines.count == 8 && failed.value >= 1)
      #expect(begun.value == (failed.value == 8 ? 1 : 2))
    }
  }

  @Test func `a scope that is the last to hold its container lets go of its values`() throws {
    weak var wheel: Wheel?
    var scope: OpenScope? = try Container { Bind(Wheel.init).in(.scoped(Yard.self)) }.openScope(Yard.self)
    wheel = try scope?.resolve()
    #expect(wheel != nil)
    scope = nil
    #expect(wheel == nil)
  }

  @Test func `two threads that wait for each other in a scope get the loop as a message`() throws {
    let scope = try HenAndEgg.expectLoop(in: .scoped(Yard.self)) { try $0.openScope(Yard.self) }
    let again = failure { try scope.resolve(Hen.self) }
    #expect(again == "[dependency-cycle] 'Hen' is needed while it is being built\nHen -> Egg -> Hen")
  }
}
