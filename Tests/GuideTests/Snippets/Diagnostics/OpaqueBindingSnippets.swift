// SPDX-License-Identifier: Apache-2.0
internal import Dovetail

enum OpaqueBinding: DiagnosticGuide {
  static let id = Diagnostic.ID.opaqueBinding

  static func wrong() -> Report { Container.check(OpaqueBindingWrong.CarModule()) }
  static func right() -> Report { Container.check(OpaqueBindingRight.CarModule()) }
}

enum OpaqueBindingWrong {
  #sourceLocation(file:"CarModule.swift",line:1)
  final class Radio {}
  final class Car { init(radio: Radio) {} }

  struct CarModule: Module {
    var bindings: Bindings {
      Bind(Car.self) { (resolver: any Resolver) in try Car(radio: resolver.resolve()) }
      Bind(Radio.init)
    }
  }
  #sourceLocation()
}

enum OpaqueBindingRight {
  final class Radio {}
  final class Car { init(radio: Radio) {} }

  struct CarModule: Module {
    var bindings: Bindings {
      Bind(Car.self) { (resolver: any Resolver) in try Car(radio: resolver.resolve()) }.needs(Radio.self)
      Bind(Radio.init)
    }
  }
}
