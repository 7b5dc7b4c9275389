// SPDX-License-Identifier: Apache-2.0
internal import Dovetail

enum UselessHook: DiagnosticGuide {
  static let id = Diagnostic.ID.uselessHook

  static func wrong() -> Report { Container.check(UselessHookWrong.CarModule()) }
  static func right() -> Report { Container.check(UselessHookRight.CarModule()) }
}

enum UselessHookWrong {
  #sourceLocation(file:"CarModule.swift",line:1)
  final class Radio: Sendable { func turnOff() {} }

  struct CarModule: Module {
    var bindings: Bindings {
      Bind(Radio.init).onClose { $0.turnOff() }
    }
  }
  #sourceLocation()
}

enum UselessHookRight {
  final class Radio: Sendable { func turnOff() {} }

  struct CarModule: Module {
    var bindings: Bindings {
      Bind(Radio.init).in(.singleton).onClose { $0.turnOff() }
    }
  }
}
