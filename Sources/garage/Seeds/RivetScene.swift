// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailNames
internal import DovetailProfiles

enum RivetScene {
  struct CarModule: Module {
    let profile: Profile

    var bindings: Bindings {
      NamedBind("Car") { factory in
        try Machine(parts: [factory["Engine"], factory["Radio"]] + factory["Wheels"])
      }.in(.singleton)
      NamedBind("Engine") { _ in "engine" }
      NamedBind("Radio") { [profile] _ in "radio at \(try profile["Frequency"] as Double)" }
      NamedBind("Wheels") { factory in
        let wheel: Provider<String> = try factory["Wheel Provider"]
        return (1...4).map { _ in wheel() }
      }
      NamedBind("Wheel") { _ in "wheel" }
    }
  }

  final class Machine: Sendable {
    let parts: [String]
    init(parts: [String]) { self.parts = parts }
  }

  static func lines() throws -> [String] {
    let factory = try Container(CarModule(profile: Profile("Production", ["Frequency": 102.8])))
    let car: Machine = try factory["Car"]
    let again: Provider<Machine> = try factory["Car Provider"]
    return [
      "factory[\"Car\"] has " + car.parts.joined(separator: ", "),
      "factory[\"Car Provider\"]() is the same car: \(again() === car)",
    ]
  }
}
