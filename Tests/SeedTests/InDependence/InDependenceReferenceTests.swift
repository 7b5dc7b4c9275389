// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailRelatives
import Testing
import TestSupport

@Suite("InDependence: references and awakening") struct InDependenceReferenceTests {
  @Test func `IND-17: references are declared by key path, and united along the class hierarchy`() throws {
    class Trailer: Injectable {
      weak var chassis: Chassis?
      required init() {}
      class var binding: AnyBind { AnyBind(Bind(Self.init)).reference(\Trailer.chassis) }
    }
    final class Caravan: Trailer {
      weak var car: Car?
      override class var binding: AnyBind { super.binding.reference(\Caravan.car) }
    }
    let container = try Container()
    let car = Car()
    let chassis = Chassis()
    container.tree.attach(chassis, to: car)
    let caravan = try container.resolve(Caravan.self, parent: chassis)
    #expect(caravan.chassis === chassis && caravan.car === car)
    // They are those of the class that is made, whatever was asked for.
    let bound = try Container { Bind(Trailer.self) { (caravan: Caravan) in caravan } }
    bound.tree.attach(chassis, to: car)
    let asked = try #require(try bound.resolve(Trailer.self, parent: chassis) as? Caravan)
    #expect(asked.chassis === chassis && asked.car === car)
  }

  @Test func `IND-19: references are set when the whole graph is there, and what is not found is nil`() throws {
    let stale = Car()
    let wheel = Wheel()
    wheel.car = stale
    let container = try Container()
    try container.inject(into: wheel)
    #expect(wheel.car == nil)
    // Nobody looks again when there is one later.
    container.tree.attach(wheel, to: stale)
    #expect(wheel.car == nil)
    withExtendedLifetime(stale) {}
  }

  @Test func `IND-19: all references of a request are set before anything in it awakes`() throws {
    let log = Log()
    let container = try Container {
      Bind(Chassis.init).require(\.wheel)
      Bind(Wheel.init).reference(\.chassis).reference(\.car).onAwake { wheel in
        log.add("wheel: \(wheel.chassis != nil) \(wheel.car != nil) \(wheel.car?.engine?.wheel === wheel)")
      }
      Bind(Engine.init).reference(\.wheel)
      Bind(Car.init).require(\.chassis).require(\.engine)
    }
    let car = try container.resolve(Car.self)
    #expect(log.lines == ["wheel: true true true"])
    withExtendedLifetime(car) {}
  }

  /// Objects of one class, put into a tree by hand; what is found tells the order of the search.
  private final class Relative { let name: String; init(_ name: String) { self.name = name } }
  private final class Plain {}
  private final class Seeker: Injectable {
    weak var found: Relative?
    init() {}
    static var binding: AnyBind { AnyBind(Bind(Seeker.init)).reference(\Seeker.found) }
  }

  @Test(arguments: [
    (["parent", "sibling", "nephew", "grandparent", "uncle", "cousin"], "parent"),
    (["sibling", "nephew", "grandparent", "uncle", "cousin"], "sibling"),
    (["nephew", "grandparent", "uncle", "cousin"], "nephew"),
    (["grandparent", "uncle", "cousin"], "grandparent"),
    (["uncle", "cousin"], "uncle"),
    (["cousin"], "cousin"),
    ([], nil),
  ])
  func `IND-20: the search goes parent, siblings, their descendants, then one level up`(present: [String], found: String?) throws
  {
    let container = try Container()
    func object(_ name: String) -> AnyObject { present.contains(name) ? Relative(name) : Plain() }
    let grandparent = object("grandparent"), parent = object("parent"), uncle = object("uncle")
    let cousin = object("cousin"), sibling = object("sibling"), nephew = object("nephew")
    container.tree.attach(uncle, to: grandparent)
    container.tree.attach(cousin, to: uncle)
    container.tree.attach(parent, to: grandparent)
    container.tree.attach(sibling, to: parent)
    container.tree.attach(nephew, to: sibling)
    let seeker = try container.resolve(Seeker.self, parent: parent)
    #expect(seeker.found?.name == found)
    withExtendedLifetime([grandparent, parent, uncle, cousin, sibling, nephew]) {}
  }

