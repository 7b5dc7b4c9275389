// SPDX-License-Identifier: Apache-2.0
internal import Dovetail

enum ShadowedBinding: DiagnosticGuide {
  static let id = Diagnostic.ID.shadowedBinding

  static func wrong() -> Report { Container.check(ShadowedBindingWrong.CarModule()) }
  static func right() -> Report { Container.check(ShadowedBindingRight.CarModule()) }
}

enum ShadowedBindingWrong {
  #sourceLocation(file:"CarModule.swift",line:1)
  final class Radio {}
  final class Car { init(radio: Radio) {} }

  struct RadioModule: Module {
    var bindings: Bindings { Bind(Radio.init) }
  }

  struct CarModule: Module {
    var bindings: Bindings {
      Bind(Car.init)
      Bind(Radio.init).private
      Include(RadioModule())
    }
  }
  #sourceLocation()
}

enum ShadowedBindingRight {
  final class Radio {}
  final class Car { init(radio: Radio) {} }

  struct RadioModule: Module {
    var bindings: Bindings { Bind(Radio.init) }
  }

  struct CarModule: Module {
    var bindings: Bindings {
      Bind(Car.init)
      Include(RadioModule())
    }
  }
}
