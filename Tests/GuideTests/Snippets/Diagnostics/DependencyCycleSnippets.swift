// SPDX-License-Identifier: Apache-2.0
internal import Dovetail

enum DependencyCycle: DiagnosticGuide {
  static let id = Diagnostic.ID.dependencyCycle

  static func wrong() -> Report { Container.check(DependencyCycleWrong.CarModule()) }
  static func right() -> Report { Container.check(DependencyCycleRight.CarModule()) }
}

enum DependencyCycleWrong {
  #sourceLocation(file:"CarModule.swift",line:1)
  final class Car { init(dashboard: Dashboard) {} }
  final class Dashboard { init(car: Car) {} }

  struct CarModule: Module {
    var bindings: Bindings {
      Bind(Car.init)
      Bind(Dashboard.init)
    }
  }
  #sourceLocation()
}

enum DependencyCycleRight {
  final class Car { init(dashboard: Dashboard) {} }
  final class Dashboard { init(car: Provider<Car>) {} }

  struct CarModule: Module {
    var bindings: Bindings {
      Bind(Car.init)
      Bind(Dashboard.init)
    }
  }
}