  @Test func `IND-20: any sibling comes before the descendants of the first`() throws {
    let container = try Container()
    let parent = Plain(), first = Plain(), inner = Relative("inner"), second = Relative("second")
    container.tree.attach(first, to: parent)
    container.tree.attach(inner, to: first)
    container.tree.attach(second, to: parent)
    #expect(try container.resolve(Seeker.self, parent: parent).found === second)
    withExtendedLifetime([parent, first, inner, second] as [AnyObject]) {}
  }

  @Test func `IND-20: descendants are searched depth first, sibling by sibling`() throws {
    let container = try Container()
    let parent = Plain(), first = Plain(), inner = Plain(), deep = Relative("deep"), near = Relative("near"), second = Plain()
    let other = Relative("other")
    for (child, owner) in [(first, parent), (inner, first), (second, parent)] as [(AnyObject, AnyObject)] {
      container.tree.attach(child, to: owner)
    }
    container.tree.attach(other, to: second)
    container.tree.attach(deep, to: inner)
    container.tree.attach(near, to: first)
    #expect(try container.resolve(Seeker.self, parent: parent).found === deep)
    withExtendedLifetime([parent, first, inner, deep, near, second, other] as [AnyObject]) {}
  }

  @Test func `IND-21: the object itself and its branch are not searched`() throws {
    final class Twin: Injectable {
      weak var other: Twin?
      weak var logo: Logo?
      var own: Logo?
      init() {}
      static var binding: AnyBind { AnyBind(Bind(Twin.init)).require(\Twin.own).reference(\Twin.other).reference(\Twin.logo) }
    }
    let container = try Container()
    let parent = Plain()
    let first = try container.resolve(Twin.self, parent: parent)
    #expect(first.other == nil && first.logo == nil)
    let second = try container.resolve(Twin.self, parent: parent)
    #expect(second.other === first)
    #expect(second.logo === first.own && second.logo !== second.own)
  }

  @Test func `IND-21: an object's own descendants are not searched`() throws {
    final class Outer: Injectable {
      weak var inner: Logo?
      var logo: Logo?
      init() {}
      static var binding: AnyBind { AnyBind(Bind(Outer.init)).require(\Outer.logo).reference(\Outer.inner) }
    }
    let outer = try Container().resolve(Outer.self)
    #expect(outer.logo != nil && outer.inner == nil)
  }

  @Test func `IND-22: a relative matches by its type, whatever it is bound as`() throws {
    let container = try Container { Bind(Chassis.self) { (chassis: UnibodyChassis) in chassis } }
    let chassis = try container.resolve(Chassis.self)
    #expect(chassis is UnibodyChassis && chassis.wheel?.chassis === chassis)
  }

  @Test func `IND-23: the container is everybody's ancestor, and other roots are searched`() throws {
    final class Visitor: Injectable {
      weak var container: Container?
      weak var garage: TwoCarGarage?
      init() {}
      static var binding: AnyBind {
        AnyBind(Bind(Visitor.init)).reference(\Visitor.container).reference(\Visitor.garage)
      }
    }
    let container = try Container()
    let garage = try container.resolve(TwoCarGarage.self)
    let visitor = try container.resolve(Visitor.self)
    #expect(visitor.container === container && visitor.garage === garage)
  }

  @Test func `IND-24: singletons sit under the container and are found there`() throws {
    final class Map: Injectable {
      weak var road: Road?
      init() {}
      static var binding: AnyBind { AnyBind(Bind(Map.init)).reference(\Map.road) }
    }
    let container = try Container()
    let road = try container.resolve(Road.self)
    let map = try container.resolve(Map.self)
    #expect(map.road === road && container.tree.parent(of: road) == nil)
  }

