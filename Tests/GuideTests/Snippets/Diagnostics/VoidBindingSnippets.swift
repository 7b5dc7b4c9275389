// SPDX-License-Identifier: Apache-2.0
internal import Dovetail

enum VoidBinding: DiagnosticGuide {
  static let id = Diagnostic.ID.voidBinding

  static func wrong() -> Report { Container.check(VoidBindingWrong.CarModule()) }
  static func right() -> Report { Container.check(VoidBindingRight.CarModule()) }
}

enum VoidBindingWrong {
  #sourceLocation(file:"CarModule.swift",line:1)
  struct Antenna: Sendable {}
  struct Radio: Sendable { let antenna: Antenna }

  struct CarModule: Module {
    var bindings: Bindings {
      Bind {
        let antenna = Antenna()
        _ = Radio(antenna: antenna)
      }
    }
  }
  #sourceLocation()
}

enum VoidBindingRight {
  struct Antenna: Sendable {}
  struct Radio: Sendable { let antenna: Antenna }

  struct CarModule: Module {
    var bindings: Bindings {
      Bind {
        let antenna = Antenna()
        return Radio(antenna: antenna)
      }
    }
  }
}
