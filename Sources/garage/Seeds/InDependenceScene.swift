// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailRelatives

enum InDependenceScene {
  class Carriage: Injectable {
    var chassis: Chassis?
    required init() {}
    class var binding: AnyBind { AnyBind(Bind(Self.init)).require(\Carriage.chassis) }
  }

  final class Coach: Carriage {
    var bell: Bell?
    override class var binding: AnyBind { super.binding.require(\Coach.bell) }
  }

  final class Chassis: Injectable {
    var axle: Axle?
    init() {}
    static var binding: AnyBind { AnyBind(Bind(Chassis.init)).require(\Chassis.axle) }
  }

  final class Axle: Injectable {
    weak var chassis: Chassis?
    weak var carriage: Carriage?
    var isAwake = false
    init() {}
    static var binding: AnyBind {
      AnyBind(Bind(Axle.init)).reference(\Axle.chassis).reference(\Axle.carriage)
        .onAwake { (axle: Axle) in axle.isAwake = axle.carriage != nil }
    }
  }

  final class Bell: Injectable {
    init() {}
    static var binding: AnyBind { AnyBind(Bind(Bell.init)) }
  }

  static func lines() throws -> [String] {
    let container = try Container { Bind(Carriage.self) { (coach: Coach) in coach } }
    let carriage = try container.resolve(Carriage.self)
    let axle = carriage.chassis?.axle
    return [
      "no module lists them, and asking for a Carriage gives \(TypeName(type(of: carriage)))",
      "it has what its superclass needs and what it needs itself: \(carriage.chassis != nil && (carriage as? Coach)?.bell != nil)",
      "its axle found its parent and its grandparent: \(axle?.chassis === carriage.chassis && axle?.carriage === carriage)",
      "it awoke once everything was there: \(axle?.isAwake ?? false)",
    ]
  }
}
