// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailNames
internal import DovetailProfiles
internal import Testing

private struct OtherModule: Module {
  var bindings: Bindings { NamedBind("Radio", needs: []) { _ in Rivet.Radio(frequency: 1) } }
}

/// Binds the radio, and counts how often it is read.
private struct RadioModule: Module, Equatable {
  var frequency = 98.0

  var bindings: Bindings {
    let frequency = frequency
    NamedBind("Radio", needs: []) { _ in Rivet.Radio(frequency: frequency) }.in(.singleton)
  }
}

/// Reads its profile and is not declared to be comparable, as modules are that store a profile and nothing else.
private struct SpeakerModule: ProfilePassing {
  let profile: Profile

  var bindings: Bindings {
    get throws {
      let volume: Double = try profile["Volume"]
      NamedBind("Speaker", needs: []) { _ in Rivet.Radio(frequency: volume) }.in(.singleton)
    }
  }
}

private struct DashboardModule: ProfilePassing {
  let profile: Profile

  var bindings: Bindings { include(SpeakerModule.self) }
}

private struct CabinModule: ProfilePassing {
  let profile: Profile

  var bindings: Bindings {
    include(DashboardModule.self)
    include(SpeakerModule.self)
    NamedBind("Cabin", needs: ["Speaker"]) { values in try values["Speaker"] as Rivet.Radio }
  }
}

private struct A: Module {
  var bindings: Bindings { Include(B()) }
}

private struct B: Module {
  var bindings: Bindings { Include(A()) }
}

private struct Around: Module {
  let profile: Profile

  var bindings: Bindings {
    NamedBind("first", needs: []) { _ in 1 }
    Include(Rivet.CarModule(profile: profile))
    NamedBind("last", needs: []) { _ in 2 }
  }
}

@Suite struct `Rivet: modules and their environment` {
  @Test func `RIV-20: an environment has a name and variables, and does not change`() throws {
    let environment = Rivet.production
    #expect(environment.name == "Production")
    let frequency: Double = try environment["Frequency"]
    #expect(frequency == 102.8)
  }

  @Test func `RIV-20: an unknown variable is an error with the names that come near, and nil in the dictionary of variables`()
    throws
  {
    let environment = Rivet.production
    #expect(environment.variables["Unknown"] == nil)
    let error = #expect(throws: ProfileError.self) { _ = try environment["Frequncy"] as Double }
    #expect(error?.description == "the profile 'Production' has no variable 'Frequncy'; similar: 'Frequency'")
    #expect(try environment["Unknown", default: 88.5] == 88.5)
  }

  @Test func `RIV-20: a module may branch on the name`() throws {
    struct EngineModule: Module {
      let profile: Profile
      var bindings: Bindings {
        if profile.name == "Production" {
          NamedBind("Engine", needs: []) { _ in "V8" }
        } else {
          NamedBind("Engine", needs: []) { _ in "wound up" }
        }
      }
    }
    #expect(try Container(EngineModule(profile: Rivet.production)).resolve("Engine") == "V8")
    #expect(try Container(EngineModule(profile: Profile("Test"))).resolve("Engine") == "wound up")
  }

