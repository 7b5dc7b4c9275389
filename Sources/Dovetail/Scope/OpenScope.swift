// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// A scope that is open: resolves what its kind, the kinds around it and the container declare.
///
/// Everything that the scope made is let go of when it closes, whoever still holds the scope itself.
public final class OpenScope: Sendable {
  /// The scope that `withScope` opened around the running code, innermost.
  package static var current: OpenScope? { local.get() }
  /// The current scope of tasks; written out, because code that a program inlines cannot see what `@TaskLocal` makes.
  @usableFromInline static let local = TaskLocal<OpenScope?>(wrappedValue: nil)

  @usableFromInline let container: Container
  let shape: ScopeShape
  // SAFETY: retained in `init` and released in `deinit`. (Of a plain reference to its own type the compiler would see to it that a chain of any
  // length can go, for every scope that does.)
  private let around: Unmanaged<OpenScope>?
  /// Where the first value is.
  // SAFETY: see `OpenScope+Places`.
  nonisolated(unsafe) let values: UnsafeMutableRawPointer
  /// Those who ask the scope. It has ended when it closes, and then lets go of everything with the last one who leaves.
  private let rundown = Rundown()
  private let record: CloseRecord
  /// Those that are there belong to the scope, until it lets go. (An `AtomicLazyReference` takes 500 instructions to go by itself.)
  let rare = Atomic<Unmanaged<RareParts>?>(nil)

  /// - Parameter outer: The scope around it, which the caller has entered for it.
  @inline(__always)
  init(_ shape: ScopeShape, container: Container, around outer: OpenScope?) {
    self.container = container
    self.shape = shape
    around = outer.map { .passRetained($0) }
    values = shape.allocate()
    record = CloseRecord(shape.room(behind: values))
  }

  deinit {
    if rarely(!rundown.hasEnded) { letGo() }
    if rarely(around != nil), let around {
      closedInside()
      around.release()
    }
  }

  /// The scope around it, which is asked through this one as well. It is entered as long as there are values here.
  var outer: OpenScope? { around?.takeUnretainedValue() }

  /// The scope in words, for errors.
  var name: String { OpenScope.name(of: shape.kind) }

  static func name(of kind: any ScopeKind.Type) -> String { "the scope '\(TypeName(kind))'" }

  /// Whether the scope, one around it or its container has closed.
  public var isClosed: Bool { isOver || container.isClosed }

  /// Whether this scope or one around it has closed.
  private var isOver: Bool { rundown.hasEnded || outer?.isOver ?? false }
}

/// Who asks a scope enters it first, so that nothing goes away underneath.
extension OpenScope {
  /// Lets the caller ask the scope until it calls ``leave()``.
  ///
  /// - Returns: Whether it may; false when the scope has closed, one around it or the container.
  @inline(__always)
  func enter() -> Bool {
    if rarely(container.isShut) || rarely(!rundown.enter()) { return false }
    return usually(around == nil) || staysInside()
  }

  /// Leaves when one of the scopes around it has closed.
  @inline(never)
  private func staysInside() -> Bool {
    guard let outer, outer.isOver else { return true }
    leave()
    return false
  }

  /// Lets the caller ask the scope until it calls ``leave()``.
  ///
  /// - Throws: `ResolutionError` with code `.closed`.
  func enter(for key: @autoclosure () -> Graph.Key) throws(ResolutionError) {
    if !enter() { throw .closed(name, key()) }
  }

  // Apart, as all that is rare: what every request goes through is to lie close together.
  @inline(never)
  func closed(for slot: Slot) -> ResolutionError { .closed(name, slot.step.key) }

  /// Enters once more, for somebody who stays longer than the caller, who is inside.
  func enterAgain() { rundown.enterAgain() }

  @inline(__always)
  func leave() { if rarely(rundown.leave()) { letGo() } }

  func request<Value>(
    _ slot: Slot, _ arguments: Arguments? = nil, isKept: Bool = false
  ) throws(ResolutionError) -> Value {
    guard enter() else { throw closed(for: slot) }
    defer { leave() }
    return try Request.run(slot, in: Context(scope: self, isKept: isKept), arguments)
  }

  nonisolated(nonsending) func awaitedRequest<Value>(
    _ slot: Slot, _ arguments: [any Sendable]? = nil, in context: Context? = nil
  ) async throws -> Value {
    guard enter() else { throw closed(for: slot) }
    defer { leave() }
    return try await AsyncRequest.run(slot, in: context ?? Context(scope: self), arguments)
  }
}

/// How a scope opens.
extension OpenScope {
  /// Closes from now on with the scope around it, and tells those who observe that it is open. To be called once, before it is handed out.
  func opened() throws(ResolutionError) {
    if let outer { try join(outer) }
    tellObservers()
  }

  /// Tells those who observe that the scope is open.
  @inline(__always)
  func tellObservers() {
    let observers = container.owner.observers
    if rarely(observers != nil), let observers { tell(observers) }
  }

