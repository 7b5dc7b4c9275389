// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// Opens scopes of one kind from inside the graph, and resolves one value in each: a session with its user, a job with its input.
///
/// ```swift
/// let sessions: ScopeOpener<Session, Home>               // enum Session: ScopeKind { typealias Input = Inputs<User> }
/// let session = try await sessions.open(with: user)      // session.root is a Home
/// try await session.close()
/// ```
///
/// It needs no binding: it is derived from the binding of `Value`, and makes the kind known. So the checks see all that is resolved inside. It opens inside the scope
/// in which it was made. Like a ``Provider``, it keeps its container alive until the container closes.
public struct ScopeOpener<Kind: ScopeKind, Value>: Sendable {
  private enum Source: Sendable {
    case graph(DeferredRequest)
    case closures(make: @Sendable ([any Sendable]) throws -> Value, close: @Sendable (Value) -> Void)
  }

  /// An open scope with its root.
  public struct Opened {
    /// The value that was resolved in the scope.
    public let root: Value
    fileprivate let scope: OpenScope?
    /// The closing of a root from closures.
    fileprivate var closing: OneClosing<Value>?

    /// Closes the scope: the open scopes inside it, then its values; each newest first, once, regardless of failures.
    ///
    /// - Throws: `CloseError` as `close()` of an ``OpenScope`` does.
    public func close() throws(CloseError) {
      try scope?.close()
      closing?.run(root)
    }

    /// Closes the scope, and awaits the asynchronous `onClose` closures.
    ///
    /// - Throws: `CloseError` as the asynchronous `close()` of an ``OpenScope`` does.
    public nonisolated(nonsending) func close() async throws(CloseError) {
      try await scope?.close()
      closing?.run(root)
    }
  }

  private let source: Source

  /// Creates an opener from closures, for tests of types that take one.
  ///
  /// - Parameters:
  ///   - make: Takes the inputs, and makes the root.
  ///   - onClose: Runs once, when the root's scope is closed.
  public init<each Input: Sendable>(
    _ make: @escaping @Sendable (repeat each Input) throws -> Value, onClose: @escaping @Sendable (Value) -> Void = { _ in }
  ) where Kind.Input == Inputs<repeat each Input> {
    source = .closures(
      make: { inputs in
        var given = inputs[...]
        return try make(repeat given.next((each Input).self))
      }, close: onClose)
  }

  fileprivate init(_ request: DeferredRequest) { source = .graph(request) }

  /// Opens a scope and resolves its root. When the root cannot be made, the scope closes again. It does not become the current scope of the running task.
  ///
  /// - Parameters:
  ///   - input: The inputs that the kind names, in their order.
  ///   - fileID: Where the scope is opened, to be named when it is dropped and not closed.
  ///   - line: Where the scope is opened.
  ///   - column: Where the scope is opened.
  /// - Returns: The root, in a scope that stays open until it is closed.
  /// - Throws: `ResolutionError` as `openScope` and `resolve` do; `CloseError` when the scope closed because of such an error, and that failed.
  public func open<each Input: Sendable>(
    with input: repeat each Input, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) throws -> Opened where Kind.Input == Inputs<repeat each Input> {
    switch source {
    case .closures(let make, let close):
      var inputs: [any Sendable] = []
      for input in repeat each input { inputs.append(input) }
      return Opened(root: try make(inputs), scope: nil, closing: OneClosing(close))
    case .graph(let request):
      let scope = try request.home.openScope(
        Kind.self, at: SourceLocation(fileID: fileID, line: line, column: column), repeat each input)
      do { return Opened(root: try scope.request(request.target.slot), scope: scope) } catch { throw scope.closing(after: error) }
    }
  }

  /// Opens a scope and resolves its root, and awaits values that are made asynchronously or on an actor. When the root cannot be made, the scope closes again.
  ///
  /// - Throws: As the synchronous form does; `CancellationError` when the running task is cancelled before the root is built.
  public nonisolated(nonsending) func open<each Input: Sendable>(
    with input: repeat each Input, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) async throws -> Opened where Kind.Input == Inputs<repeat each Input> {
    guard case .graph(let request) = source else { return try synchronously { try open(with: repeat each input) } }
    let scope = try request.home.openScope(
      Kind.self, at: SourceLocation(fileID: fileID, line: line, column: column), repeat each input)
    do { return Opened(root: try await scope.awaitedRequest(request.target.slot), scope: scope) } catch {
      throw await scope.closing(after: error)
    }
  }
}

/// Runs a closure on the first closing only, as a scope does; all copies of an ``ScopeOpener/Opened`` share it.
private final class OneClosing<Value>: Sendable {
  private let isOver = Atomic<Bool>(false)
  private let body: @Sendable (Value) -> Void

  init(_ body: @escaping @Sendable (Value) -> Void) { self.body = body }

  func run(_ root: Value) { if !isOver.exchange(true, ordering: .acquiringAndReleasing) { body(root) } }
}

extension ArraySlice<any Sendable> {
  /// Takes the next input, which has the type.
  fileprivate mutating func next<Input>(_ type: Input.Type) throws(ResolutionError) -> Input {
    guard let input = popFirst() as? Input else { throw .closed("a scope", Graph.Key(type: TypeName(type))) }
    return input
  }
}

extension ScopeOpener.Opened: Sendable where Value: Sendable {}

extension ScopeOpener: DerivedNeed {
  static var form: Graph.Need.Form { .opener }
  static var wrapped: any Any.Type { Value.self }
  static var argumentTypes: [TypeName] { [TypeName(Kind.self)] }

  static func slot(asking target: Target, _ maker: DerivedMaker) -> Slot? {
    maker.deferred(target) { ScopeOpener($0) }
  }
}
