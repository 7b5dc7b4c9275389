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

  /// The elements, and perhaps more than this value has; `nil` for none. One reference, because whatever this type holds, the compiler writes
  /// code to copy and destroy for each statement of a module.
  private var list: SharedList?
  private var count = 0

  /// Creates an empty list, to which `add` adds one bind after the other.
  public init() {}

  init(_ element: Element) {
    list = SharedList(element)
    count = 1
  }

  init(elements: [Element]) {
    for element in elements { append(Bindings(element)) }
  }

  var elements: [Element] { list?.first(count) ?? [] }

  /// Adds what another value lists, without copying what this one does.
  mutating func append(_ next: Bindings) {
    guard let more = next.list else { return }
    guard let list else { return self = next }
    if let sum = list.append(more, next.count, after: count) {
      count = sum
    } else {
      self = Bindings(elements: elements + next.elements)
    }
  }
}

extension Bindings {
  /// Elements that several values share, of which each sees those that were there when it was made.
  ///
  /// A builder joins its statements one by one, and keeps every intermediate value until the last one is made. Were each an array, it would
  /// be copied for every statement, and long modules would take time squared.
  private final class SharedList: Sendable {
    /// Lies in the object itself: most lists are one statement.
    private let first: Element
    private let others = Lock<[Element]>([])

    init(_ first: Element) { self.first = first }

    func first(_ count: Int) -> [Element] {
      count == 1 ? [first] : [first] + others.withLock { $0.prefix(count - 1) }
    }

    /// - Returns: How many elements there are now; `nil` when others have been added already after the `count` that the caller sees.
    func append(_ next: SharedList, _ nextCount: Int, after count: Int) -> Int? {
      // Not inside: the other list may be this very one.
      let more = nextCount == 1 ? nil : next.first(nextCount)
      return others.withLock { others in
        guard others.count == count - 1 else { return nil }
        if let more { others += more } else { others.append(next.first) }
        return others.count + 1
      }
    }
  }
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

  /// An empty module.
  public static func buildBlock() -> Bindings { Bindings() }

  /// The first statement.
  public static func buildPartialBlock(first: Bindings) -> Bindings { first }

  /// A further statement.
  public static func buildPartialBlock(accumulated: consuming Bindings, next: consuming Bindings) -> Bindings {
    accumulated.append(next)
    return accumulated
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
