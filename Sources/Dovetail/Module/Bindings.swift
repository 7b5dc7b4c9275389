// SPDX-License-Identifier: Apache-2.0

/// What a module lists, in declared order.
public struct Bindings: Sendable {
  enum Element: Sendable {
    case item(any BoundItem)
    indirect case include(any Module, SourceLocation)
    case opens(any ScopeKind.Type)
    indirect case argument(Argument)
    indirect case finding(Diagnostic)
  }

  // One reference, because whatever this type holds, the compiler writes code to copy and destroy for each statement of a module.
  private(set) var elements: [Element]

  /// Creates an empty list, to which `add` adds one bind after the other.
  public init() { elements = [] }

  init(_ element: Element) { elements = [element] }

  init(elements: [Element]) { self.elements = elements }

  mutating func append(_ element: Element) { elements.append(element) }

  mutating func append(_ next: Bindings) { elements += next.elements }
}

/// What a statement of a module becomes. Only ``Bindings`` is one.
@_documentation(visibility: internal)
public protocol BindingsStatement: Sendable {
  /// What the statement lists.
  var bindings: Bindings { get }
}

extension Bindings: BindingsStatement {
  /// This list.
  public var bindings: Bindings { self }
}

/// Turns the statements of a module into its bindings; `if`, `if let`, `switch`, `for` and `#available` work.
@resultBuilder
public enum BindingsBuilder {
  /// Lists a bind.
  public static func buildExpression<Value>(_ bind: consuming Bind<Value>) -> Bindings { Bindings(.item(bind)) }

  /// Lists a bind that is declared by name.
  public static func buildExpression(_ bind: NamedBind) -> Bindings { Bindings(.item(bind.finished)) }

  /// Lists a bind whose type is hidden.
  public static func buildExpression(_ bind: AnyBind) -> Bindings { Bindings(.item(bind.item)) }

  /// Lists a decorator.
  public static func buildExpression<Value>(_ decorator: Decorate<Value>) -> Bindings {
    Bindings(.item(decorator.bind))
  }

  /// Includes a module.
  public static func buildExpression(_ include: Include) -> Bindings {
    Bindings(.include(include.module, include.location))
  }

  /// Includes a module that is listed as it is.
  public static func buildExpression(_ module: some Module) -> Bindings {
    Bindings(.include(module, .unknown))
  }

  /// Replaces the default of an argument.
  public static func buildExpression(_ argument: Argument) -> Bindings { Bindings(.argument(argument)) }

  /// Declares a kind of scope.
  public static func buildExpression(_ opens: Opens) -> Bindings { Bindings(.opens(opens.kind)) }

  /// Lists bindings that were made elsewhere, by a function for example.
  public static func buildExpression(_ bindings: Bindings) -> Bindings { bindings }

  /// All statements, in their order. A pack, because the compiler takes time squared for a list of so many, and for joining one after the other.
  public static func buildBlock<each Statement: BindingsStatement>(_ statements: repeat each Statement) -> Bindings {
    var count = 0
    for statement in repeat each statements { count += statement.bindings.elements.count }
    var elements: [Bindings.Element] = []
    elements.reserveCapacity(count)
    for statement in repeat each statements { elements += statement.bindings.elements }
    return Bindings(elements: elements)
  }

  /// The body of an `if` without `else`.
  public static func buildOptional(_ bindings: Bindings?) -> Bindings { bindings ?? Bindings() }

  /// The first branch of an `if` or `switch`.
  public static func buildEither(first bindings: Bindings) -> Bindings { bindings }

  /// Another branch of an `if` or `switch`.
  public static func buildEither(second bindings: Bindings) -> Bindings { bindings }

  /// The body of a `for`.
  public static func buildArray(_ bindings: [Bindings]) -> Bindings { Bindings(elements: bindings.flatMap(\.elements)) }

  /// The body of an `if #available`.
  public static func buildLimitedAvailability(_ bindings: Bindings) -> Bindings { bindings }
}
