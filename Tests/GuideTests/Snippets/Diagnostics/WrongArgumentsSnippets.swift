// SPDX-License-Identifier: Apache-2.0
internal import Dovetail

enum WrongArguments: DiagnosticGuide {
  static let id = Diagnostic.ID.wrongArguments

  static func wrong() -> Report { Container.check(WrongArgumentsWrong.CarModule()) }
  static func right() -> Report { Container.check(WrongArgumentsRight.CarModule()) }
}

enum WrongArgumentsWrong {
  #sourceLocation(file:"CarModule.swift",line:1)
  final class Radio { init(frequency: Double) {} }
  final class Car { init(radio: Factory<Radio, Int>) {} }

  struct CarModule: Module {
    var bindings: Bindings {
      Bind(Radio.init).arguments(Double.self)
      Bind(Car.init)
    }
  }
  #sourceLocation()
}

enum WrongArgumentsRight {
  final class Radio { init(frequency: Double) {} }
  final class Car { init(radio: Factory<Radio, Double>) {} }

  struct CarModule: Module {
    var bindings: Bindings {
      Bind(Radio.init).arguments(Double.self)
      Bind(Car.init)
    }
  }
}
