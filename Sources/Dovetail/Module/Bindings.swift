// SPDX-License-Identifier: Apache-2.0

/// What a module lists, in declared order.
public struct Bindings: Sendable {
  enum Element: Sendable {
    case item(any BoundItem)
    case include(any Module, SourceLocation)
    case opens(any ScopeKind.Type)
    case argument(Argument)
    indirect case finding(Diagnostic)
  }

  var elements: [Element]
}

/// Turns the statements of a module into its bindings; `if`, `if let`, `switch`, `for` and `#available` work.
@resultBuilder
public enum BindingsBuilder {
  /// Lists a bind.
  public static func buildExpression<Value>(_ bind: Bind<Value>) -> Bindings { Bindings(elements: [.item(bind)]) }

  /// Lists a bind that is declared by name.
  public static func buildExpression(_ bind: NamedBind) -> Bindings { Bindings(elements: [.item(bind.finished)]) }

  /// Lists a bind whose type is hidden.
  public static func buildExpression(_ bind: AnyBind) -> Bindings { Bindings(elements: [.item(bind.item)]) }

  /// Lists a decorator.
  public static func buildExpression<Value>(_ decorator: Decorate<Value>) -> Bindings {
    Bindings(elements: [.item(decorator.bind)])
  }

  /// Includes a module.
  public static func buildExpression(_ include: Include) -> Bindings {
    Bindings(elements: [.include(include.module, include.location)])
  }

  /// Includes a module that is listed as it is.
  public static func buildExpression(_ module: some Module) -> Bindings {
    Bindings(elements: [.include(module, .unknown)])
  }

  /// Replaces the default of an argument.
  public static func buildExpression(_ argument: Argument) -> Bindings { Bindings(elements: [.argument(argument)]) }

  /// Declares a kind of scope.
  public static func buildExpression(_ opens: Opens) -> Bindings { Bindings(elements: [.opens(opens.kind)]) }

  /// Lists bindings that were made elsewhere, by a function for example.
  public static func buildExpression(_ bindings: Bindings) -> Bindings { bindings }

  /// An empty module.
  public static func buildBlock() -> Bindings { Bindings(elements: []) }

  /// The first statement.
  public static func buildPartialBlock(first: Bindings) -> Bindings { first }

  /// A further statement.
  public static func buildPartialBlock(accumulated: consuming Bindings, next: Bindings) -> Bindings {
    accumulated.elements.append(contentsOf: next.elements)
    return accumulated
  }

  /// The body of an `if` without `else`.
  public static func buildOptional(_ bindings: Bindings?) -> Bindings { bindings ?? Bindings(elements: []) }

  /// The first branch of an `if` or `switch`.
  public static func buildEither(first bindings: Bindings) -> Bindings { bindings }

  /// Another branch of an `if` or `switch`.
  public static func buildEither(second bindings: Bindings) -> Bindings { bindings }

  /// The body of a `for`.
  public static func buildArray(_ bindings: [Bindings]) -> Bindings { Bindings(elements: bindings.flatMap(\.elements)) }

  /// The body of an `if #available`.
  public static func buildLimitedAvailability(_ bindings: Bindings) -> Bindings { bindings }
}
