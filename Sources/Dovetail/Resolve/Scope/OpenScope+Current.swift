// SPDX-License-Identifier: Apache-2.0

extension OpenScope {
  /// Runs a closure in which this scope is the current one of the running task, and leaves it open.
  ///
  /// For a scope that is opened in one place and closed in another, so that no `withScope` can be around both: an adapter to a server opens it for a handler
  /// and closes it after the body is written. `Injected` and the providers of longer-lived values use it meanwhile.
  ///
  /// - Parameters:
  ///   - isolation: The actor of the caller, on which the closure runs.
  ///   - body: Uses the scope, directly or through the code that it calls.
  /// - Returns: The closure's result.
  /// - Throws: The closure's error.
  @inlinable
  public func asCurrent<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result {
    if isBeside { return try await beside(body) }
    return try await OpenScope.local.withValue(Current(self), operation: body)
  }

  /// Enters the scope of a kind that is open around the running code.
  ///
  /// - Returns: That scope, and the one to leave.
  /// - Throws: `ResolutionError` with code `.scopeNotOpen` when there is none.
  @inline(never)
  static func enterCurrent(
    _ kind: any ScopeKind.Type, of owner: Owner, for step: ResolutionError.Step
  ) throws(ResolutionError) -> (scope: OpenScope, entered: OpenScope) {
    // The places of another container's scopes are laid out differently.
    for current in around.reversed() where current.container.sees(owner) {
      try current.enter(for: step.key)
      if let scope = current.find(ObjectIdentifier(kind)) { return (scope, current) }
      current.leave()
    }
    throw .scopeNotOpen(kind, for: step, isElsewhere: around.contains { $0.find(ObjectIdentifier(kind)) != nil })
  }
}

// Containers that are made current inside a scope.
extension OpenScope {
  /// The current scope, unless another container was made the current one inside it.
  package static var uncovered: OpenScope? {
    let current = local.get()
    return current.isCovered ? nil : current.scope
  }

  /// Runs a closure in which another container is the current one. A scope that is made current inside, even the same one, is nearer.
  package static func covering<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard let current else { return try body() }
    return try local.withValue(Current(current, isCovered: true), operation: body)
  }

  /// The asynchronous form.
  package nonisolated(nonsending) static func covering<Result>(
    _ body: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result {
    guard let current else { return try await body() }
    return try await local.withValue(Current(current, isCovered: true), operation: body)
  }
}

// Scopes that do not lie in each other: of several containers, or beside each other.
extension OpenScope {
  /// The scopes around the current one that it does not lie in, the innermost last.
  @TaskLocal fileprivate static var others: [OpenScope] = []

  /// All scopes around the running code, the innermost last.
  private static var around: [OpenScope] { others + (current.map { [$0] } ?? []) }

  /// Whether there is a current scope in which this one does not lie.
  @usableFromInline @inline(never)
  var isBeside: Bool { OpenScope.current.map { !lies(in: $0) } ?? false }

  /// Runs a closure as `run` does, and leaves the scopes around the running code current beside this one.
  @usableFromInline @inline(never)
  func runBeside<Result>(_ body: (OpenScope) throws -> Result) throws -> Result {
    try Self.$others.withValue(Self.around) { try Self.local.withValue(.init()) { try run(body) } }
  }

  /// The asynchronous form.
  @usableFromInline @inline(never)
  nonisolated(nonsending) func runBeside<Result>(
    _ body: nonisolated(nonsending) (OpenScope) async throws -> Result
  ) async throws -> Result {
    try await Self.$others.withValue(Self.around) { try await Self.local.withValue(.init()) { try await run(body) } }
  }

  /// The same for a scope that stays open.
  @usableFromInline
  nonisolated(nonsending) func beside<Result>(
    _ body: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result {
    try await Self.$others.withValue(Self.around) { try await Self.local.withValue(Current(self), operation: body) }
  }
}

extension Container {
  /// One build of a value that outlives every scope.
  package final class LongBuild: Sendable {
    /// The container that keeps the value.
    package let container: Container

    init(_ container: Container) { self.container = container }
  }

  /// The build that the running code is a part of, if it was begun inside a scope. This module does not read it.
  @TaskLocal package static var longBuild: LongBuild?
}

extension Owner {
  /// Runs the build of a value that outlives every scope: in it, only the container is current. So the value does not depend on the scope of its first request,
  /// and it cannot keep values of that scope.
  func outsideScopes<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard OpenScope.current != nil, let container = current else { return try body() }
    return try OpenScope.$others.withValue([]) {
      try OpenScope.local.withValue(.init()) {
        try Container.$longBuild.withValue(Container.LongBuild(container), operation: body)
      }
    }
  }

  /// The asynchronous form.
  nonisolated(nonsending) func outsideScopes<Result>(
    _ body: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result {
    guard OpenScope.current != nil, let container = current else { return try await body() }
    return try await OpenScope.$others.withValue([]) {
      try await OpenScope.local.withValue(.init()) {
        try await Container.$longBuild.withValue(Container.LongBuild(container), operation: body)
      }
    }
  }
}
