// SPDX-License-Identifier: Apache-2.0

/// A scope that is open: resolves what its kind, the kinds around it and the container declare.
///
/// Everything that the scope made is let go of when it closes, whoever still holds the scope itself.
public final class OpenScope: Sendable {
  /// The scope that `withScope` opened around the running code, innermost.
  package static var current: OpenScope? { local.get() }
  /// The current scope of tasks; written out, because code that a program inlines cannot see what `@TaskLocal` makes.
  @usableFromInline static let local = TaskLocal<OpenScope?>(wrappedValue: nil)

  let container: Container
  let kind: any ScopeKind.Type
  /// The scope around it, which is asked through this one as well.
  private let outer: OpenScope?
  private let instances: Lock<ScopeHold?>

  init(_ shape: ScopeShape, container: Container, around parent: ScopeInstances?) {
    self.container = container
    kind = shape.kind
    outer = parent?.handle
    let own = ScopeInstances.make(shape, inside: parent)
    instances = Lock(ScopeHold(instances: own))
    own.belong(to: self)
  }

  /// Puts in what was handed over, before anybody else can see the scope.
  func fill<each Input>(_ input: repeat each Input) {
    guard let instances = current else { return }
    for value in repeat each input { instances.fill(with: value) }
  }

  /// Closes from now on with the scope around it.
  func join(_ parent: ScopeInstances) throws(ResolutionError) {
    if parent.refusesAwaited { current?.core.pointee.record.refuseAwaited() }
    if !parent.core.pointee.record.adopt(self) { throw .closed(parent.handle.name, Graph.Key(type: TypeName(kind))) }
  }

  /// The instances, until the scope closes.
  private var current: ScopeInstances? { instances.withLock { $0 }?.instances }

  deinit { if let outer { outer.forget(self) } }

  /// Forgets a scope inside this one, which has closed or gone by itself.
  private func forget(_ inner: OpenScope) { current?.core.pointee.record.forget(inner) }

  /// The scope in words, for errors.
  var name: String { "the scope '\(TypeName(kind))'" }

  /// Whether the scope, one around it or its container has closed.
  public var isClosed: Bool { current?.isOver ?? true || container.isClosed }

  /// The instances, if the scope is open.
  func open(for key: @autoclosure () -> Graph.Key) throws(ResolutionError) -> ScopeInstances {
    guard let instances = current, !instances.isOver, !container.isClosed else { throw .closed(name, key()) }
    return instances
  }

  nonisolated(nonsending) func awaitedRequest<Value>(_ slot: Slot, _ arguments: [any Sendable]? = nil) async throws -> Value {
    let instances = try open(for: slot.step.key)
    defer { withExtendedLifetime((self, instances)) {} }
    return try await AsyncRequest.run(slot, in: Context(scope: instances), arguments)
  }

  func request<Value>(_ slot: Slot, _ arguments: Arguments? = nil) throws(ResolutionError) -> Value {
    let instances = try open(for: slot.step.key)
    defer { withExtendedLifetime(instances) {} }
    return try Request.run(slot, in: Context(scope: instances), arguments)
  }
}

extension OpenScope: ClosingPart {
  /// Closes the scope: the scopes that are open inside it, then what it made; each newest first, once, whatever fails. Then it lets go of
  /// everything.
  ///
  /// A request that comes later throws ``ResolutionError`` with code `.closed`. Closing again does nothing.
  ///
  /// - Throws: ``CloseError`` with everything that `onClose` threw; with reason `.unawaited`, and the scope open as before, when something
  ///   in it is closed asynchronously.
  public func close() throws(CloseError) {
    try CloseError.refuse(awaitedStep, of: name)
    guard let last = end() else { return }
    defer { withExtendedLifetime(last) {} }
    try CloseError.check(last.core.pointee.record.begin().runNow(), of: name)
  }

  /// Closes the scope as the synchronous form does, and awaits what is closed asynchronously.
  ///
  /// That the running task is cancelled keeps nothing from being closed, and does not show in `onClose`.
  ///
  /// - Throws: ``CloseError`` with everything that `onClose` threw.
  public nonisolated(nonsending) func close() async throws(CloseError) {
    guard let last = end() else { return }
    defer { withExtendedLifetime((self, last)) {} }
    var closing = last.core.pointee.record.begin()
    var failures = closing.runUntilAwaited()
    if !closing.isEmpty { failures += await closing.runAwaited() }
    try CloseError.check(failures, of: name)
  }

  var awaitedStep: ResolutionError.Step? { current?.core.pointee.record.awaitedStep }

  func begin() -> Closing {
    guard let last = end() else { return Closing() }
    var closing = last.core.pointee.record.begin()
    if !closing.isEmpty { closing.held += [ScopeHold(instances: last), self] }
    return closing
  }

  /// Lets go of the instances; only the first call is given them.
  private func end() -> ScopeInstances? {
    let hold = instances.withLock { hold -> ScopeHold? in
      defer { hold = nil }
      return hold
    }
    let last = hold?.instances
    if last != nil, let outer { outer.forget(self) }
    return last
  }
}

extension OpenScope {
  /// Runs a closure in which this scope is the current one, then closes the scope.
  func run<Result>(_ body: (OpenScope) throws -> Result) throws -> Result {
    current?.core.pointee.record.refuseAwaited()
    let result: Result
    do { result = try OpenScope.local.withValue(self) { try body(self) } } catch {
      do { try close() } catch let failure { throw failure.caused(by: error) }
      throw error
    }
    try close()
    return result
  }

  /// Runs an asynchronous closure in which this scope is the current one, then closes the scope.
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
}

extension CloseError {
  /// The error of a scope that closed because its closure threw.
  fileprivate func caused(by error: any Error) -> CloseError {
    var copy = self
    copy.cause = error
    return copy
  }
}
