// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailInjected
import DovetailRelatives
import Testing

/// The examples of InDependence's document, in its order.
@Suite("InDependence: the examples of its document") struct InDependenceDocumentTests {
  final class Wheel: Injectable {
    weak var chassis: Chassis?
    weak var car: Car?
    init() {}
    static var binding: AnyBind { AnyBind(Bind(Wheel.init)).reference(\Wheel.chassis).reference(\Wheel.car) }
  }

  class Chassis: Injectable {
    var wheel: Wheel?
    required init() {}
    class var binding: AnyBind { AnyBind(Bind(Self.init)).require(\Chassis.wheel) }
  }

  class Engine: Injectable {
    weak var wheel: Wheel?
    required init() {}
    class var binding: AnyBind { AnyBind(Bind(Self.init)).reference(\Engine.wheel) }
  }

  class Car: Injectable {
    var chassis: Chassis?
    var engine: Engine?
    var road: Road?
    var awakenings = 0
    required init() {}
    class var binding: AnyBind {
      AnyBind(Bind(Self.init)).require(\Car.chassis).require(\Car.engine).require(\Car.road)
        .onAwake { (car: Car) in car.awakenings += 1 }
    }
  }

  final class Road: Injectable, Sendable {
    init() {}
    static var binding: AnyBind { AnyBind(Bind(Road.init).in(.singleton)) }
  }

  final class UnibodyChassis: Chassis {}
  final class HybridEngine: Engine {}
  class Ford: Car {}
  final class FordFocus: Ford {}

  /// A subclass with an initialiser of its own says how it is made; the rest is its superclass's.
  final class ColoredCar: Car {
    let color: String
    init(color: String) { self.color = color }
    required convenience init() { self.init(color: "Black") }
    override class var binding: AnyBind {
      super.binding.made(by: Bind(ColoredCar.init(color:)).arguments(defaults: "Black"))
    }
  }

  @Test func `basic usage: requirements are filled all the way down`() throws {
    let car = try Container().resolve(Car.self)
    #expect(car.chassis?.wheel != nil && car.engine != nil)
  }

  @Test func `fetching objects: an object is the root of its request, and the shared container is replaceable`() throws {
    let container = try Container()
    let car = try withContainer(container) { try Container.shared.resolve(Car.self) }
    #expect(container.tree.parent(of: car) == nil)
    #expect(container.tree.roots.contains { $0 === car })
    let other = try withContainer(try Container()) { try Container.shared.resolve(Car.self) }
    #expect(other.road !== car.road)
  }

  @Test func `references: a wheel finds its chassis and its car, an engine the wheel`() throws {
    let car = try Container().resolve(Car.self)
    let wheel = try #require(car.chassis?.wheel)
    #expect(wheel.chassis === car.chassis)
    #expect(wheel.car === car)
    #expect(car.engine?.wheel === wheel)
  }

  @Test func `awaking: an object learns that it is complete`() throws {
    let car = try Container().resolve(Car.self)
    #expect(car.awakenings == 1)
    #expect(car.chassis?.wheel?.car?.awakenings == 1)
  }

  struct MyModule: Module {
    var bindings: Bindings {
      Bind(Chassis.self) { (chassis: UnibodyChassis) in chassis }
      Bind(Engine.self) { (engine: HybridEngine) in engine }
    }
  }

  @Test func `class bindings: a module says which subclass is made`() throws {
    let car = try Container(MyModule()).resolve(Car.self)
    #expect(type(of: car) == Car.self)
    #expect(car.chassis.map { type(of: $0) } == UnibodyChassis.self)
    #expect(car.engine.map { type(of: $0) } == HybridEngine.self)
  }

  @Test func `recursive bindings: they are followed until there is no further one`() throws {
    let container = try Container {
      Bind(Car.self) { (ford: Ford) in ford }
      Bind(Ford.self) { (focus: FordFocus) in focus }
    }
    let car = try container.resolve(Car.self)
    #expect(type(of: car) == FordFocus.self)
    #expect(car.awakenings == 1, "it has three names, and awakes once")
    #expect(car.chassis?.wheel?.car === car)
  }

  @Test func `initializers: an argument has a default, and the call may give another`() throws {
    let container = try Container()
    let carWithDefaultColor = try container.resolve(ColoredCar.self)
    #expect(carWithDefaultColor.color == "Black")
    let carWithCustomColor = try container.resolve(ColoredCar.self, arguments: "Red")
    #expect(carWithCustomColor.color == "Red")
    #expect(carWithCustomColor.engine != nil && carWithCustomColor.chassis?.wheel?.car === carWithCustomColor)
    #expect(carWithCustomColor.road != nil && carWithCustomColor.road === carWithDefaultColor.road)
    #expect(carWithCustomColor.awakenings == 1)
  }

  @Test func `singletons: two cars share the road`() throws {
    let container = try Container()
    let car = try container.resolve(Car.self)
    let anotherCar = try container.resolve(Car.self)
    #expect(car !== anotherCar)
    #expect(car.road != nil && car.road === anotherCar.road)
  }

  @Test func `IND-43: a class is bound to its superclass`() throws {
    let container = try Container { Bind(Ford.self) { (focus: FordFocus) in focus } }
    #expect(try container.resolve(Ford.self) is FordFocus)
    #expect(try type(of: container.resolve(Car.self)) == Car.self)
  }
}
