// SPDX-License-Identifier: Apache-2.0

/// What a module lists, in declared order.
public struct Bindings: Sendable {
  /// One statement; a reference, so that a list of them is quick to grow and to copy.
  enum Element: Sendable {
    case item(BindContent)
    indirect case include(any Module, SourceLocation)
    indirect case opens(any ScopeKind.Type)
    indirect case argument(Argument)
    indirect case finding(Diagnostic)
  }

  /// The elements, and perhaps more than this value has; `nil` for none. One reference, because whatever this type holds, the compiler writes
  /// code to copy and destroy for each statement of a module.
  private var list: BindingList?
  private var count = 0

  /// Creates an empty list, to which `add` adds one bind after the other.
  public init() {}

  init(_ element: Element) {
    if case .item(let content) = element { list = content } else { list = SharedList([element]) }
    count = 1
  }

  init(elements: [Element]) {
    guard !elements.isEmpty else { return }
    list = SharedList(elements)
    count = elements.count
  }

  var elements: [Element] {
    guard let list else { return [] }
    let elements = list.elements
    return elements.count == count ? elements : Array(elements.prefix(count))
  }

  /// Adds what another value lists, without copying what this one does.
  mutating func append(_ next: Bindings) {
    guard let more = next.list else { return }
    guard let list else { return self = next }
    let added = more.bind.map { list.append($0, after: count) } ?? list.append(next.elements, after: count)
    if added {
      count += next.count
    } else {
      self = Bindings(elements: elements + next.elements)
    }
  }
}

/// What ``Bindings`` refer to: one bind, which is its own list, or a list of several elements.
// SAFETY: there are no properties here.
class BindingList: @unchecked Sendable {
  var elements: [Bindings.Element] { [] }

  /// The bind that is all there is; `nil` for other lists.
  var bind: BindContent? { nil }

  /// Adds a bind in place.
  ///
  /// - Parameter count: How many elements the caller sees.
  /// - Returns: Whether it was added: not to a single bind, nor when others have been added already.
  func append(_ bind: BindContent, after count: Int) -> Bool { false }

  /// Adds elements in place, likewise.
  func append(_ elements: [Bindings.Element], after count: Int) -> Bool { false }
}

/// Elements that several values share, of which each sees those that were there when it was made.
///
/// A builder joins its statements one by one, and keeps every intermediate value until the last one is made. Were each an array, it would be
/// copied for every statement, and long modules would take time squared.
// SAFETY: the only property is a Sendable let.
private final class SharedList: BindingList, @unchecked Sendable {
  private let all: Lock<[Bindings.Element]>

  init(_ elements: [Bindings.Element]) { all = Lock(elements) }

  override var elements: [Bindings.Element] { all.withLock { $0 } }

  override func append(_ bind: BindContent, after count: Int) -> Bool {
    all.withLock { all in
      guard all.count == count else { return false }
      all.append(.item(bind))
      return true
    }
  }

  override func append(_ elements: [Bindings.Element], after count: Int) -> Bool {
    all.withLock { all in
      guard all.count == count else { return false }
      all += elements
      return true
    }
  }
}

/// Turns the statements of a module into its bindings; `if`, `if let`, `switch`, `for` and `#available` work.
@resultBuilder
public enum BindingsBuilder {
  /// Lists a bind.
  public static func buildExpression<Value>(_ bind: consuming Bind<Value>) -> Bindings { Bindings(.item(bind.content)) }

  /// Lists a bind that is declared by name.
  public static func buildExpression(_ bind: NamedBind) -> Bindings { Bindings(.item(bind.finished.content)) }

  /// Lists a bind whose type is hidden.
  public static func buildExpression(_ bind: AnyBind) -> Bindings { Bindings(.item(bind.item.content)) }

  /// Lists a decorator.
  public static func buildExpression<Value>(_ decorator: Decorate<Value>) -> Bindings {
    Bindings(.item(decorator.bind.content))
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
