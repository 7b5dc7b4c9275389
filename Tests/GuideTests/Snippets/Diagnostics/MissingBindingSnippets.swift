// SPDX-License-Identifier: Apache-2.0
internal import Dovetail

enum MissingBinding: DiagnosticGuide {
  static let id = Diagnostic.ID.missingBinding

  static func wrong() -> Report { Container.check(MissingBindingWrong.CarModule()) }
  static func right() -> Report { Container.check(MissingBindingRight.CarModule()) }
}

enum MissingBindingWrong {
  #sourceLocation(file:"CarModule.swift",line:1)
  final class Radio {}
  final class Car { init(radio: Radio) {} }

  struct CarModule: Module {
    var bindings: Bindings {
      Bind(Car.init)
      Bind(Radio.init).named("spare")
    }
  }
  #sourceLocation()
}

enum MissingBindingRight {
  final class Radio {}
  final class Car { init(radio: Radio) {} }

  struct CarModule: Module {
    var bindings: Bindings {
      Bind(Car.init)
      Bind(Radio.init)
      Bind(Radio.init).named("spare")
    }
  }
}
