// SPDX-License-Identifier: Apache-2.0

extension Container {
  /// One build of something that outlives every scope.
  package final class LongBuild: Sendable {
    /// The container that keeps what is built.
    package let container: Container

    init(_ container: Container) { self.container = container }
  }

  /// The build that the running code is a part of, if it was begun inside a scope. Nothing in this module asks for it.
  @TaskLocal package static var longBuild: LongBuild?
}

extension Owner {
  /// Runs the build of something that outlives every scope: for it, only the container is current. So what it becomes does not depend on
  /// the scope in which it happens to be asked for first, and it cannot keep what lives there.
  func outsideScopes<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard OpenScope.current != nil, let container = current else { return try body() }
    return try OpenScope.local.withValue(nil) {
      try Container.$longBuild.withValue(Container.LongBuild(container), operation: body)
    }
  }

  /// The asynchronous form.
  nonisolated(nonsending) func outsideScopes<Result>(
    _ body: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result {
    guard OpenScope.current != nil, let container = current else { return try await body() }
    return try await OpenScope.local.withValue(nil) {
      try await Container.$longBuild.withValue(Container.LongBuild(container), operation: body)
    }
  }
}
