// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailNames
internal import DovetailProfiles

extension Rivet {
  static let production = Profile("Production", ["Frequency": 102.8])

  /// The module of the document as it stands there: names, and a factory that asks by name.
  struct CarModule: Module, Equatable {
    let profile: Profile

    var bindings: Bindings {
      get throws {
        let frequency: Double = try profile["Frequency"]
        NamedBind("Car") { factory in
          try Car(engine: factory["Engine"], radio: factory["Radio"], wheels: factory["Wheels"])
        }
        .in(.singleton)
        NamedBind("Engine") { _ in Engine() }
        NamedBind("Radio") { _ in Radio(frequency: frequency) }
        NamedBind("Wheels") { factory in
          try [factory["Wheel"], factory["Wheel"], factory["Wheel"], factory["Wheel"]] as [Wheel]
        }
        NamedBind("Wheel") { _ in Wheel() }
      }
    }
  }

  /// The same names with declared needs, so that the checks know every edge.
  struct DeclaredCarModule: Module, Equatable {
    let profile: Profile

    var bindings: Bindings {
      get throws {
        let frequency: Double = try profile["Frequency"]
        NamedBind("Car", needs: ["Engine", "Radio", "Wheels"]) { values in
          try Car(engine: values["Engine"], radio: values["Radio"], wheels: values["Wheels"])
        }
        .in(.singleton)
        NamedBind("Engine", needs: []) { _ in Engine() }
        NamedBind("Radio", needs: []) { _ in Radio(frequency: frequency) }
        NamedBind("Wheels", needs: ["Wheel Provider"]) { values in
          let wheel: Provider<Wheel> = try values["Wheel Provider"]
          return try (1...4).map { _ in try wheel.make() }
        }
        NamedBind("Wheel", needs: []) { _ in Wheel() }
      }
    }
  }

  /// The same graph by types.
  struct TypedCarModule: Module, Equatable {
    let profile: Profile

    var bindings: Bindings {
      get throws {
        let frequency: Double = try profile["Frequency"]
        Bind(Car.init).in(.singleton)
        Bind(Engine.init)
        Bind { Radio(frequency: frequency) }
        Bind { (wheel: Provider<Wheel>) in try (1...4).map { _ in try wheel.make() } }
        Bind(Wheel.init)
      }
    }
  }
}
