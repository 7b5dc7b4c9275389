// SPDX-License-Identifier: Apache-2.0
public import Dovetail

/// The container of the running test, and what it was observed to do.
struct CurrentTest: Sendable {
  @TaskLocal static var current: CurrentTest?

  let container: Container
  let recorder: RecordingObserver
}

extension Container {
  /// The container of the running test: the one that `.container(…)` made for it, innermost.
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
      guard let current = CurrentTest.current else { throw .none }
      return current.container
    }
  }
}

extension RecordingObserver {
  /// What the container of the running test did so far. Every test has a recorder of its own.
  ///
  /// - Throws: ``/DovetailTesting/TestContainerError/none`` where there is no such container.
  public static var test: RecordingObserver {
    get throws(TestContainerError) {
      guard let current = CurrentTest.current else { throw .none }
      return current.recorder
    }
  }
}

/// The container of a test was asked for where there is none.
public enum TestContainerError: Error, Sendable, Hashable {
  /// The code runs in no test that has a container.
  case none
}

extension TestContainerError: CustomStringConvertible {
  /// The stable ID, `no-test-container`, and what to do.
  public var description: String {
    "error: [no-test-container] this code runs in no test that has a container\n"
      + "  help: give the test or its suite one: @Test(.container(AppModule())); to a detached task, hand the container over"
  }
}
