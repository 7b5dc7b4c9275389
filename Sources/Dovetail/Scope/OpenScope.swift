// SPDX-License-Identifier: Apache-2.0

/// A scope that is open: resolves what its kind, the kinds around it and the container declare.
///
/// Everything that the scope made is let go of when it closes, whoever still holds the scope itself.
public final class OpenScope: Sendable {
  /// The scope that ``Resolver/withScope(_:_:_:)`` opened around the running code, innermost.
  @TaskLocal static var current: OpenScope?

  let container: Container
  let kindName: TypeName
  let outer: OpenScope?
  private let instances = Lock<ScopeInstances?>(nil)

  init(_ layout: ScopeLayout, container: Container, outer: OpenScope?, around parent: ScopeInstances?) {
    self.container = container
    self.outer = outer
    kindName = layout.kind.type
    let instances = ScopeInstances(kind: layout.id, count: layout.count, parent: parent, handle: self)
    self.instances.withLock { $0 = instances }
  }

  /// Closes the scope: runs `onClose` of what it made in reverse order of creation, once, and lets go of it.
  ///
  /// A request that comes later throws ``ResolutionError`` with code `.closed`. Closing again does nothing.
  public func close() {
    let last = instances.withLock { instances in
      defer { instances = nil }
      return instances
    }
    last?.closing.close()
  }

  /// Whether the scope, one around it or its container has closed.
  public var isClosed: Bool { instances.withLock { $0 }?.isClosed ?? true || container.isClosed }

  /// The instances, if the scope is open.
  func open(for key: @autoclosure () -> Graph.Key) throws(ResolutionError) -> ScopeInstances {
    let instances = instances.withLock { $0 }
    guard let instances, !instances.isClosed, !container.isClosed else {
      throw .closed("the scope '\(kindName)'", key())
    }
    return instances
  }

  /// Runs a closure in which this scope is the current one, then closes the scope.
  func run<Result>(_ body: (OpenScope) throws -> Result) rethrows -> Result {
    defer { close() }
    return try OpenScope.$current.withValue(self) { try body(self) }
  }

  nonisolated(nonsending) func awaitedRequest<Value>(_ slot: Slot, _ arguments: [any Sendable]? = nil) async throws -> Value {
    let instances = try open(for: slot.step.key)
    defer { withExtendedLifetime(self) {} }
    return try await AsyncRequest.run(slot, in: Context(scope: instances), arguments)
  }

  func request<Value>(_ slot: Slot, _ arguments: Arguments? = nil) throws(ResolutionError) -> Value {
    let instances = try open(for: slot.step.key)
    return try withExtendedLifetime(self) { () throws(ResolutionError) -> Value in
      try Request.run(slot, in: Context(scope: instances), arguments)
    }
  }
}
