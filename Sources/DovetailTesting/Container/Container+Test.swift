// SPDX-License-Identifier: Apache-2.0
public import Dovetail
internal import DovetailInjected

/// The context of the running test.
private enum CurrentTest {
  @TaskLocal static var container: Container?
}

extension Container {
  /// The container of the running test: the innermost one made by `.container(…)` or given to `withTestContainer(_:_:)`.
  ///
  /// ```swift
  /// @Test(.container(ShopModule())) func `a shop opens`() throws {
  ///   #expect(try Container.test.resolve(Shop.self).isOpen)
  /// }
  /// ```
  ///
  /// It belongs to the test's task and its child tasks; a detached task has none. `Container.shared` is the same container meanwhile.
  ///
  /// - Throws: ``/DovetailTesting/TestContainerError/none`` where there is none.
  public static var test: Container {
    get throws(TestContainerError) {
      guard let container = CurrentTest.container else { throw .none }
      return container
    }
  }
}

extension RecordingObserver {
  /// The events of the running test's container so far. Every test has a separate recorder.
  ///
  /// - Throws: ``/DovetailTesting/TestContainerError/none`` when there is no such container, and ``/DovetailTesting/TestContainerError/noRecorder`` when it has
  ///   no recorder.
  public static var test: RecordingObserver {
    get throws(TestContainerError) {
      guard let recorder = try Container.test.recorder else { throw .noRecorder }
      return recorder
    }
  }
}

/// Runs a closure in which a container is that of the running test, in this task and its children: it is `Container.test` and `Container.shared`, and its
/// recorder is `RecordingObserver.test`.
///
/// The trait `.container(…)` does this for the tests of Swift Testing. It is for code without traits: XCTest and detached tasks. The container is not closed.
///
/// - Parameters:
///   - container: The container.
///   - body: Runs once.
/// - Returns: The closure's result.
public func withTestContainer<Result>(_ container: Container, _ body: () throws -> Result) rethrows -> Result {
  try CurrentTest.$container.withValue(container) { try withContainer(container, body) }
}

/// Runs an asynchronous closure in which a container is that of the running test; see the form that does not await.
///
/// - Parameters:
///   - container: The container.
///   - body: Runs once.
/// - Returns: The closure's result.
public nonisolated(nonsending) func withTestContainer<Result>(
  _ container: Container, _ body: nonisolated(nonsending) () async throws -> Result
) async rethrows -> Result {
  try await CurrentTest.$container.withValue(container) { try await withContainer(container, body) }
}

/// The container of a test was resolved outside of such a test.
public enum TestContainerError: Error, Sendable, Hashable {
  /// The code runs in no test that has a container.
  case none
  /// The container of the test has no recorder.
  case noRecorder
}

extension TestContainerError: CustomStringConvertible {
  /// The stable ID, `no-test-container` or `no-test-recorder`, and the remedy.
  public var description: String {
    switch self {
    case .none:
      "error: [no-test-container] this code runs in no test that has a container\n"
        + "  help: give the test or its suite one: @Test(.container(AppModule())); in a test case of XCTest or a detached task, run the code "
        + "inside withTestContainer(_:_:) { … }"
    case .noRecorder:
      "error: [no-test-recorder] no recorder observes the container of this test\n"
        + "  help: give it a recorder when it is made: observers: [RecordingObserver()]"
    }
  }
}
