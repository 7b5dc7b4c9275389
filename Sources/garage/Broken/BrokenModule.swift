// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailProfiles

/// One of every error that the checks know, each in a module of its own.
struct BrokenModule: Module {
  /// The resolutions that the program would make.
  static let roots = [
    Root(Album.self), Root(Archive.self), Root(Badge.self), Root(Chicken.self), Root(Door.self), Root(Foreman.self),
    Root(Gate.self), Root(Invoice.self), Root(Porter.self), Root(Poster.self), Root(Pump.self), Root(Toolbox.self),
    Root(Rota.self), Root(Visit.self), Root(Whistle.self),
  ]

  var bindings: Bindings {
    Include(MissingNeeds())
    Include(DoubtfulNeeds())
    Include(WrongLives())
    Include(WrongCollections())
    Include(WrongReplacements())
    Include(ModuleA())
    Include(UnreadableModule(profile: Profile("broken", ["frequncy": 102.8])))
  }
}

/// `module-cycle`: two modules that include each other.
struct ModuleA: Module {
  var bindings: Bindings { Include(ModuleB()) }
}

struct ModuleB: Module {
  var bindings: Bindings { Include(ModuleA()) }
}

/// `failing-module`: a module that reads a variable which its profile does not have.
struct UnreadableModule: Module {
  let profile: Profile

  var bindings: Bindings {
    get throws {
      let frequency: Double = try profile["frequency"]
      Bind { Radio(frequency: frequency) }.named("untuned")
    }
  }
}
