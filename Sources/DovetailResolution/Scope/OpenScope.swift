// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// A scope that is open: resolves the binds of its kind, of the kinds around it and of the container.
///
/// Closing releases all of its values, even while the scope itself is still referenced.
public final class OpenScope: Sendable {
  /// The scope that `withScope` opened around the running code, innermost.
  package static var current: OpenScope? { local.get().scope }
  /// The current scope of tasks; written out, because code that a program inlines cannot see the expansion of `@TaskLocal`.
  @usableFromInline static let local = TaskLocal(wrappedValue: Current())

  /// A value of `local`. (The run time takes 90 instructions more to copy and to destroy an `Optional`, which is generic.)
  @usableFromInline struct Current: Sendable {
    @usableFromInline let scope: OpenScope?
    /// Whether another container was made the current one inside the scope.
    @usableFromInline let isCovered: Bool

    @inlinable init(_ scope: OpenScope? = nil, isCovered: Bool = false) { (self.scope, self.isCovered) = (scope, isCovered) }
  }

  @usableFromInline let container: Container
  /// Held by the container.
  let shape: Unheld<ScopeShape>
  // SAFETY: retained in `init` and released in `deinit`. (For a plain reference to its own type the compiler would add code that releases a chain of any
  // length, at a cost for every scope.)
  let around: Unheld<OpenScope>?
  /// The address of the first value.
  let values: Address
  /// The requests in the scope. It ends when the scope closes; then the last one to leave releases the values.
  private let users = UsageCount()
  private let record = CloseRecord()
  /// The parts belong to the scope, until it is released. (An `AtomicLazyReference` takes 500 instructions to release by itself.)
  let rare = Atomic<Unmanaged<RareFacts>?>(nil)

  /// - Parameter outer: The scope around it, which the caller has entered for it.
  @inline(__always)
  init(_ shape: Unheld<ScopeShape>, container: Container, around outer: OpenScope?) {
    self.container = container
    self.shape = shape
    around = outer.map { Unheld($0).retained() }
    values = shape.use { $0.allocate() }
  }

  @_optimize(speed)
  deinit {
    if unlikely(!users.hasEnded) { letGo() }
    rare.load(ordering: .acquiring)?.release()
    if unlikely(around != nil), let around {
      outer?.record.forget(self)
      around.release()
    }
  }

  /// The scope around it, which is also reached through this one. It stays entered as long as there are values here.
  var outer: OpenScope? { around?.object }

  var kind: any ScopeKind.Type { shape.object.layout.kind }

  @inline(__always)
  var id: ObjectIdentifier { shape.use { $0.id } }

  /// The scope in words, for errors.
  var name: String { CloseOwner.scope(kind).description }

  /// Whether the scope, one around it or its container has closed.
  public var isClosed: Bool { isOver || container.isClosed }

  /// Whether this scope or one around it has closed.
  private var isOver: Bool { users.hasEnded || outer?.isOver ?? false }
}

/// A request enters the scope first, so that its memory stays valid.
extension OpenScope {
  /// Lets the caller use the scope until it calls ``leave()``.
  ///
  /// - Returns: Whether it may; `false` when the scope, one around it or the container has closed.
  @inline(__always)
  func enter() -> Bool {
    if unlikely(container.isShut) || unlikely(!users.enter()) { return false }
    return likely(around == nil) || staysInside()
  }

  /// Leaves when one of the scopes around it has closed.
  @inline(never)
  private func staysInside() -> Bool {
    guard let outer, outer.isOver else { return true }
    leave()
    return false
  }

  /// Lets the caller use the scope until it calls ``leave()``.
  ///
  /// - Throws: `ResolutionError` with code `.closed`.
  func enter(for key: @autoclosure () -> Graph.Key) throws(ResolutionError) { if !enter() { throw .closed(name, key()) } }

  /// Enters once more, for a user that stays longer than the caller, which has entered.
  func enterAgain() { users.enterAgain() }

  @inline(__always)
  func leave() { if unlikely(users.leave()) { letGo() } }
}

/// Keeps the memory of a scope for a user that outlives the request: a build that others may await as well, and a later closing.
final class ScopeUse: Sendable {
  let scope: OpenScope

  /// - Parameter scope: A scope that the caller has entered.
  init(_ scope: OpenScope) {
    self.scope = scope
    scope.enterAgain()
  }

  deinit { scope.leave() }
}

extension OpenScope {
  /// Registers with the scope around it, so as to close with it, and reports to the observers. Called once, before the scope is handed out.
  func opened() throws(ResolutionError) {
    if let outer {
      if outer.refusesAwaited { record.refuseAwaited() }
      if !outer.record.adopt(self) { throw .closed(outer.name, Graph.Key(type: TypeName(kind))) }
    }
    tellObservers()
  }

  @inline(__always)
  func tellObservers() {
    let observers = container.owner.observers
    if unlikely(observers != nil), let observers { tell(observers) }
  }

  @inline(never)
  private func tell(_ observers: ObserverList) {
    observers.tell(.scopeOpened, and: .scopeClosed, of: Event.Subject(scope: TypeName(kind)), after: self)
  }
}

