// SPDX-License-Identifier: Apache-2.0
internal import Dovetail

enum IsolationMismatch: DiagnosticGuide {
  static let id = Diagnostic.ID.isolationMismatch

  static func wrong() -> Report { Container.check(IsolationMismatchWrong.ScreenModule()) }
  static func right() -> Report { Container.check(IsolationMismatchRight.ScreenModule()) }
}

enum IsolationMismatchWrong {
  #sourceLocation(file:"ScreenModule.swift",line:1)
  @MainActor final class Dashboard {
    init() {}
  }

  struct Report: Sendable {
    let dashboard: Dashboard
  }

  struct ScreenModule: Module {
    var bindings: Bindings {
      Bind(Dashboard.init).in(.singleton)
      Bind(Report.init)
    }
  }
  #sourceLocation()
}

enum IsolationMismatchRight {
  @MainActor final class Dashboard {
    init() {}
  }

  struct Report: Sendable {
    let dashboard: AsyncProvider<Dashboard>
  }

  struct ScreenModule: Module {
    var bindings: Bindings {
      Bind(Dashboard.init).in(.singleton)
      Bind(Report.init)
    }
  }
}
