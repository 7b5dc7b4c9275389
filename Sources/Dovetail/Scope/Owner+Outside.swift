// SPDX-License-Identifier: Apache-2.0

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