  @inline(never)
  private func tell(_ observers: ObserverList) { observers.opened(TypeName(shape.kind), closing: self) }

  private func join(_ outer: OpenScope) throws(ResolutionError) {
    if outer.refusesAwaited { record.refuseAwaited() }
    if !outer.record.adopt(self) { throw .closed(outer.name, Graph.Key(type: TypeName(shape.kind))) }
  }

  /// Forgets a scope inside this one, which has closed or gone by itself.
  private func forget(_ inner: OpenScope) { record.forget(inner) }
}

extension OpenScope: ClosingOwner {
  package var refusesAwaited: Bool { record.refusesAwaited }

  package func add(_ closer: Closer) -> Bool { record.add(closer) }

  /// Remembers how to close a value that lies in this scope.
  func add(_ action: CloseAction, at memory: UnsafeMutableRawPointer) -> Bool {
    record.add(ClosingPlace(action: .passUnretained(action), memory: memory))
  }
}

extension OpenScope: ClosingPart {
  /// Closes the scope: the scopes that are open inside it, then what it made; each newest first, once, whatever fails. Then it lets go of
  /// everything.
  ///
  /// A request that comes later throws `ResolutionError` with code `.closed`. Closing again does nothing.
  ///
  /// - Throws: `CloseError` with everything that `onClose` threw; with reason `.unawaited`, and the scope open as before, when something
  ///   in it is closed asynchronously.
  public func close() throws(CloseError) {
    if rarely(record.mayAwait) { try CloseError.refuse(awaitedStep, of: name) }
    guard end() else { return }
    defer { leave() }
    try CloseError.check(record.begin().runNow(), of: name)
  }

  /// Closes the scope as the synchronous form does, and awaits what is closed asynchronously.
  ///
  /// That the running task is cancelled keeps nothing from being closed, and does not show in `onClose`.
  ///
  /// - Throws: `CloseError` with everything that `onClose` threw.
  @inlinable
  public nonisolated(nonsending) func close() async throws(CloseError) {
    if let rest = try closeUntilAwaited() { try await rest.close() }
  }

  /// Closes the scope as far as nothing has to be awaited, which is all for most scopes. Whoever calls it has inlined ``close()``, and begins
  /// no asynchronous function for them.
  ///
  /// - Returns: What is left to be closed; `nil` when nothing is.
  @usableFromInline
  func closeUntilAwaited() throws(CloseError) -> UnfinishedClosing? {
    if rarely(!end()) { return nil }
    var ended = record.end()
    let failures = rarely(ended.others != nil) ? nil : ended.places.closeUntilAwaited()
    let isDone = ended.others == nil && ended.places.isEmpty && failures == nil
    if rarely(!isDone) { return try close(ended, after: failures) }
    // Nobody else asks it any more, as a rule.
    if rundown.leave() { letGo() }
    return nil
  }

  // Apart because it is rare, so that what every scope goes through lies close together.
  @inline(never)
  private func close(
    _ ended: CloseRecord.Ended, after failures: [CloseError.Failure]?
  ) throws(CloseError) -> UnfinishedClosing? {
    var closing = ended.closing
    var all = failures ?? []
    // Otherwise something has to be awaited for what comes next.
    if failures != nil || ended.others != nil { all.add(closing.runUntilAwaited()) }
    // That leaves when it is done.
    if !closing.isEmpty { return UnfinishedClosing(closing, of: self, all) }
    leave()
    try CloseError.check(all, of: name)
    return nil
  }

  package var awaitedStep: ResolutionError.Step? {
    // What closes is noted in the memory of the scope.
    guard rundown.enter() else { return nil }
    defer { leave() }
    return record.awaitedStep
  }

  package func begin() -> Closing {
    guard end() else { return Closing() }
    defer { leave() }
    var closing = record.begin()
    if !closing.isEmpty { closing.held.append(ScopeUse(self)) }
    return closing
  }

  /// Ends the scope; only the first call does, and its caller has to leave.
  @inline(__always)
  private func end() -> Bool {
    if rarely(!rundown.end()) { return false }
    if rarely(around != nil) { closedInside() }
    return true
  }

  /// Tells the scope around this one that it need not be closed with it any more.
  // Apart, because to look whether there is one is all that most scopes do.
  @inline(never)
  private func closedInside() { outer?.forget(self) }
}

extension OpenScope {
  /// Runs a closure in which this scope is the current one, then closes the scope.
  @inlinable @inline(__always)
  func run<Result>(_ body: (OpenScope) throws -> Result) throws -> Result {
    refuseAwaited()
    let result: Result
    do { result = try OpenScope.local.withValue(self) { try body(self) } } catch {
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
    let result: Result
    do { result = try await OpenScope.local.withValue(self) { try await body(self) } } catch {
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
