// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailProfiles

/// One of every error that the checks know, each in a module of its own.
struct BrokenModule: Module {
  /// The resolutions that the program would make.
  static let roots = [
    Root(Album.self), Root(Archive.self), Root(Badge.self), Root(Chicken.self), Root(Door.self), Root(Foreman.self),
    Root(Gate.self), Root(Invoice.self), Root(Porter.self), Root(Poster.self), Root(Pump.self), Root(Toolbox.self),
    Root(Rota.self), Root(Visit.self), Root(Whistle.self), Root(Milestone.self, named: "1"),
  ]

  var bindings: Bindings {
    Include(MissingNeeds())
    Include(DoubtfulNeeds())
    Include(WrongLives())
    Include(WrongCollections())
    Include(WrongReplacements())
    Include(LongRoad())
    Include(ModuleA())
    Include(UnreadableModule(profile: Profile("broken", ["frequncy": 102.8])))
  }
}

/// `too-deep`: a chain of bindings that is longer than fits on the stack of a thread.
struct LongRoad: Module {
  var bindings: Bindings {
    for number in 1...64 {
      Bind { (next: Milestone) in Milestone(number: next.number - 1) }.named("\(number)").needs(Milestone.self, named: "\(number + 1)")
    }
    Bind { Milestone(number: 65) }.named("65")
  }
}

struct Milestone: Sendable {
  let number: Int
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
