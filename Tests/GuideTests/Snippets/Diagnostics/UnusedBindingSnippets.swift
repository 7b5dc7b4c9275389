// SPDX-License-Identifier: Apache-2.0
internal import Dovetail

enum UnusedBinding: DiagnosticGuide {
  static let id = Diagnostic.ID.unusedBinding

  static func wrong() -> Report { Container.check(UnusedBindingWrong.CarModule(), roots: [Root(UnusedBindingWrong.Car.self)]) }
  static func right() -> Report { Container.check(UnusedBindingRight.CarModule(), roots: [Root(UnusedBindingRight.Car.self)]) }
}

enum UnusedBindingWrong {
  #sourceLocation(file:"CarModule.swift",line:1)
  final class Car {}
  final class Logbook {}

  struct CarModule: Module {
    var bindings: Bindings {
      Bind(Car.init)
      Bind(Logbook.init)
    }
  }
  #sourceLocation()
}

enum UnusedBindingRight {
  final class Logbook {}
  final class Car { init(logbook: Logbook) {} }

  struct CarModule: Module {
    var bindings: Bindings {
      Bind(Car.init)
      Bind(Logbook.init)
    }
  }
}
