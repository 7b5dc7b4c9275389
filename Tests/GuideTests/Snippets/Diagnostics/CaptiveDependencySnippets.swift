// SPDX-License-Identifier: Apache-2.0
internal import Dovetail

enum CaptiveDependency: DiagnosticGuide {
  static let id = Diagnostic.ID.captiveDependency

  static func wrong() -> Report { Container.check(CaptiveDependencyWrong.CarModule()) }
  static func right() -> Report { Container.check(CaptiveDependencyRight.CarModule()) }
}

enum CaptiveDependencyWrong {
  #sourceLocation(file:"CarModule.swift",line:1)
  enum Workshop: ScopeKind {}
  final class Ticket: Sendable {}
  final class Printer: Sendable { init(ticket: Ticket) {} }

  struct CarModule: Module {
    var bindings: Bindings {
      Bind(Ticket.init).in(.scoped(Workshop.self))
      Bind(Printer.init).in(.singleton)
    }
  }
  #sourceLocation()
}

enum CaptiveDependencyRight {
  enum Workshop: ScopeKind {}
  final class Ticket: Sendable {}
  final class Printer: Sendable { init(ticket: Provider<Ticket>) {} }

  struct CarModule: Module {
    var bindings: Bindings {
      Bind(Ticket.init).in(.scoped(Workshop.self))
      Bind(Printer.init).in(.singleton)
    }
  }
}
