// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailRelatives
import Testing
import TestSupport

@Suite("InDependence: singletons, bindings and modules") struct InDependenceBindingTests {
  @Test func `IND-30: a singleton by annotation is one for each container`() throws {
    let container = try Container()
    let garage = try container.resolve(TwoCarGarage.self)
    let road = try #require(garage.ford?.road)
    #expect(garage.renault?.road === road)
    #expect(try container.resolve(Road.self) === road)
    #expect(try Container().resolve(Road.self) !== road)
  }

  @Test func `IND-30: a singleton is made on the first request, and lives as long as its container`() throws {
    let (made, alive) = (Counter(), Counter())
    weak var kept: Tracked?
    do {
      let container = try Container {
        Bind {
          made.add()
          return Tracked(alive)
        }
        .in(.singleton)
      }
      #expect(made.value == 0)
      kept = try container.resolve(Tracked.self)
      #expect(kept != nil && alive.value == 1)
      #expect(try container.resolve(Tracked.self) === kept)
    }
    #expect(kept == nil && alive.value == 0)
    #expect(made.value == 1)
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
    // One that needs itself on the way is found before anything runs.
    let report = Container.check(
      InlineModule {
        Bind(Depot.init).in(.singleton).require(\.road)
        Bind { (_: Depot) in Road() }
      })
    #expect(
      report.errors.map { $0.path.map(\.key) } == [["InDependenceBindingTests.Depot", "Road", "InDependenceBindingTests.Depot"]])
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
    #expect(report.errors.first?.path.map(\.key) == ["Car", "Ford", "Car"])
  }

  @Test func `IND-36: a class that is bound to itself is an error, because nothing says how it is made`() {
    let report = Container.check(InlineModule { Bind(Car.self) { (car: Car) in car } })
    #expect(report.errors.map(\.message) == ["'Car' needs itself before it is built"])
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
    #expect(
      withoutLines(report.description) == """
        error: [duplicate-binding] 'Car' is bound twice: nothing says which binding is meant
          InDependenceBindingTests.swift
          bound in InDependenceBindingTests.FordModule: Car (InDependenceBindingTests.swift)
          bound in inline module: Car (InDependenceBindingTests.swift)
          help: add .override to the binding that is meant, tell them apart with .named(_:), or remove one
          docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/duplicate-binding.md

        1 error
        """)
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

  @Test func `IND-41: a chain of class bindings works again when the module that was removed is given again`() throws {
    let container = try Container(FordModule(), FocusModule(), RoadModule())
    #expect(try type(of: container.resolve(Car.self)) == FordFocus.self)
    let without = try container.rebuilt(removing: FocusModule.self)
    #expect(try type(of: without.resolve(Car.self)) == Ford.self)
    let again = try without.rebuilt(adding: FocusModule())
    #expect(try type(of: again.resolve(Car.self)) == FordFocus.self)
    #expect(try type(of: again.resolve(Ford.self)) == FordFocus.self)
    // Given twice it counts once; what it binds that is bound otherwise is an error.
    #expect(try type(of: again.rebuilt(adding: FocusModule()).resolve(Car.self)) == FordFocus.self)
    #expect(throws: GraphError.self) { try again.rebuilt(adding: InlineModule { Bind(Ford.init) }) }
  }

  @Test func `IND-41: the singletons of a container stay with it; a copy with other modules makes its own`() throws {
    let container = try Container(FordModule(), FocusModule(), RoadModule())
    let road = try container.resolve(Road.self)
    let without = try container.rebuilt(removing: FocusModule.self)
    #expect(try without.resolve(Road.self) !== road)
    #expect(try container.resolve(Road.self) === road)
    // What is to outlive the exchange is bound in a container around it, of which the copy stays a child.
    let outer = try Container(RoadModule())
    let inner = try outer.child(FordModule(), FocusModule())
    let copy = try inner.rebuilt(removing: FocusModule.self)
    #expect(try copy.resolve(Road.self) === inner.resolve(Road.self))
    #expect(try type(of: copy.resolve(Car.self)) == Ford.self)
  }

  @Test func `IND-41: a shared container does not change; code that needs other modules resolves the current one`() throws {
    let container = try Container(FordModule())
    let holder = Holder(container)
    func drive() throws -> Car { try holder.current.resolve(Car.self) }
    #expect(try type(of: drive()) == Ford.self)
    holder.current = try holder.current.rebuilt(adding: FocusModule())
    #expect(try type(of: drive()) == FordFocus.self)
    #expect(try type(of: container.resolve(Car.self)) == Ford.self)
  }

  /// What takes the place of an injector to which modules are added: the container that is current.
  private final class Holder: @unchecked Sendable {  // SAFETY: stays in its test.
    var current: Container
    init(_ container: Container) { current = container }
  }

  private struct RoadModule: Module {
    var bindings: Bindings { Bind(Road.init).in(.singleton) }
  }

  @Test func `IND-42: a module is written inline`() throws {
    let container = try Container(InlineModule("cars") { Bind(Car.self) { (ford: Ford) in ford } })
    #expect(try type(of: container.resolve(Car.self)) == Ford.self)
    #expect(container.graph.modules.first?.name.description == "cars")
  }
}
