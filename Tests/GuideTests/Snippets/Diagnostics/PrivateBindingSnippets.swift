// SPDX-License-Identifier: Apache-2.0
internal import Dovetail

enum PrivateBinding: DiagnosticGuide {
  static let id = Diagnostic.ID.privateBinding

  static func wrong() -> Report { Container.check(PrivateBindingWrong.CarModule()) }
  static func right() -> Report { Container.check(PrivateBindingRight.CarModule()) }
}

enum PrivateBindingWrong {
  #sourceLocation(file:"CarModule.swift",line:1)
  final class Radio {}
  final class Car { init(radio: Radio) {} }

  struct RadioModule: Module {
    var bindings: Bindings { Bind(Radio.init).private }
  }

  struct CarModule: Module {
    var bindings: Bindings {
      Bind(Car.init)
      Include(RadioModule())
    }
  }
  #sourceLocation()
}

enum PrivateBindingRight {
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