  @Test func `RIV-21: a module reads its environment when it is listed, and a wrong one is found before anything runs`() throws {
    let factory = try Container(Rivet.CarModule(profile: Profile("Test", ["Frequency": "99.5"])))
    #expect(try factory.resolve("Radio", as: Rivet.Radio.self).frequency == 99.5)
    #expect(
      findings { try Container(Rivet.CarModule(profile: Profile("Test", ["frequency": 1]))) } == """
        error: [failing-module] 'Rivet.CarModule' could not be read: the profile 'Test' has no variable 'Frequency'; similar: \
        'frequency'
          RivetModules.swift
          docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/failing-module.md

        1 error
        """)
  }

  @Test func `RIV-22: a module is a value that the container reads by itself`() throws {
    let module = Rivet.CarModule(profile: Rivet.production)
    #expect(module.profile.name == "Production")
    #expect(try Container(module).graph.bindings.count == 5)
    #expect(try Container(InlineModule("empty") {}).graph.bindings.isEmpty)
  }

  @Test func `RIV-23: a module includes another one with the same environment, at the position of the include`() throws {
    let factory = try Container(Around(profile: Rivet.production))
    #expect(try factory.resolve("Radio", as: Rivet.Radio.self).frequency == 102.8)
    #expect(factory.graph.modules.map(\.name.description) == ["Around", "Rivet.CarModule"])
    #expect(
      factory.graph.bindings.map(\.key.description) == ["first", "Car", "Engine", "Radio", "Wheels", "Wheel", "last"])
  }

  @Test func `RIV-23: a module is required by its class, and gets the environment by itself`() throws {
    let factory = try Container(CabinModule(profile: Profile("Production", ["Volume": 11])))
    #expect(try factory.resolve("Cabin", as: Rivet.Radio.self).frequency == 11)
    #expect(factory.graph.modules.map(\.name.description) == ["CabinModule", "DashboardModule", "SpeakerModule"])
  }

  @Test func `RIV-24: a module that two others include counts once, also one with a profile`() throws {
    let factory = try Container(CabinModule(profile: Profile("Production", ["Volume": 11])))
    #expect(factory.graph.bindings.map(\.key.description) == ["Speaker", "Cabin"])
    #expect(factory.graph.modules.map(\.includes) == [[1, 2], [2], []])
    let speaker: Rivet.Radio = try factory["Speaker"]
    #expect(try factory.resolve("Cabin") === speaker)
    // The guide's module has a profile as well, and says no more about itself.
    let profile = Rivet.production
    let shared = try Container {
      InlineModule("front") { Include(MovingFromRivet.CarModule(profile: profile)) }
      InlineModule("rear") { Include(MovingFromRivet.CarModule(profile: profile)) }
    }
    #expect(shared.graph.bindings.count == 5)
  }

  @Test func `RIV-24: a module that is included twice counts once`() throws {
    let factory = try Container {
      Include(RadioModule())
      InlineModule("dashboard") { Include(RadioModule()) }
    }
    #expect(factory.graph.bindings.count == 1)
    #expect(try factory.resolve("Radio", as: Rivet.Radio.self) === factory.resolve("Radio"))
  }

  @Test func `RIV-24: modules that include each other are an error with the path`() throws {
    #expect(
      findings { try Container(A()) } == """
        error: [module-cycle] 'A' includes itself
          RivetModuleTests.swift
          A -> B -> A
            B   RivetModuleTests.swift
          help: remove one Include, and move what both sides need into a module of its own
          docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/module-cycle.md

        1 error
        """)
  }

  @Test func `RIV-15: a name that is bound twice is an error that names both places`() throws {
    #expect(
      findings { try Container(RadioModule(), OtherModule()) } == """
        error: [duplicate-binding] 'Radio' is bound twice: nothing says which binding is meant
          RivetModuleTests.swift
          bound in RadioModule: Radio (RivetModuleTests.swift)
          bound in OtherModule: Radio (RivetModuleTests.swift)
          help: add .override to the binding that is meant, give them different names, or remove one
          docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/duplicate-binding.md

        1 error
        """)
    #expect(
      findings { try Container(RadioModule(), RadioModule(frequency: 102.8)) } == """
        error: [duplicate-binding] 'RadioModule' is included twice with different values
          RivetModuleTests.swift
          given to the container: RadioModule(frequency: 98.0)
          given to the container: RadioModule(frequency: 102.8)
          bound twice: Radio (RivetModuleTests.swift)
          help: include it with one value, or let each value tell its bindings apart with .named(_:)
          docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/duplicate-binding.md

        1 error
        """)
  }

  @Test(arguments: [true, false])
  func `RIV-15: the bind that says override is meant, in either order`(isFirst: Bool) throws {
    let factory = try Container {
      if isFirst { NamedBind("Radio", needs: []) { _ in Rivet.Radio(frequency: 1) }.override }
      RadioModule()
      if !isFirst { NamedBind("Radio", needs: []) { _ in Rivet.Radio(frequency: 1) }.override }
    }
    #expect(try factory.resolve("Radio", as: Rivet.Radio.self).frequency == 1)
  }

  @Test func `RIV-15: an override brings the scope it names, and nothing that was built before is in the new container`() throws {
    let real = try Container(RadioModule())
    let radio: Rivet.Radio = try real["Radio"]
    let same = try real.rebuilt { NamedBind("Radio", needs: []) { _ in Rivet.Radio(frequency: 1) }.in(.singleton) }
    let replaced: Rivet.Radio = try same["Radio"]
    #expect(replaced !== radio)
    #expect(try same.resolve("Radio") === replaced)
    #expect(try same.resolve("Radio Provider", as: Provider<Rivet.Radio>.self).make() === replaced)
    let fresh = try real.rebuilt { NamedBind("Radio", needs: []) { _ in Rivet.Radio(frequency: 1) }.in(.transient) }
    #expect(try fresh.resolve("Radio", as: Rivet.Radio.self) !== fresh.resolve("Radio"))
    #expect(try real.resolve("Radio") === radio)
  }

  @Test func `RIV-25: a module for tests replaces just its names, and everybody sees that`() throws {
    struct DummyModule: Module {
      var bindings: Bindings { NamedBind("Radio", needs: []) { _ in Rivet.Radio(frequency: 1) }.override }
    }
    // Listed beside the real one, before or after it, or given to a container that exists.
    let real = Rivet.CarModule(profile: Rivet.production)
    for factory in try [
      Container(real, DummyModule()), Container(DummyModule(), real), Container(real).rebuilt(overriding: DummyModule()),
    ] {
      let car: Rivet.Car = try factory["Car"]
      #expect(car.radio.frequency == 1)
      #expect(car.wheels.count == 4)
    }
  }

  @Test func `RIV-25: an override that replaces nothing is an error with what nearly matched`() throws {
    let report = findings {
      try Container(RadioModule()).rebuilt { NamedBind("Radoi", needs: []) { _ in 1 } }
    }
    #expect(
      report == """
        error: [nothing-to-override] the override of 'Radoi' replaces nothing
          RivetModuleTests.swift
          similar: 'Radio' (RivetModuleTests.swift)
          help: correct the type or name; if only another replacement needs this binding, mark it .private; bind what is new in a module or in a child container
          docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/nothing-to-override.md

        1 error
        """)
  }

  @Test func `RIV-26: a container does not change; a child adds to it`() throws {
    let factory = try Container(RadioModule())
    let child = try factory.child { NamedBind("Horn", needs: ["Radio"]) { _ in "honk" } }
    #expect(try child.resolve("Horn") == "honk")
    #expect(try child.resolve("Radio", as: Rivet.Radio.self) === factory.resolve("Radio"))
    #expect(try failure { try factory.resolve("Horn", as: String.self) }.code == .missing)
  }
}
