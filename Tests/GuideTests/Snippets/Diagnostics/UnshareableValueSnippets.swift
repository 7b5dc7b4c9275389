// SPDX-License-Identifier: Apache-2.0
internal import Dovetail

enum UnshareableValue: DiagnosticGuide {
  static let id = Diagnostic.ID.unshareableValue

  static func wrong() -> Report { Container.check(UnshareableValueWrong.CarModule()) }
  static func right() -> Report { Container.check(UnshareableValueRight.CarModule()) }
}

enum UnshareableValueWrong {
  #sourceLocation(file:"CarModule.swift",line:1)
  struct Wheel {}

  struct CarModule: Module {
    var bindings: Bindings {
      Bind(Wheel.init).in(.weak)
    }
  }
  #sourceLocation()
}

enum UnshareableValueRight {
  final class Wheel: Sendable {}

  struct CarModule: Module {
    var bindings: Bindings {
      Bind(Wheel.init).in(.weak)
    }
  }
}
