// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
public import Testing

/// Gives every test a separate container: `.container(…)`.
public struct ContainerTrait: TestTrait, SuiteTrait, TestScoping {
  let recipe: TestRecipe
  private let reports = GraphReports()

  init(recipe: TestRecipe) { self.recipe = recipe }

  /// `true`: on a suite, each test in it gets a separate container.
  public var isRecursive: Bool { true }

  /// Makes a container, runs the test with it, closes it, and records every failure as an issue at the test.
  ///
  /// A container that cannot be made is an issue, and the test does not run then. The first test of the trait has the whole report, and the others name that test.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let session: TestSession
    do throws(GraphError) { session = try TestSession(recipe) } catch {
      Issue.record(reports.text(of: error, for: test), at: test.sourceLocation)
      return
    }
    try await session.run(at: test.sourceLocation, function)
    // The test's error may hold values of the container, so this follows only a test without an error.
    if let finding = await session.outliving() { Issue.record(finding, at: test.sourceLocation) }
  }
}

/// Replaces bindings of the container that a test has from its suite: `.overriding { … }`.
public struct OverridingTrait: TestTrait, SuiteTrait, TestScoping {
  let module: InlineModule
  private let reports = GraphReports()

  init(module: InlineModule) { self.module = module }

  /// `true`: on a suite, for each test in it.
  public var isRecursive: Bool { true }

  /// Makes a container from the modules of the one around the test, runs the test with it, and closes it.
  ///
  /// An override that replaces nothing is an issue at the test with the report, as for a container that cannot be made, and so is a missing container; the test
  /// does not run then.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    let session: TestSession
    do {
      let outer = try Container.test
      session = TestSession(
        try outer.rebuilt(overriding: module), recorder: try RecordingObserver.test, instances: InstanceWatch.current)
    } catch {
      Issue.record(reports.text(of: error, for: test), at: test.sourceLocation)
      return
    }
    try await session.run(at: test.sourceLocation, function)
  }
}

extension TestSession {
  /// Runs a test with the container, ends the session on every way out, and records the failures.
  func run(at location: Testing.SourceLocation, _ body: @Sendable () async throws -> Void) async throws {
    do { try await runWithContainer(body) } catch {
      await record(end(), at: location)
      throw error
    }
    await record(end(), at: location)
  }

  private func runWithContainer(_ body: @Sendable () async throws -> Void) async throws {
    guard let container else { return }
    try await InstanceWatch.$current.withValue(instances) {
      try await withTestContainer(container) { try await body() }
    }
  }

  private func record(_ findings: [String], at location: Testing.SourceLocation) {
    for finding in findings { Issue.record(finding, at: location) }
  }
}

extension Issue {
  /// Records a text of the library: the whole of it is the issue's only comment.
  static func record(_ text: String, at location: Testing.SourceLocation) {
    record(Comment(rawValue: text), sourceLocation: location)
  }
}
