// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailInjected
internal import DovetailRelatives
internal import Testing

// The examples of InDependence's document, with classes of the main actor.

enum InDependence {
  @MainActor final class Wheel: Injectable {
    weak var chassis: Chassis?
    weak var car: Car?
    init() {}
    nonisolated static var binding: AnyBind { AnyBind(Bind(Wheel.init)).reference(\Wheel.chassis).reference(\Wheel.car) }
  }

  @MainActor class Chassis: Injectable {
    var wheel: Wheel?
    required init() {}
    nonisolated class var binding: AnyBind { AnyBind(Bind(Self.init)).require(\Chassis.wheel) }
  }

  @MainActor class Engine: Injectable {
    weak var wheel: Wheel?
    required init() {}
    nonisolated class var binding: AnyBind { AnyBind(Bind(Self.init)).reference(\Engine.wheel) }
  }

  @MainActor class Car: Injectable {
    var chassis: Chassis?
    var engine: Engine?
    var road: Road?
    var awakenings = 0
    required init() {}
    nonisolated class var binding: AnyBind {
      AnyBind(Bind(Self.init)).require(\Car.chassis).require(\Car.engine).require(\Car.road)
        .onAwake { @MainActor (car: Car) in car.awakenings += 1 }
    }
  }

  @MainActor final class Road: Injectable {
    init() {}
    nonisolated static var binding: AnyBind { AnyBind(Bind(Road.init).in(.singleton)) }
  }

  @MainActor final class UnibodyChassis: Chassis {}
  @MainActor final class HybridEngine: Engine {}
  @MainActor class Ford: Car {}
  @MainActor final class FordFocus: Ford {}

  @MainActor final class ColoredCar: Car {
    let color: String
    init(color: String) { self.color = color }
    required convenience init() { self.init(color: "Black") }
    nonisolated override class var binding: AnyBind {
      super.binding.made(by: Bind(ColoredCar.init(color:)).arguments(defaults: "Black"))
    }
  }

  struct MyModule: Module {
    var bindings: Bindings {
      Bind(Chassis.self) { @MainActor (chassis: UnibodyChassis) in chassis }
      Bind(Engine.self) { @MainActor (engine: HybridEngine) in engine }
      Bind(Car.self) { @MainActor (ford: Ford) in ford }
      Bind(Ford.self) { @MainActor (focus: FordFocus) in focus }
    }
  }

  protocol WheelOwner: AnyObject {
    var chassis: Chassis? { get }
  }

  struct OwnerModule: Module {
    var bindings: Bindings { Bind((any WheelOwner).self) { @MainActor (car: Car) in car } }
  }

  /// Its parts are made by a closure, and from another object that it holds already.
  final class Garage: Injectable {
    var car: Car?
    var sign: Sign?
    var steps: [String] = []
    init() {}
    nonisolated static var binding: AnyBind {
      AnyBind(Bind(Garage.init).onCreate { @MainActor garage in garage.steps.append("made") })
        .require(\Garage.car)
        .require { @MainActor (garage: Garage, sign: Sign) in garage.sign = sign }
        .onAwake { @MainActor (garage: Garage) in garage.steps.append("complete") }
    }
  }

  final class Sign: SelfMade { init() {} }
}

extension InDependence.Car: InDependence.WheelOwner {}

@Suite struct RelativesTests {
  typealias Car = InDependence.Car

  @Test func `InDependence's car is complete, knows its relatives and awakes once`() async throws {
    let container = try Container()
    for car in [try now(container), try await container.resolve(Car.self)] {
      let wheel = try #require(car.chassis?.wheel)
      #expect(wheel.chassis === car.chassis && wheel.car === car && car.engine?.wheel === wheel)
      #expect(car.awakenings == 1 && car.road != nil)
    }
    #expect(try now(container).road === now(container).road)
  }

  @Test func `a module says which subclass is made, from one to the next`() throws {
    let car = try now(Container(InDependence.MyModule()))
    #expect(type(of: car) == InDependence.FordFocus.self)
    #expect(car.chassis is InDependence.UnibodyChassis && car.engine is InDependence.HybridEngine)
    #expect(car.awakenings == 1 && car.chassis?.wheel?.car === car)
  }

  @Test func `an argument has a default, and the call may give another`() throws {
    let container = try Container()
    func car() throws -> InDependence.ColoredCar { try container.resolve() }
    #expect(try car().color == "Black")
    let red = try container.resolve(InDependence.ColoredCar.self, arguments: "Red")
    #expect(red.color == "Red" && red.engine != nil)
  }

  @Test func `a protocol is bound to a class, and an argument of a class is bound by a module`() throws {
    let owner: any InDependence.WheelOwner = try Container(InDependence.OwnerModule()).resolve()
    #expect(owner is Car && owner.chassis?.wheel?.chassis === owner.chassis)
    let paints = try Container(InlineModule("paints") { DefaultArgument(0, of: InDependence.ColoredCar.self, "Blue") })
    let blue: InDependence.ColoredCar = try paints.resolve()
    #expect(blue.color == "Blue")
  }

  @Test func `blocks run when an object is made and when it is complete, and a caller may be its parent`() throws {
    let container = try Container()
    let garage: InDependence.Garage = try container.resolve()
    #expect(garage.steps == ["made", "complete"] && garage.sign != nil && garage.car?.chassis != nil)
    let car = Car()
    let wheel = try container.resolve(InDependence.Wheel.self, parent: car)
    #expect(wheel.car === car)
  }

  @Test func `the shared injector is changed at any time`() async {
    await #expect(processExitsWith: .success) { try await RelativesTests.changeShared() }
  }

  private static func changeShared() throws {
    let first = try Container()
    #expect(Container.replaceShared(with: first) == nil)
    let road: InDependence.Road = try Container.shared.resolve()
    #expect(Container.replaceShared(with: try Container()) === first)
    #expect(try Container.shared.resolve(InDependence.Road.self) !== road)
    try Container.replaceShared { try $0.child(InDependence.MyModule()) }
    #expect(try Container.shared.resolve(Car.self) is InDependence.FordFocus)
  }

  private func now(_ container: Container) throws -> Car { try container.resolve() }
}
