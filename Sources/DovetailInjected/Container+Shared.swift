// SPDX-License-Identifier: Apache-2.0
public import Dovetail

extension Container {
  private static let installed = Lock<Installation?>(nil)
  @TaskLocal private static var local: Local?

  /// The container of `install(_:)`, and the place of that call.
  private struct Installation: Sendable {
    let container: Container
    let location: SourceLocation
  }

  /// The container of `withContainer(_:_:)`, and the build that was current before.
  private struct Local: Sendable {
    let container: Container
    let outerBuild = Container.longBuild
  }

  /// The container that ``/DovetailInjected/Injected`` reads: the one of the nearest `withContainer(_:_:)` around the running code, else the one that is
  /// installed for the whole program.
  ///
  /// - Throws: ``/DovetailInjected/ContainerError/notInstalled`` when there is neither.
  public static var shared: Container {
    get throws(ContainerError) {
      let local = local
      // For a build that outlives every scope, its own container is the current one.
      if let build = longBuild, local?.outerBuild !== build { return build.value }
      guard let container = local?.container ?? installed.withLock({ $0?.container }) else { throw .notInstalled }
      return container
    }
  }

  /// The resolver that ``/DovetailInjected/Injected`` uses: the innermost of the open scope and ``shared``.
  static var nearest: any Resolver {
    get throws(ContainerError) {
      if let scope = OpenScope.uncovered { return scope.forProgram }
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
  /// - Throws: ``/DovetailInjected/ContainerError/alreadyInstalled(at:)`` when there is one; it stays.
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

  /// Replaces the program's shared container in one step: no resolution meanwhile finds none. Installs it if there is none yet.
  ///
  /// The container that was there is not closed. Code that has it goes on with it and its singletons, and so do the `@Injected` properties that were
  /// read. Inside `withContainer(_:_:)` the container of that stays the shared one.
  ///
  /// - Parameters:
  ///   - container: The container.
  ///   - fileID: Where it is installed.
  ///   - line: Where it is installed.
  ///   - column: Where it is installed.
  /// - Returns: The container that was there, for example to close it; `nil` when there was none.
  @discardableResult
  public static func replaceShared(
    with container: Container, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Container? {
    let next = Installation(container: container, location: SourceLocation(fileID: fileID, line: line, column: column))
    return installed.withLock { installed in
      defer { installed = next }
      return installed?.container
    }
  }

  /// Replaces the program's shared container by one that is made from it, in one step.
  ///
  /// ```swift
  /// try Container.replaceShared { try $0.child(FordModule()) }             // the singletons that exist stay
  /// try Container.replaceShared { try $0.rebuilt(adding: FordModule()) }   // the new container makes its own
  /// ```
  ///
  /// - Parameters:
  ///   - fileID: Where the new container is installed.
  ///   - line: Where it is installed.
  ///   - column: Where it is installed.
  ///   - change: Makes the new container. Called again, with the newer one, if another container was installed meanwhile; so two modules that are added
  ///     at once are both there.
  /// - Returns: The new container.
  /// - Throws: ``/DovetailInjected/ContainerError/notInstalled`` when there is none, or the error of `change`; then nothing has changed.
  @discardableResult
  public static func replaceShared(
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column, _ change: (Container) throws -> Container
  ) throws -> Container {
    let location = SourceLocation(fileID: fileID, line: line, column: column)
    while true {
      guard let current = installed.withLock({ $0?.container }) else { throw ContainerError.notInstalled }
      let next = try change(current)
      let isReplaced = installed.withLock { installed in
        guard installed?.container === current else { return false }
        installed = Installation(container: next, location: location)
        return true
      }
      if isReplaced { return next }
    }
  }

  /// Unsets the program's shared container, without closing it. Does nothing when none is set.
  public static func remove() {
    installed.withLock { $0 = nil }
  }

  static func with<Result>(_ container: Container, _ body: () throws -> Result) rethrows -> Result {
    try $local.withValue(Local(container: container)) { try OpenScope.covering(body) }
  }

  nonisolated(nonsending) static func with<Result>(
    _ container: Container, _ body: nonisolated(nonsending) () async throws -> Result
  ) async rethrows -> Result {
    try await $local.withValue(Local(container: container)) { try await OpenScope.covering(body) }
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