  @Test func `IND-24: a singleton is the parent of what it needs, which finds it and others under the container`() throws {
    let container = try Container {
      Bind(Station.init).in(.singleton).require(\.sign)
      Bind(Sign.init).reference(\.station).reference(\.road)
      Bind(Road.init).in(.singleton)
    }
    let road = try container.resolve(Road.self)
    let station = try container.resolve(Station.self)
    let sign = try #require(station.sign)
    #expect(container.tree.parent(of: sign) === station && container.tree.parent(of: station) == nil)
    #expect(sign.station === station && sign.road === road)
  }

  private final class Station: @unchecked Sendable {  // SAFETY: stays in its test.
    var sign: Sign?
    init() {}
  }
  private final class Sign {
    weak var station: Station?
    weak var road: Road?
    init() {}
  }

  @Test func `IND-23: a type that is asked for later finds what a module binds, where a root names it`() throws {
    struct Garages: Module {
      var bindings: Bindings { Bind(Lot.init).in(.singleton) }
    }
    let container = try Container(Garages(), roots: [Root(Guest.self), Root(Lot.self)])
    let lot = try container.resolve(Lot.self)
    #expect(try container.resolve(Guest.self).lot === lot)
    // Without it the container keeps no tree for what its modules bind, and the reference is nil.
    let unnamed = try Container(Garages())
    _ = try unnamed.resolve(Lot.self)
    #expect(try unnamed.resolve(Guest.self).lot == nil)
  }

  private final class Lot: Sendable { init() {} }
  private final class Guest: Injectable {
    weak var lot: Lot?
    init() {}
    static var binding: AnyBind { AnyBind(Bind(Guest.init)).reference(\Guest.lot) }
  }

  @Test func `IND-25: two cars in a garage find each other and each other's parts`() throws {
    let container = try Container()
    let garage = try container.resolve(TwoCarGarage.self)
    let ford = try #require(garage.ford), renault = try #require(garage.renault)
    #expect(ford.steeringWheel?.garage === garage)
    #expect(ford.neighbour === renault && renault.neighbour === ford)
    #expect(ford.neighboursEngine === renault.engine && ford.neighboursEngine !== ford.engine)
    #expect(renault.neighboursSteeringWheel === ford.steeringWheel)
    let car = try container.resolve(Car.self)
    #expect(car.chassis?.wheel?.chassis === car.chassis && car.chassis?.wheel?.car === car)
    #expect(car.engine?.wheel === car.chassis?.wheel)
    let focus = try container.resolve(FordFocus.self)
    #expect(focus.logo?.parentCar === focus)
  }

  @Test func `IND-26 and IND-27: all awake at the end, what was made for an object before the object`() throws {
    let log = Log()
    let container = try Container {
      Bind(Chassis.init).require(\.wheel).onAwake { log.add("chassis, wheel \($0.wheel?.chassis === $0 ? "found it" : "lost")") }
      Bind(Wheel.init).reference(\.chassis).onAwake { log.add("wheel, chassis \($0.chassis == nil ? "lost" : "found")") }
    }
    _ = try container.resolve(Chassis.self)
    #expect(log.lines == ["wheel, chassis found", "chassis, wheel found it"])
  }

  @Test func `IND-28: a subclass awakes as its superclass does, then as itself`() throws {
    class Lamp: Injectable {
      var lines: [String] = []
      required init() {}
      class var binding: AnyBind { AnyBind(Bind(Self.init)).onAwake { (lamp: Lamp) in lamp.lines.append("lamp") } }
    }
    final class Headlight: Lamp {
      override class var binding: AnyBind { super.binding.onAwake { (light: Headlight) in light.lines.append("headlight") } }
    }
    #expect(try Container().resolve(Headlight.self).lines == ["lamp", "headlight"])
  }

  private struct Crossing { let (one, other): (Road, Road) }

  @Test func `IND-29: a singleton awakes once`() throws {
    let log = Log()
    let container = try Container {
      Bind(Road.init).in(.singleton).onAwake { _ in log.add("road") }
      Bind { (one: Road, other: Road) in Crossing(one: one, other: other) }
    }
    let crossing = try container.resolve(Crossing.self)
    #expect(crossing.one === crossing.other)
    for _ in 1...3 { _ = try container.resolve(Road.self) }
    #expect(log.lines == ["road"])
  }
}
