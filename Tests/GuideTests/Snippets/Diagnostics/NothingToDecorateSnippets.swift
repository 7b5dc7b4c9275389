// SPDX-License-Identifier: Apache-2.0
internal import Dovetail

enum NothingToDecorate: DiagnosticGuide {
  static let id = Diagnostic.ID.nothingToDecorate

  static func wrong() -> Report { Container.check(NothingToDecorateWrong.CarModule()) }
  static func right() -> Report { Container.check(NothingToDecorateRight.CarModule()) }
}

enum NothingToDecorateWrong {
  #sourceLocation(file:"CarModule.swift",line:1)
  protocol Engine {}
  struct HybridEngine: Engine {}
  struct MeteredEngine: Engine { let inner: any Engine }

  struct CarModule: Module {
    var bindings: Bindings {
      Bind(HybridEngine.init)
      Decorate((any Engine).self) { (inner: any Engine) in MeteredEngine(inner: inner) }
    }
  }
  #sourceLocation()
}

enum NothingToDecorateRight {
  protocol Engine {}
  struct HybridEngine: Engine {}
  struct MeteredEngine: Engine { let inner: any Engine }

  struct CarModule: Module {
    var bindings: Bindings {
      Bind((any Engine).self, HybridEngine.init)
      Decorate((any Engine).self) { (inner: any Engine) in MeteredEngine(inner: inner) }
    }
  }
}
