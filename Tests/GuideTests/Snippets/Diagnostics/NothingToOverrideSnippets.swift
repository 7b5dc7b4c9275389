// SPDX-License-Identifier: Apache-2.0
internal import Dovetail

enum NothingToOverride: DiagnosticGuide {
  static let id = Diagnostic.ID.nothingToOverride

  static func wrong() -> Report { Container.check(NothingToOverrideWrong.CarModule()) }
  static func right() -> Report { Container.check(NothingToOverrideRight.CarModule()) }
}

enum NothingToOverrideWrong {
  #sourceLocation(file:"CarModule.swift",line:1)
  protocol Engine {}
  struct HybridEngine: Engine {}
  struct FakeEngine: Engine {}

  struct CarModule: Module {
    var bindings: Bindings {
      Bind((any Engine).self, HybridEngine.init)
      Bind(FakeEngine.init).override
    }
  }
  #sourceLocation()
}

enum NothingToOverrideRight {
  protocol Engine {}
  struct HybridEngine: Engine {}
  struct FakeEngine: Engine {}

  struct CarModule: Module {
    var bindings: Bindings {
      Bind((any Engine).self, HybridEngine.init)
      Bind((any Engine).self, FakeEngine.init).override
    }
  }
}