extension OpenScope: ClosingOwner {
  var refusesAwaited: Bool { record.refusesAwaited }

  @inline(__always)
  package func add(_ entry: CloseEntry, keeping keeper: (any AnyObject & Sendable)? = nil) -> Bool {
    record.add(entry, keeping: keeper)
  }
}

extension OpenScope: ClosingPart {
  /// Closes the scope: the open scopes inside it, then its values; each newest first, once, regardless of failures. Then it releases everything.
  ///
  /// A later request throws `ResolutionError` with code `.closed`. A second close does nothing.
  ///
  /// - Throws: `CloseError` with every error of `onClose`. With reason `.unawaited`, and the scope still open, when a value in it is closed asynchronously.
  @_optimize(speed)
  public func close() throws(CloseError) {
    if unlikely(record.mayAwait) { try CloseError.refuse(awaitedStep, of: name) }
    guard end() else { return }
    defer { closed() }
    try CloseError.check(record.begin().runNow(), of: name)
  }

  /// Closes the scope as the synchronous form does, and awaits the asynchronous `onClose` closures, and scopes inside it that are closing already.
  ///
  /// Cancelling the running task does not stop the closing, and is not visible in `onClose`.
  ///
  /// - Throws: `CloseError` with every error of `onClose`.
  @inlinable
  public nonisolated(nonsending) func close() async throws(CloseError) {
    if let rest = try closeUntilAwaited() { try await close(rest) }
  }

  /// Closes the scope up to the first awaited entry; most scopes have none. Its callers have inlined ``close()``, so that those scopes begin no asynchronous
  /// function.
  ///
  /// - Returns: The rest of the closing; `nil` when there is none.
  @usableFromInline
  func closeUntilAwaited() throws(CloseError) -> PendingCloses? {
    if unlikely(!end()) { return nil }
    var closing = record.begin()
    closing.runUntilAwaited()
    // Otherwise the unfinished closing leaves when it is done.
    if unlikely(!closing.isDone) { return closing }
    closed()
    try CloseError.check(closing.failures, of: name)
    return nil
  }

  /// Closes the rest that ``closeUntilAwaited()`` has left.
  @usableFromInline
  nonisolated(nonsending) func close(_ rest: PendingCloses) async throws(CloseError) {
    defer { closed() }
    let failures = if let closingInside { await closingInside.run(rest) } else { await rest.runAwaited() }
    try CloseError.check(failures, of: name)
  }

  package var awaitedStep: ResolutionError.Step? {
    guard users.enter() else { return closingInside?.awaitedStep }
    defer { leave() }
    return record.awaitedStep
  }

  package func begin() -> PendingCloses {
    guard users.end() else { return closingInside?.begin() ?? PendingCloses() }
    defer { leave() }
    var closing = record.begin()
    if !closing.isDone { closing.kept.append(ScopeUse(self)) }
    return closing
  }

  /// Ends the scope; only the first call does, and its caller has to call ``closed()``.
  @inline(__always)
  private func end() -> Bool {
    if unlikely(around != nil) { beginInside() }
    return likely(users.end())
  }

  @inline(__always)
  private func closed() {
    if unlikely(around != nil) { closedInside() }
    leave()
  }
}

// A scope inside another one, which awaits the closing if it closes meanwhile. Separate, because most scopes only have to check whether there is one.
extension OpenScope {
  private var closingInside: PartClosing? { around == nil ? nil : rareFacts.closing.withLock { $0 } }

  /// Notes the closing, before the scope ends: the scope around it may find it ended.
  @inline(never)
  private func beginInside() {
    let closing = PartClosing(of: .scope(kind), awaiting: record.awaitedStep)
    rareFacts.closing.withLock { $0 = $0 ?? closing }
  }

  /// Removes this scope from the scope around it, which need not close it any more.
  @inline(never)
  private func closedInside() {
    outer?.record.forget(self)
    closingInside?.end()
  }
}

extension OpenScope {
  /// Runs a closure in which this scope is the current one, then closes the scope.
  @inlinable @inline(__always)
  func run<Result>(_ body: (OpenScope) throws -> Result) throws -> Result {
    if unlikely(isBeside) { return try runBeside(body) }
    refuseAwaited()
    let result: Result
    do { result = try OpenScope.local.withValue(Current(self)) { try body(self) } } catch {
      do { try close() } catch let failure { throw failure.caused(by: error) }
      throw error
    }
    try close()
    return result
  }

  /// Runs an asynchronous closure in which this scope is the current one, then closes the scope.
  @inlinable @inline(__always)
  nonisolated(nonsending) func run<Result>(
    _ body: nonisolated(nonsending) (OpenScope) async throws -> Result
  ) async throws -> Result {
    if unlikely(isBeside) { return try await runBeside(body) }
    let result: Result
    do { result = try await OpenScope.local.withValue(Current(self)) { try await body(self) } } catch {
      do { try await close() } catch let failure { throw failure.caused(by: error) }
      throw error
    }
    try await close()
    return result
  }

  /// Notes that the scope will be closed by code that cannot await.
  @usableFromInline
  func refuseAwaited() { record.refuseAwaited() }
}
