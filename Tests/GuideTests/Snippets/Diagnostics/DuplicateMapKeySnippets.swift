// SPDX-License-Identifier: Apache-2.0
internal import Dovetail

enum DuplicateMapKey: DiagnosticGuide {
  static let id = Diagnostic.ID.duplicateMapKey

  static func wrong() -> Report { Container.check(DuplicateMapKeyWrong.CarModule()) }
  static func right() -> Report { Container.check(DuplicateMapKeyRight.CarModule()) }
}

enum DuplicateMapKeyWrong {
  #sourceLocation(file:"CarModule.swift",line:1)
  protocol Engine {}
  struct DieselEngine: Engine {}
  struct TurboDieselEngine: Engine {}

  struct CarModule: Module {
    var bindings: Bindings {
      Bind((any Engine).self, DieselEngine.init).contribute(key: "diesel")
      Bind((any Engine).self, TurboDieselEngine.init).contribute(key: "diesel")
    }
  }
  #sourceLocation()
}

enum DuplicateMapKeyRight {
  protocol Engine {}
  struct DieselEngine: Engine {}
  struct TurboDieselEngine: Engine {}

  struct CarModule: Module {
    var bindings: Bindings {
      Bind((any Engine).self, DieselEngine.init).contribute(key: "diesel")
      Bind((any Engine).self, TurboDieselEngine.init).contribute(key: "turbo diesel")
    }
  }
}
