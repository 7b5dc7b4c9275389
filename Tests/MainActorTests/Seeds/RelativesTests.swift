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
}

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

  private func now(_ container: Container) throws -> Car { try container.resolve() }
}
