// SPDX-License-Identifier: Apache-2.0
internal import Dovetail

enum ModuleCycle: DiagnosticGuide {
  static let id = Diagnostic.ID.moduleCycle

  static func wrong() -> Report { Container.check(ModuleCycleWrong.CarModule()) }
  static func endless() -> Report { Container.check(ModuleCycleWrong.LaneModule(number: 1)) }

  static func messages() -> [String] { [wrong(), endless()].map { shown($0.diagnostics, in: "ModuleCycleWrong") } }

  static func right() -> Report { Container.check(ModuleCycleRight.CarModule()) }
}

enum ModuleCycleWrong {
  #sourceLocation(file:"CarModule.swift",line:1)
  struct CarModule: Module {
    var bindings: Bindings { Include(RadioModule()) }
  }

  struct RadioModule: Module {
    var bindings: Bindings { Include(CarModule()) }
  }
  #sourceLocation()

  #sourceLocation(file:"LaneModule.swift",line:1)
  struct LaneModule: Module {
    let number: Int

    var bindings: Bindings { Include(LaneModule(number: number + 1)) }
  }
  #sourceLocation()
}

enum ModuleCycleRight {
  struct CarModule: Module {
    var bindings: Bindings { Include(RadioModule()) }
  }

  struct RadioModule: Module {
    var bindings: Bindings { Include(WaveModule()) }
  }

  struct WaveModule: Module {
    var bindings: Bindings {}
  }
}
