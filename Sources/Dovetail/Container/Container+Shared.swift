// SPDX-License-Identifier: Apache-2.0

extension Container {
  private static let installed = Lock<Installation?>(nil)
  @TaskLocal private static var local: Local?

  /// What `install(_:)` made the program's, and where.
  private struct Installation: Sendable {
    let container: Container
    let location: SourceLocation
  }

  /// What `withContainer(_:_:)` made current, and the scope that was current already.
  private struct Local: Sendable {
    let container: Container
    let outerScope: OpenScope?
  }

  /// The container that ``Injected`` reads: the one of the nearest `withContainer(_:_:)` around the running code, else the one that
  /// is installed for the whole program.
  ///
  /// - Throws: ``ContainerError/notInstalled`` when there is neither.
  public static var shared: Container {
    get throws(ContainerError) {
      guard let container = local?.container ?? installed.withLock({ $0?.container }) else { throw .notInstalled }
      return container
    }
  }

  /// What ``Injected`` asks: the innermost of the open scope and ``shared``.
  static var nearest: any Resolver {
    get throws(ContainerError) {
      if let scope = OpenScope.current, local == nil || local?.outerScope !== scope { return scope }
      return try shared
    }
  }

  /// Sets the program's shared container.
  ///
  /// - Parameters:
  ///   - container: The container.
  ///   - fileID: Where it is installed.
  ///   - line: Where it is installed.
  ///   - column: Where it is installed.
  /// - Throws: ``ContainerError/alreadyInstalled(at:)`` when there is one; it stays.
  public static func install(
    _ container: Container, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) throws(ContainerError) {
    let location = SourceLocation(fileID: fileID, line: line, column: column)
    let earlier = installed.withLock { installed in
      let earlier = installed?.location
      if installed == nil { installed = Installation(container: container, location: location) }
      return earlier
    }
    if let earlier { throw .alreadyInstalled(at: earlier) }
  }

  /// Unsets the program's shared container, without closing it. Does nothing when none is set.
  public static func remove() {
    installed.withLock { $0 = nil }
  }

  static func with<Result>(_ container: Container, _ body: () throws -> Result) rethrows -> Result {
    try $local.withValue(Local(container: container, outerScope: OpenScope.current), operation: body)
  }

  nonisolated(nonsending) static func with<Result>(
    _ container: Container, _ body: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result {
    try await $local.withValue(Local(container: container, outerScope: OpenScope.current), operation: body)
  }
}

extension Owner {
  /// Runs the build of something that outlives every scope: for it, only the container is current. So what it becomes does not depend on
  /// the scope in which it happens to be asked for first, and it cannot keep what lives there.
  func outsideScopes<Result>(_ body: () throws -> Result) rethrows -> Result {
    guard OpenScope.current != nil, let container = current else { return try body() }
    return try OpenScope.local.withValue(nil) { try Container.with(container, body) }
  }

  /// The asynchronous form.
  nonisolated(nonsending) func outsideScopes<Result>(
    _ body: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result {
    guard OpenScope.current != nil, let container = current else { return try await body() }
    return try await OpenScope.local.withValue(nil) { try await Container.with(container, body) }
  }
}

/// Runs a closure in which `Container.shared` is the given container, in this task and its children.
public func withContainer<Result>(_ container: Container, _ body: () throws -> Result) rethrows -> Result {
  try Container.with(container, body)
}

/// Runs an asynchronous closure in which `Container.shared` is the given container, in this task and its children.
public nonisolated(nonsending) func withContainer<Result>(
  _ container: Container, _ body: nonisolated(nonsending) () async throws -> Result
) async rethrows -> Result {
  try await Container.with(container, body)
}
