// SPDX-License-Identifier: Apache-2.0

/// The statements of a module, in declared order.
public struct Bindings: Nonisolated {
  /// One statement; a reference, so that a list of them is quick to grow and to copy.
  enum Element: Sendable {
    case item(BindContent)
    indirect case include(any Module, SourceLocation)
    indirect case opens(any ScopeKind.Type)
    indirect case argument(DefaultArgument)
    indirect case finding(Diagnostic)
  }

  var elements: [Element]

  /// Creates an empty list, to which `add` adds one binding after the other.
  public init() { elements = [] }

  /// Lists a bind.
  package init<Value>(_ bind: consuming Bind<Value>) { self.init(.item(bind.content)) }

  init(_ element: Element) { elements = [element] }

  init(elements: [Element]) { self.elements = elements }
}

/// The result of a statement of a module. Only ``Bindings`` conforms.
@_documentation(visibility: internal)
public protocol BindingsStatement: Sendable {
  /// The bindings of the statement.
  var bindings: Bindings { get }
}

extension Bindings: BindingsStatement {
  /// This list.
  public var bindings: Bindings { self }
}

/// Turns the statements of a module into its bindings; `if`, `if let`, `switch`, `for` and `#available` work.
@resultBuilder
public enum BindingsBuilder {
  /// Lists a binding.
  public static func buildExpression<Value>(_ bind: consuming Bind<Value>) -> Bindings { Bindings(bind) }

  /// Lists a binding whose values may leave the actor on which they are made.
  public static func buildExpression<Value: Sendable>(_ bind: consuming Bind<Value>) -> Bindings { Bindings(bind.crossing()) }

  /// Lists a decorator.
  public static func buildExpression<Value>(_ decorator: Decorate<Value>) -> Bindings { Bindings(decorator.bind) }

  /// Lists a decorator whose values may leave the actor on which they are made.
  public static func buildExpression<Value: Sendable>(_ decorator: Decorate<Value>) -> Bindings {
    Bindings(decorator.bind.crossing())
  }

  /// Includes a module.
  public static func buildExpression(_ include: Include) -> Bindings { Bindings(.include(include.module, include.location)) }

  /// Includes a module that is listed as it is.
  public static func buildExpression(_ module: some Module) -> Bindings { Bindings(.include(module, .unknown)) }

  /// Replaces the default of an argument.
  public static func buildExpression(_ argument: DefaultArgument) -> Bindings { Bindings(.argument(argument)) }

  /// Declares a scope type.
  public static func buildExpression(_ opens: Opens) -> Bindings { Bindings(.opens(opens.kind)) }

  /// Lists bindings that were made elsewhere, by a function for example.
  public static func buildExpression(_ bindings: Bindings) -> Bindings { bindings }

  /// All statements, in order. A pack, because an array of statements, or joining them one by one, takes the compiler quadratic time.
  public static func buildBlock<each Statement: BindingsStatement>(_ statements: repeat each Statement) -> Bindings {
    var count = 0
    for _ in repeat each statements { count += 1 }
    var elements: [Bindings.Element] = []
    elements.reserveCapacity(count)
    // Not by appending arrays: nearly all hold one bind, for which that takes 100 instructions more.
    for statement in repeat each statements { for element in statement.bindings.elements { elements.append(element) } }
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

// The compiler checks the statements of a builder together, so its time grows with the square of their number. It checks separate statements one
// by one.

extension Bindings {
  /// Adds a binding, without a builder: for modules with more bindings than a builder compiles quickly.
  ///
  /// ```swift
  /// var bindings: Bindings {
  ///   var list = Bindings()
  ///   list.add(Bind(Bolt.init).in(.singleton))
  ///   list.add { Include(WheelModule()) }
  ///   return list
  /// }
  /// ```
  public mutating func add<Value>(_ bind: consuming Bind<Value>) { elements.append(.item(bind.content)) }

  /// Adds a binding whose values may leave the actor on which they are made.
  public mutating func add<Value: Sendable>(_ bind: consuming Bind<Value>) { elements.append(.item(bind.crossing().content)) }

  /// Adds whatever else a module may list: decorators, included modules and the like.
  public mutating func add(@BindingsBuilder _ bindings: () throws -> Bindings) rethrows { elements += try bindings().elements }
}
