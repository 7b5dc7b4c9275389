// SPDX-License-Identifier: Apache-2.0

/// A scope that is open: resolves what its kind, the kinds around it and the container declare.
///
/// Everything that the scope made is let go of when it closes, whoever still holds the scope itself.
public final class OpenScope: Sendable {
  /// The scope that `withScope` opened around the running code, innermost.
  @TaskLocal static var current: OpenScope?

  let container: Container
  let kind: any ScopeKind.Type
  private let instances = Lock<ScopeInstances?>(nil)

  init(_ layout: ScopeLayout, container: Container, around parent: ScopeInstances?) throws(ResolutionError) {
    self.container = container
    kind = layout.kind
    let instances = ScopeInstances(kind: layout.id, count: layout.count, parent: parent, handle: self)
    self.instances.withLock { $0 = instances }
    guard let parent else { return }
    if parent.refusesAwaited { instances.refuseAwaited() }
    if !parent.adopt(self) { throw .closed(parent.handle.name, Graph.Key(type: TypeName(kind))) }
  }

  deinit { instances.withLock { $0 }?.parent?.forget(self) }

  /// The scope in words, for errors.
  var name: String { "the scope '\(TypeName(kind))'" }

  /// Whether the scope, one around it or its container has closed.
  public var isClosed: Bool { instances.withLock { $0 }?.isOver ?? true || container.isClosed }

  /// The instances, if the scope is open.
  func open(for key: @autoclosure () -> Graph.Key) throws(ResolutionError) -> ScopeInstances {
    let instances = instances.withLock { $0 }
    guard let instances, !instances.isOver, !container.isClosed else { throw .closed(name, key()) }
    return instances
  }

  nonisolated(nonsending) func awaitedRequest<Value>(_ slot: Slot, _ arguments: [any Sendable]? = nil) async throws -> Value {
    let instances = try open(for: slot.step.key)
    defer { withExtendedLifetime((self, instances)) {} }
    return try await AsyncRequest.run(slot, in: Context(scope: instances), arguments)
  }

  func request<Value>(_ slot: Slot, _ arguments: Arguments? = nil) throws(ResolutionError) -> Value {
    let instances = try open(for: slot.step.key)
    return try withExtendedLifetime((self, instances)) { () throws(ResolutionError) -> Value in
      try Request.run(slot, in: Context(scope: instances), arguments)
    }
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
    try CloseError.check(begin().runNow(), of: name)
  }

  /// Closes the scope as the synchronous form does, and awaits what is closed asynchronously.
  ///
  /// That the running task is cancelled keeps nothing from being closed, and does not show in `onClose`.
  ///
  /// - Throws: ``CloseError`` with everything that `onClose` threw.
  public nonisolated(nonsending) func close() async throws(CloseError) {
    try CloseError.check(await begin().run(), of: name)
  }

  var awaitedStep: ResolutionError.Step? { instances.withLock { $0 }?.awaitedStep }

  func begin() -> Closing {
    let last = instances.withLock { instances in
      defer { instances = nil }
      return instances
    }
    guard let last else { return Closing() }
    last.parent?.forget(self)
    var closing = last.begin()
    if !closing.closers.isEmpty { closing.held.append(last) }
    return closing
  }
}

extension OpenScope {
  /// Runs a closure in which this scope is the current one, then closes the scope.
  func run<Result>(_ body: (OpenScope) throws -> Result) throws -> Result {
    instances.withLock { $0 }?.refuseAwaited()
    let result: Result
    do { result = try OpenScope.$current.withValue(self) { try body(self) } } catch {
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
    do { result = try await OpenScope.$current.withValue(self) { try await body(self) } } catch {
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
