// SPDX-License-Identifier: Apache-2.0

/// The scopes that are open around the running code.
struct Surroundings: Sendable {
  /// The innermost last. Each is there with those that it lies in; most programs have at most one here.
  var scopes: [OpenScope] = []
  /// Whether another container was made the current one inside the innermost.
  var isCovered = false
}

extension OpenScope {
  @TaskLocal static var around = Surroundings()

  /// The scope that `withScope` opened around the running code, innermost.
  package static var current: OpenScope? { around.scopes.last }

  /// The innermost scope around the running code, of a container or of one of its family.
  static func innermost(of owner: ContainerContext) -> OpenScope? {
    around.scopes.last { $0.container.owner.family == owner.family }
  }

  /// The current scope, unless another container was made the current one inside it.
  package static var uncovered: OpenScope? {
    let around = around
    return around.isCovered ? nil : around.scopes.last
  }

  /// What is around code in which this scope is the current one. A scope that does not lie in it, of another container or beside it, stays there.
  var aroundInside: Surroundings {
    // Not those that have closed: tasks that scopes have left behind would make the list longer and longer.
    let scopes = OpenScope.around.scopes.filter { !$0.lifetime.isEnded }
    guard let last = scopes.last else { return Surroundings(scopes: [self]) }
    return Surroundings(scopes: (lies(in: last) ? scopes.dropLast() : scopes[...]) + [self])
  }

  func asCurrent<Result>(_ body: () throws -> Result) rethrows -> Result {
    try OpenScope.$around.withValue(aroundInside, operation: body)
  }

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
  public func asCurrent<Result>(
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
  ) async rethrows -> Result { try await OpenScope.$around.withValue(aroundInside, operation: body) }

  /// Enters the scope of a kind that is open around the running code.
  ///
  /// - Returns: That scope, and the one to leave.
  /// - Throws: `ResolutionError` with code `.scopeNotOpen` when there is none.
  static func enterCurrent(
    _ kind: any ScopeKind.Type, of owner: ContainerContext, for step: ResolutionError.Step
  ) throws(ResolutionError) -> (scope: OpenScope, entered: OpenScope?) {
    let scopes = around.scopes
    for current in scopes.reversed() {
      // The cells of another container's scopes are laid out differently.
      guard let scope = current.find(ObjectIdentifier(kind)), scope.container.sees(owner) else { continue }
      try current.enter(for: step.key)
      return (scope, current)
    }
    throw .scopeNotOpen(kind, for: step, isElsewhere: scopes.contains { $0.find(ObjectIdentifier(kind)) != nil })
  }

  /// Runs a closure in which another container is the current one. A scope that is made current inside, even the same one, is nearer.
  package static func covering<Result>(_ body: () throws -> Result) rethrows -> Result {
    if around.scopes.isEmpty { return try body() }
    return try $around.withValue(Surroundings(scopes: around.scopes, isCovered: true), operation: body)
  }

  /// The asynchronous form.
  package nonisolated(nonsending) static func covering<Result>(
    _ body: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result {
    if around.scopes.isEmpty { return try await body() }
    return try await $around.withValue(Surroundings(scopes: around.scopes, isCovered: true), operation: body)
  }
}

extension Container {
  /// The build of a value that outlives every scope, if the running code is a part of one that was begun inside a scope: the container that keeps the value,
  /// in a box that tells this build from others. This module does not read it.
  @TaskLocal package static var longBuild: Boxed<Container>?
}

extension ContainerContext {
  /// Runs the build of a value that outlives every scope: in it, only the container is current. So the value does not depend on the scope of its first request,
  /// and it cannot keep values of that scope.
  package func outsideScopes<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard !OpenScope.around.scopes.isEmpty, let container = current else { return try body() }
    return try OpenScope.$around.withValue(Surroundings()) {
      try Container.$longBuild.withValue(Boxed(container), operation: body)
    }
  }

  /// The asynchronous form.
  nonisolated(nonsending) func outsideScopes<Result>(
    _ body: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result {
    guard !OpenScope.around.scopes.isEmpty, let container = current else { return try await body() }
    return try await OpenScope.$around.withValue(Surroundings()) {
      try await Container.$longBuild.withValue(Boxed(container), operation: body)
    }
  }
}
