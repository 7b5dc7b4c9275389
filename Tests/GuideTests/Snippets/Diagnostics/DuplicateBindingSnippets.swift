// SPDX-License-Identifier: Apache-2.0
internal import Dovetail

enum DuplicateBinding: DiagnosticGuide {
  static let id = Diagnostic.ID.duplicateBinding

  static func wrong() -> Report { Container.check(DuplicateBindingWrong.CarModule()) }
  static func right() -> Report { Container.check(DuplicateBindingRight.CarModule()) }
}

enum DuplicateBindingWrong {
  #sourceLocation(file:"CarModule.swift",line:1)
  protocol Engine {}
  struct HybridEngine: Engine {}
  struct DieselEngine: Engine {}

  struct CarModule: Module {
    var bindings: Bindings {
      Bind((any Engine).self, HybridEngine.init)
      Bind((any Engine).self, DieselEngine.init)
    }
  }
  #sourceLocation()
}

enum DuplicateBindingRight {
  protocol Engine {}
  struct HybridEngine: Engine {}
  struct DieselEngine: Engine {}

  struct CarModule: Module {
    var bindings: Bindings {
      Bind((any Engine).self, HybridEngine.init)
      Bind((any Engine).self, DieselEngine.init).named("diesel")
    }
  }
}
