// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// A scope that is open: resolves the bindings of its kind, of the kinds around it and of the container.
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
  let shape: ScopeShape
  // SAFETY: retained in `init` and released in `deinit`. (For a plain reference to its own type the compiler would add code that releases a chain of any
  // length, at a cost for every scope.)
  let around: Unheld<OpenScope>?
  /// The address of the first value.
  let values: Address
  /// The requests in the scope. It ends when the scope closes; then the last one to leave releases the values.
  let users = UsageCount()
  let record = CloseRecord()
  /// Whether `withScope` closes it at the end of its closure.
  let runs = Atomic<Bool>(false)
  /// Where the scope was opened.
  let location: SourceLocation
  /// The place in the order of what was opened beside it.
  let number: Int
  /// Whether what the scope was opened in knows it, and closes it: a scope in which nothing has to be closed need not be known.
  let seat = CloseRecord.Seat()
  /// The parts belong to the scope, until it is released. (An `AtomicLazyReference` takes 500 instructions to release by itself.)
  let rare = Atomic<Unmanaged<RareFacts>?>(nil)

  /// - Parameter outer: The scope around it, which the caller has entered for it.
  @inline(__always)
  init(_ shape: ScopeShape, container: Container, around outer: OpenScope?, at location: SourceLocation) {
    self.container = container
    self.location = location
    self.shape = shape
    around = outer.map { Unheld($0).retained() }
    number = outer?.record.nextOpening() ?? container.owner.closing.nextOpening()
    values = shape.allocate()
  }

  deinit {
    if !users.hasEnded { drop() }
    rare.load(ordering: .acquiring)?.release()
    if let around { around.release() }
  }

  /// The scope around it, which is also reached through this one. It stays entered as long as there are values here.
  var outer: OpenScope? { around?.object }

  var kind: any ScopeKind.Type { shape.layout.kind }

  @inline(__always)
  var id: ObjectIdentifier { shape.id }

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
    if container.isShut || !users.enter() { return false }
    return around == nil || staysInside()
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
  func enter(for key: @autoclosure () -> Graph.Key) throws(ResolutionError) { if !enter() { throw closed(for: key()) } }

  /// Enters once more, for a user that stays longer than the caller, which has entered.
  func enterAgain() { users.enterAgain() }

  @inline(__always)
  func leave() { if users.leave() { letGo() } }
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
  /// Registers with the scope around it, and reports to the observers. Called once, before the scope is handed out.
  @inline(__always)
  func opened() throws(ResolutionError) {
    if around != nil { try openedInside() }
    let observers = container.owner.observers
    if let observers { try tell(observers) }
  }

  @inline(never)
  private func openedInside() throws(ResolutionError) {
    if outer?.refusesAwaited ?? false { record.refuseAwaited() }
    try join(for: Graph.Key(type: TypeName(kind)))
  }

  @inline(never)
  private func tell(_ observers: ObserverList) throws(ResolutionError) {
    try join(for: Graph.Key(type: TypeName(kind)))
    observers.tell(opened: self, TypeName(kind), at: location)
    observers.tell(.scopeOpened, and: .scopeClosed, of: Event.Subject(scope: TypeName(kind)), after: self)
  }
}

extension OpenScope: ClosingOwner {
  /// Notes the build of a value that is kept here, to be ended in ``record``.
  ///
  /// - Throws: `ResolutionError` with code `.closed` when the scope has begun to close.
  @inline(__always)
  func beginBuild(_ source: some StepSource) throws(ResolutionError) -> Int {
    guard let build = record.beginBuild(source) else { throw closed(for: source.step.key) }
    return build
  }

  var refusesAwaited: Bool { record.refusesAwaited }

  @inline(__always)
  package func add(_ entry: CloseEntry, keeping keeper: (any AnyObject & Sendable)? = nil) -> Bool {
    record.add(entry, keeping: keeper)
  }
}

extension OpenScope {
  /// Runs a closure in which this scope is the current one, then closes the scope.
  @inlinable @inline(__always)
  func run<Result>(_ body: (OpenScope) throws -> Result) throws -> Result {
    if isBeside { return try runBeside(body) }
    beginRun(refusingAwaited: true)
    let result: Result
    do { result = try OpenScope.local.withValue(Current(self)) { try body(self) } } catch {
      do { try closeAtEnd() } catch let failure { throw failure.caused(by: error) }
      throw error
    }
    try closeAtEnd()
    return result
  }

  /// Runs an asynchronous closure in which this scope is the current one, then closes the scope.
  @inlinable @inline(__always)
  nonisolated(nonsending) func run<Result>(
    _ body: nonisolated(nonsending) (OpenScope) async throws -> Result
  ) async throws -> Result {
    if isBeside { return try await runBeside(body) }
    beginRun(refusingAwaited: false)
    let result: Result
    do { result = try await OpenScope.local.withValue(Current(self)) { try await body(self) } } catch {
      do { try await close() } catch let failure { throw failure.caused(by: error) }
      throw error
    }
    try await close()
    return result
  }

  /// Notes that `withScope` will close the scope, and whether by code that cannot await.
  @usableFromInline
  func beginRun(refusingAwaited: Bool) {
    runs.store(true, ordering: .relaxed)
    if refusingAwaited { record.refuseAwaited() }
  }
}
