// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailRelatives

// The classes of InDependence's document and tests, as types that carry their binds.

nonisolated protocol WheelOwner: AnyObject {}

class Chassis: Injectable {
  var wheel: Wheel?
  required init() {}
  class var binding: AnyBind { AnyBind(Bind(Self.init)).require(\Chassis.wheel) }
}

nonisolated final class UnibodyChassis: Chassis {}

final class Wheel: Injectable {
  weak var chassis: Chassis?
  weak var car: Car?
  init() {}
  static var binding: AnyBind { AnyBind(Bind(Wheel.init)).reference(\Wheel.chassis).reference(\Wheel.car) }
}

class Engine: Injectable {
  weak var wheel: Wheel?
  required init() {}
  class var binding: AnyBind { AnyBind(Bind(Self.init)).reference(\Engine.wheel) }
}

nonisolated final class HybridEngine: Engine {}

class Car: Injectable {
  var chassis: Chassis?
  var engine: Engine?
  required init() {}
  class var binding: AnyBind { AnyBind(Bind(Self.init)).require(\Car.chassis).require(\Car.engine) }
}

nonisolated class Ford: Car {}

nonisolated final class FordFocus: Ford {
  var logo: Logo?
  override class var binding: AnyBind { super.binding.require(\FordFocus.logo) }
}

final class Logo: Injectable {
  weak var parentCar: Car?
  init() {}
  static var binding: AnyBind { AnyBind(Bind(Logo.init)).reference(\Logo.parentCar) }
}

/// A road is shared by everybody in one container.
final class Road: Injectable, Sendable {
  init() {}
  static var binding: AnyBind { AnyBind(Bind(Road.init).in(.singleton)) }
}

// A garage with two cars that look for each other.

final class SteeringWheel: Injectable {
  weak var garage: (any WheelOwner)?
  init() {}
  static var binding: AnyBind { AnyBind(Bind(SteeringWheel.init)).reference(\SteeringWheel.garage) }
}

class GarageCar: Injectable {
  var engine: Engine?
  var steeringWheel: SteeringWheel?
  var road: Road?
  required init() {}
  class var binding: AnyBind {
    AnyBind(Bind(Self.init)).require(\GarageCar.engine).require(\GarageCar.steeringWheel).require(\GarageCar.road)
  }
}

nonisolated final class GarageFord: GarageCar {
  weak var neighbour: Renault?
  weak var neighboursEngine: Engine?
  override class var binding: AnyBind {
    super.binding.reference(\GarageFord.neighbour).reference(\GarageFord.neighboursEngine)
  }
}

nonisolated final class Renault: GarageCar {
  weak var neighbour: GarageFord?
  weak var neighboursSteeringWheel: SteeringWheel?
  override class var binding: AnyBind {
    super.binding.reference(\Renault.neighbour).reference(\Renault.neighboursSteeringWheel)
  }
}

final class TwoCarGarage: Injectable, WheelOwner {
  var ford: GarageFord?
  var renault: Renault?
  init() {}
  static var binding: AnyBind {
    AnyBind(Bind(TwoCarGarage.init)).require(\TwoCarGarage.ford).require(\TwoCarGarage.renault)
  }
}
