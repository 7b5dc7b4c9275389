// SPDX-License-Identifier: Apache-2.0
internal import Dovetail

enum ScopeCycle: DiagnosticGuide {
  static let id = Diagnostic.ID.scopeCycle

  static func wrong() -> Report { Container.check(ScopeCycleWrong.RestaurantModule()) }
  static func right() -> Report { Container.check(ScopeCycleRight.RestaurantModule()) }
}

enum ScopeCycleWrong {
  #sourceLocation(file:"RestaurantModule.swift",line:1)
  struct Bill: Sendable {}
  struct Guest: Sendable {}

  enum Table: ScopeKind { typealias Parent = Visit }
  enum Visit: ScopeKind { typealias Parent = Table }

  struct RestaurantModule: Module {
    var bindings: Bindings {
      Bind(Bill.init).in(.scoped(Table.self))
      Bind(Guest.init).in(.scoped(Visit.self))
    }
  }
  #sourceLocation()
}

enum ScopeCycleRight {
  struct Bill: Sendable {}
  struct Guest: Sendable {}

  enum Table: ScopeKind {}
  enum Visit: ScopeKind { typealias Parent = Table }

  struct RestaurantModule: Module {
    var bindings: Bindings {
      Bind(Bill.init).in(.scoped(Table.self))
      Bind(Guest.init).in(.scoped(Visit.self))
    }
  }
}
