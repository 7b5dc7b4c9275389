// SPDX-License-Identifier: Apache-2.0
internal import Dovetail

enum EmptyCollection: DiagnosticGuide {
  static let id = Diagnostic.ID.emptyCollection

  static func wrong() -> Report { Container.check(EmptyCollectionWrong.CarModule()) }
  static func right() -> Report { Container.check(EmptyCollectionRight.CarModule()) }
}

enum EmptyCollectionWrong {
  #sourceLocation(file:"CarModule.swift",line:1)
  protocol Plugin {}
  final class Car { init(plugins: [any Plugin]) {} }

  struct CarModule: Module {
    var bindings: Bindings {
      Bind(Car.init)
    }
  }
  #sourceLocation()
}

enum EmptyCollectionRight {
  protocol Plugin {}
  final class Car { init(plugins: [any Plugin]) {} }

  struct CarModule: Module {
    var bindings: Bindings {
      Bind(Car.init).allowEmpty([any Plugin].self)
    }
  }
}
