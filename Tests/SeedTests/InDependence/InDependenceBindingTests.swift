// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Testing

@Suite("InDependence: singletons, bindings and modules") struct InDependenceBindingTests {
  @Test func `IND-30: a singleton by annotation is one for each container`() throws {
    let container = try Container()
    let garage = try container.resolve(TwoCarGarage.self)
    let road = try #require(garage.ford?.road)
    #expect(garage.renault?.road === road)
    #expect(try container.resolve(Road.self) === road)
    #expect(try Container().resolve(Road.self) !== road)
  }

  class Track: Injectable, @unchecked Sendable {
    required init() {}
    class var binding: AnyBind { AnyBind(Bind(Self.init).in(.singleton)) }
  }
  final class RaceTrack: Track, @unchecked Sendable {}
  final class DirtTrack: Track, @unchecked Sendable {
    override class var binding: AnyBind { super.binding.in(.transient) }
  }

  @Test func `IND-31: a subclass is a singleton of its own, unless it opts out`() throws {
    let container = try Container()
    #expect(try container.resolve(RaceTrack.self) === container.resolve(RaceTrack.self))
    #expect(try container.resolve(RaceTrack.self) !== container.resolve(Track.self))
    #expect(try container.resolve(DirtTrack.self) !== container.resolve(DirtTrack.self))
    let bound = try Container { Bind(Track.self) { (race: RaceTrack) in race } }
    #expect(try bound.resolve(Track.self) === bound.resolve(RaceTrack.self))
  }

  @Test func `IND-31: arguments count when a singleton is made, and not again`() throws {
    let container = try Container { Bind { (name: String) in Named(name) }.arguments(defaults: "first").in(.singleton) }
    let made = try container.resolve(Named.self, arguments: "mine")
    #expect(made.name == "mine")
    #expect(try container.resolve(Named.self, arguments: "yours") === made)
  }

  final class Named: Sendable {
    let name: String
    init(_ name: String) { self.name = name }
  }

  @Test func `IND-32: a singleton's requirements are set once`() throws {
    let log = Log()
    let container = try Container {
      Bind(Depot.init).in(.singleton).require(\.road)
      Bind { () -> Road in
        log.add("road")
        return Road()
      }
    }
    let depot = try container.resolve(Depot.self)
    let road = depot.road
    #expect(try container.resolve(Depot.self).road === road)
    #expect(log.lines == ["road"])
  }

  final class Depot: @unchecked Sendable {
    var road: Road?
    init() {}
  }

  @Test func `IND-33: the container is the parent of a singleton, whoever asked first`() throws {
    let container = try Container()
    let ford = try container.resolve(GarageFord.self)
    let road = try #require(ford.road)
    #expect(container.tree.parent(of: road) == nil)
    #expect(container.tree.roots.contains { $0 === road })
  }

  struct ExampleModule: Module {
    var bindings: Bindings {
      Bind(Chassis.self) { (chassis: UnibodyChassis) in chassis }
      Bind(Engine.self) { (engine: HybridEngine) in engine }
    }
  }

  @Test func `IND-34: a class is bound to another, directly and as a requirement`() throws {
    let container = try Container(ExampleModule())
    #expect(try container.resolve(Engine.self) is HybridEngine)
    let car = try container.resolve(Car.self)
    #expect(car.chassis is UnibodyChassis && car.engine is HybridEngine)
  }

  @Test func `IND-35: a protocol is bound to a class`() throws {
    let container = try Container { Bind((any WheelOwner).self) { (garage: TwoCarGarage) in garage } }
    #expect(try container.resolve((any WheelOwner).self) is TwoCarGarage)
  }

  struct FordModule: Module {
    var bindings: Bindings { Bind(Car.self) { (ford: Ford) in ford } }
  }
  struct FocusModule: Module {
    var bindings: Bindings { Bind(Ford.self) { (focus: FordFocus) in focus } }
  }

  @Test func `IND-36: bindings are followed across modules, and a circle of them is an error`() throws {
    #expect(try Container(FordModule(), FocusModule()).resolve(Car.self) is FordFocus)
    let report = Container.check(FordModule(), InlineModule { Bind(Ford.self) { (car: Car) in car as? Ford ?? Ford() } })
    #expect(report.errors.map(\.id) == [.dependencyCycle])
  }

  @Test func `IND-37: bindings of protocols are followed too`() throws {
    let container = try Container {
      Bind((any WheelOwner).self) { (owner: Owner) in owner }
      Bind(Owner.self) { (rich: RichOwner) in rich }
    }
    #expect(try container.resolve((any WheelOwner).self) is RichOwner)
  }

  class Owner: WheelOwner, Injectable {
    required init() {}
    class var binding: AnyBind { AnyBind(Bind(Self.init)) }
  }
  final class RichOwner: Owner {}

  @Test func `IND-38: a protocol that nobody binds is an error that says what to do`() throws {
    let error = #expect(throws: ResolutionError.self) { try Container().resolve((any WheelOwner).self) }
    #expect(error?.code == .missing)
    #expect(error?.description.hasPrefix("error: [missing-binding] nothing is bound for 'any WheelOwner'") == true)
    let report = Container.check(InlineModule { Bind(SteeringWheel.init).require(\.garage) })
    #expect(report.errors.map(\.message) == ["nothing is bound for 'any WheelOwner'"])
  }

  @Test func `IND-39 and IND-40: a key that is bound twice is an error that names both, and nothing is half done`() {
    let report = Container.check(FordModule(), InlineModule { Bind(Car.self) { (focus: FordFocus) in focus } })
    #expect(report.errors.map(\.id) == [.duplicateBinding])
    #expect(throws: GraphError.self) { try Container(FordModule(), InlineModule { Bind(Car.init) }) }
  }

  @Test func `IND-41: modules are added to and removed from a derived container, and may come back`() throws {
    let container = try Container(FordModule(), FocusModule())
    let without = try container.rebuilt(removing: FocusModule.self)
    #expect(try type(of: without.resolve(Car.self)) == Ford.self)
    #expect(try without.child(FocusModule()).resolve(Ford.self) is FordFocus)
    #expect(try container.resolve(Car.self) is FordFocus)
    let error = #expect(throws: GraphError.self) { try without.rebuilt(removing: ExampleModule.self) }
    #expect(error?.report.errors.map(\.id.rawValue) == ["nothing-to-remove"])
  }

  @Test func `IND-42: a module is written inline`() throws {
    let container = try Container(InlineModule("cars") { Bind(Car.self) { (ford: Ford) in ford } })
    #expect(try type(of: container.resolve(Car.self)) == Ford.self)
    #expect(container.graph.modules.first?.name.description == "cars")
  }
}
