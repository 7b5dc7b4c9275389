// SPDX-License-Identifier: Apache-2.0
internal import Dovetail

enum UnfilledInput: DiagnosticGuide {
  static let id = Diagnostic.ID.unfilledInput

  static func wrong() -> Report { Container.check(UnfilledInputWrong.CarModule()) }
  static func right() -> Report { Container.check(UnfilledInputRight.CarModule()) }
}

enum UnfilledInputWrong {
  #sourceLocation(file:"CarModule.swift",line:1)
  enum Workshop: ScopeKind { typealias Input = Inputs<Order> }
  enum Session: ScopeKind {}
  struct Order {}
  final class Printer: Sendable { init(order: Order) {} }

  struct CarModule: Module {
    var bindings: Bindings {
      Opens(Workshop.self)
      Bind(Printer.init).in(.scoped(Session.self))
    }
  }
  #sourceLocation()
}

enum UnfilledInputRight {
  enum Workshop: ScopeKind { typealias Input = Inputs<Order> }
  struct Order {}
  final class Printer: Sendable { init(order: Order) {} }

  struct CarModule: Module {
    var bindings: Bindings {
      Opens(Workshop.self)
      Bind(Printer.init).in(.scoped(Workshop.self))
    }
  }
}
