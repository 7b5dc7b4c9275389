// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailRelatives
import Testing
import TestSupport

@Suite("InDependence: companions and blocks") struct InDependenceCompanionTests {
  @Test func `IND-59: every object of a class gets a companion of its own, which lives as long and has its place in the tree`()
    throws
  {
    let log = Log()
    let container = try Container {
      Bind(Meter.init).reference(\.car).onAwake { log.add("meter of \($0.car?.name ?? "nobody")") }
    }
    weak var meter: Meter?
    do {
      let taxi = try container.resolve(Taxi.self)
      #expect(
        taxi.companions.map { "\(type(of: $0))" } == ["Meter", "Lamp"], "the superclass's first, in the order of declaration")
      meter = taxi.companions.first as? Meter
      #expect(meter?.car === taxi)
      #expect(container.tree.children(of: taxi).map { ObjectIdentifier($0) } == taxi.companions.map { ObjectIdentifier($0) })
      #expect(try container.resolve(Taxi.self).companions.first !== meter)
      #expect(try container.resolve(Cab.self).companions.count == 1)
    }
    #expect(meter == nil)
    #expect(log.lines == ["meter of taxi", "meter of taxi", "meter of cab"])
  }

  @Test func `IND-59: the companions that a superclass attaches come before a subclass's own`() throws {
    #expect(try Container().resolve(Taxi.self).companions.map { "\(type(of: $0))" } == ["Meter", "Lamp"])
  }

  @Test func `IND-59: a module attaches a companion to a class that it does not own`() throws {
    let container = try Container {
      Bind(Meter.init).reference(\.car)
      Bind(Cab.init)
      Decorate(Cab.self) { (cab: Cab, meter: Meter) in
        cab.companions.append(meter)
        return cab
      }
    }
    let cab = try container.resolve(Cab.self)
    let meter = try #require(cab.companions.first as? Meter)
    #expect(container.tree.parent(of: meter) === cab && meter.car === cab)
  }

  private class Cab: Injectable {
    var companions: [AnyObject] = []
    var name: String { "cab" }
    required init() {}
    class var binding: AnyBind { AnyBind(Bind(Self.init)).attach(Meter.self, to: \Cab.companions) }
  }
  private final class Taxi: Cab {
    override var name: String { "taxi" }
    override class var binding: AnyBind { super.binding.attach(Lamp.self, to: \Taxi.companions) }
  }
  private final class Meter: SelfMade {
    weak var car: Cab?
    init() {}
  }
  private final class Lamp: SelfMade { init() {} }

  @Test func `IND-60: a property is set by a block that gets the object, after what was named before it`() throws {
    let container = try Container()
    let truck = try container.resolve(Truck.self)
    #expect(truck.order == ["engine", "horn", "cabin"], "the superclass's first, each with what was set before")
    #expect(truck.horn?.engine === truck.engine)
    #expect(truck.cabin?.horn === truck.horn)
    #expect(truck.cabin?.logo != nil)
    let tree = container.tree
    #expect(truck.horn.flatMap { tree.parent(of: $0) } === truck && truck.cabin.flatMap { tree.parent(of: $0) } === truck)
    #expect(truck.cabin?.logo.flatMap { tree.parent(of: $0) } === truck.cabin, "what the block asks for belongs to what it makes")
    // A bind that a module lists has the same blocks, and relatives find what they make.
    let listed = try Container {
      Bind(Lorry.init).require(\.horn) { lorry in Horn(engine: lorry.engine) }
      Bind(Seeker.init).reference(\.horn)
      Bind { (lorry: Lorry, seeker: Seeker) in Depot(lorry: lorry, seeker: seeker) }
    }
    let depot = try listed.resolve(Depot.self)
    #expect(depot.seeker.horn === depot.lorry.horn && depot.lorry.horn?.engine === depot.lorry.engine)
    let failing = try Container { Bind(Lorry.init).require(\.horn) { _ in throw Breakdown("no horn") } }
    #expect(try failure { try failing.resolve(Lorry.self) }.underlying as? Breakdown == Breakdown("no horn"))
  }

  private final class Horn {
    let engine: Engine?
    init(engine: Engine?) { self.engine = engine }
  }
  private final class Cabin {
    let horn: Horn?
    let logo: Logo?
    init(horn: Horn?, logo: Logo) { (self.horn, self.logo) = (horn, logo) }
  }
  private class Lorry: Injectable {
    var engine: Engine? { didSet { order.append("engine") } }
    var horn: Horn? { didSet { order.append("horn") } }
    var order: [String] = []
    required init() {}
    class var binding: AnyBind {
      AnyBind(Bind(Self.init)).require(\Lorry.engine).require(\Lorry.horn) { lorry in Horn(engine: lorry.engine) }
    }
  }
  private final class Truck: Lorry {
    var cabin: Cabin? { didSet { order.append("cabin") } }
    override class var binding: AnyBind {
      super.binding.require(\Truck.cabin) { truck, resolver in Cabin(horn: truck.horn, logo: try resolver.resolve(Logo.self)) }
    }
  }
  private final class Seeker {
    weak var horn: Horn?
    init() {}
  }
  private final class Depot {
    let (lorry, seeker): (Lorry, Seeker)
    init(lorry: Lorry, seeker: Seeker) { (self.lorry, self.seeker) = (lorry, seeker) }
  }
}
