// SPDX-License-Identifier: Apache-2.0
internal import Dovetail

enum ModuleCycle: DiagnosticGuide {
  static let id = Diagnostic.ID.moduleCycle

  static func wrong() -> Report { Container.check(ModuleCycleWrong.CarModule()) }
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
