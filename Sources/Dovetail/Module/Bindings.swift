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

  /// The only element, before there is a list.
  private let only: Element?
  /// As many elements as there were when this was made are listed here, and perhaps more.
  private let list: SharedList?
  private let count: Int

  init(_ element: Element) {
    only = element
    list = nil
    count = 1
  }

  init(elements: [Element]) { self.init(SharedList(elements), count: elements.count) }

  private init(_ list: SharedList, count: Int) {
    only = nil
    self.list = list
    self.count = count
  }

  var elements: [Element] { list?.first(count) ?? only.map { [$0] } ?? [] }

  /// What this value lists, then what another one does; without copying what this one does.
  func joined(with next: Bindings) -> Bindings {
    if let list, let sum = list.append(next, after: count) { return Bindings(list, count: sum) }
    return Bindings(elements: elements + next.elements)
  }
}

extension Bindings {
  /// Elements that several values share, of which each sees those that were there when it was made.
  ///
  /// A builder joins its statements one by one, and keeps every intermediate value until the last one is made. Were each an array, it would
  /// be copied for every statement, and long modules would take time squared.
  private final class SharedList: Sendable {
    private let elements: Lock<[Element]>

    init(_ elements: [Element]) { self.elements = Lock(elements) }

    func first(_ count: Int) -> [Element] {
      elements.withLock { $0.count == count ? $0 : Array($0.prefix(count)) }
    }

    /// - Returns: How many elements there are now; `nil` when others have been added already after the `count` that the caller sees.
    func append(_ next: Bindings, after count: Int) -> Int? {
      // Not inside: the other value may share this very list.
      let more = next.list?.first(next.count)
      return elements.withLock { elements in
        guard elements.count == count else { return nil }
        if let more { elements += more }
        if let element = next.only { elements.append(element) }
        return elements.count
      }
    }
  }
}

/// Turns the statements of a module into its bindings; `if`, `if let`, `switch`, `for` and `#available` work.
@resultBuilder
public enum BindingsBuilder {
  /// Lists a bind.
  public static func buildExpression<Value>(_ bind: Bind<Value>) -> Bindings { Bindings(.item(bind)) }

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
  public static func buildBlock() -> Bindings { Bindings(elements: []) }

  /// The first statement.
  public static func buildPartialBlock(first: Bindings) -> Bindings { first }

  /// A further statement.
  public static func buildPartialBlock(accumulated: consuming Bindings, next: Bindings) -> Bindings {
    accumulated.joined(with: next)
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
