// SPDX-License-Identifier: Apache-2.0
internal import Dovetail

enum UnknownNeed: DiagnosticGuide {
  static let id = Diagnostic.ID.unknownNeed

  static func wrong() -> Report { Container.check(UnknownNeedWrong.CarModule()) }
  static func right() -> Report { Container.check(UnknownNeedRight.CarModule()) }
}

enum UnknownNeedWrong {
  #sourceLocation(file:"CarModule.swift",line:1)
  final class Wheel {}
  final class Car { init(wheel: Wheel) {} }

  struct CarModule: Module {
    var bindings: Bindings {
      Bind(Car.init).needs(Radio.self, named: "spare")
      Bind(Wheel.init)
    }
  }

  final class Radio {}
  #sourceLocation()
}

enum UnknownNeedRight {
  final class Wheel {}
  final class Car { init(wheel: Wheel) {} }

  struct CarModule: Module {
    var bindings: Bindings {
      Bind(Car.init).needs(Wheel.self, named: "spare")
      Bind(Wheel.init).named("spare")
    }
  }
}
