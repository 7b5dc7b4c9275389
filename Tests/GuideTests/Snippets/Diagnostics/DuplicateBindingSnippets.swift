// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailProfiles

enum DuplicateBinding: DiagnosticGuide {
  static let id = Diagnostic.ID.duplicateBinding

  static func wrong() -> Report { Container.check(DuplicateBindingWrong.CarModule()) }
  static func inputs() -> Report { Container.check(DuplicateBindingWrong.VisitModule()) }

  static func messages() -> [String] { [wrong(), inputs()].map { shown($0.diagnostics, in: "DuplicateBindingWrong") } }

  static func right() -> Report { Container.check(DuplicateBindingRight.CarModule()) }
}

enum DuplicateBindingWrong {
  #sourceLocation(file:"CarModule.swift",line:1)
  protocol Engine {}
  struct HybridEngine: Engine {}
  struct DieselEngine: Engine {}

  struct CarModule: Module {
    var bindings: Bindings {
      Bind((any Engine).self, HybridEngine.init)
      Bind((any Engine).self, DieselEngine.init)
    }
  }
  #sourceLocation()

  #sourceLocation(file:"VisitModule.swift",line:1)
  struct User: Sendable {}
  struct Profile: Sendable { let user: User }

  enum Session: ScopeKind { typealias Input = Inputs<User> }
  enum Visit: ScopeKind {
    typealias Parent = Session
    typealias Input = Inputs<User>
  }

  struct VisitModule: Module {
    var bindings: Bindings { Bind(Profile.init).in(.scoped(Visit.self)) }
  }
  #sourceLocation()
}

enum DuplicateBindingRight {
  protocol Engine {}
  struct HybridEngine: Engine {}
  struct DieselEngine: Engine {}

  struct CarModule: Module {
    var bindings: Bindings {
      Bind((any Engine).self, HybridEngine.init)
      Bind((any Engine).self, DieselEngine.init).named("diesel")
    }
  }
}
