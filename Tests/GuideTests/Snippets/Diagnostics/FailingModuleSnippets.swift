// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailProfiles

enum FailingModule: DiagnosticGuide {
  static let id = Diagnostic.ID.failingModule

  static func wrong() -> Report { Container.check(FailingModuleWrong.CarModule(profile: Profile("test"))) }
  static func right() -> Report { Container.check(FailingModuleRight.CarModule(profile: Profile("test"))) }
}

enum FailingModuleWrong {
  #sourceLocation(file:"CarModule.swift",line:1)
  final class Radio { init(frequency: Double) {} }

  struct CarModule: Module {
    let profile: Profile
    var bindings: Bindings {
      get throws {
        let frequency: Double = try profile["frequency"]
        Bind { Radio(frequency: frequency) }
      }
    }
  }
  #sourceLocation()
}

enum FailingModuleRight {
  final class Radio { init(frequency: Double) {} }

  struct CarModule: Module {
    let profile: Profile
    var bindings: Bindings {
      get throws {
        let frequency: Double = try profile["frequency", default: 102.8]
        Bind { Radio(frequency: frequency) }
      }
    }
  }
}
