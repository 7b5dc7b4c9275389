// SPDX-License-Identifier: Apache-2.0
public import Dovetail
public import DovetailTesting
public import XCTest

extension XCTestCase {
  /// Makes a container for the running test. When the test ends it is stopped if it was started, and closed.
  ///
  /// The test fails at the caller's line when stopping or closing goes wrong, and when something is found that the container is watched for.
  /// Inside `withTestContainer(_:_:)` it is `Container.test` and `Container.shared`, and what it did is in `RecordingObserver.test`.
  ///
  /// ```swift
  /// func testAShopOpens() throws {
  ///   let container = try makeContainer(ShopModule()) { Bind((any Store).self, MemoryStore.init).override }
  ///   XCTAssertTrue(try container.resolve(Shop.self).isOpen)
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - module: The first module.
  ///   - more: Further modules.
  ///   - standIns: `.all` to replace every binding that carries a stand-in by it.
  ///   - roots: What the program itself resolves.
  ///   - extensions: What steps into the container's work.
  ///   - observers: Who is told what the container does.
  ///   - watching: What else fails the test; by default what is external. Add `.outliving` where the test keeps nothing in properties of the test
  ///     case: those live on.
  ///   - observingReuse: Whether its recorder remembers what is reused, too.
  ///   - file: Where failures are recorded.
  ///   - line: Where failures are recorded.
  /// - Throws: `GraphError` with all diagnostics.
  public func makeContainer(
    _ module: any Module, _ more: any Module..., standIns: StandIns = .none, roots: [Root] = [], extensions: [any Extension] = [],
    observers: [any Observer] = [], watching: TestWatch = .external, observingReuse: Bool = false,
    file: StaticString = #filePath, line: UInt = #line
  ) throws -> Container {
    let recipe = TestRecipe([[module] + more], standIns, roots, extensions, { observers }, watching, observingReuse)
    return try makeContainer(recipe, file, line)
  }

  /// Makes a container for the running test, in which bindings are replaced; see the form without overrides.
  ///
  /// - Parameters:
  ///   - module: The first module.
  ///   - more: Further modules.
  ///   - standIns: `.all` to replace every binding that carries a stand-in by it.
  ///   - roots: What the program itself resolves.
  ///   - extensions: What steps into the container's work.
  ///   - observers: Who is told what the container does.
  ///   - watching: What else fails the test; by default what is external.
  ///   - observingReuse: Whether its recorder remembers what is reused, too.
  ///   - file: Where failures are recorded.
  ///   - line: Where failures are recorded.
  ///   - fileID: Where the overrides are written.
  ///   - column: Where the overrides are written.
  ///   - overrides: Each replaces a binding of the same key, and says `.override` or leaves it out. Helpers of a replacement are `.private`.
  /// - Throws: `GraphError` with all diagnostics, among them overrides that replace nothing.
  public func makeContainer(
    _ module: any Module, _ more: any Module..., standIns: StandIns = .none, roots: [Root] = [], extensions: [any Extension] = [],
    observers: [any Observer] = [], watching: TestWatch = .external, observingReuse: Bool = false,
    file: StaticString = #filePath, line: UInt = #line, fileID: StaticString = #fileID, column: UInt = #column,
    @BindingsBuilder overriding overrides: @escaping @Sendable () throws -> Bindings
  ) throws -> Container {
    let layer = InlineModule("overrides of the test", fileID: fileID, line: line, column: column, overrides)
    let recipe = TestRecipe([[module] + more, [layer]], standIns, roots, extensions, { observers }, watching, observingReuse)
    return try makeContainer(recipe, file, line)
  }

  /// Makes a container for the running test from bindings that are written here; see the form that takes modules.
  ///
  /// - Parameters:
  ///   - standIns: `.all` to replace every binding that carries a stand-in by it.
  ///   - roots: What the program itself resolves.
  ///   - extensions: What steps into the container's work.
  ///   - observers: Who is told what the container does.
  ///   - watching: What else fails the test; by default what is external.
  ///   - observingReuse: Whether its recorder remembers what is reused, too.
  ///   - file: Where failures are recorded.
  ///   - line: Where failures are recorded.
  ///   - fileID: Where the bindings are written.
  ///   - column: Where the bindings are written.
  ///   - bindings: The bindings, decorators and included modules.
  /// - Throws: `GraphError` with all diagnostics.
  public func makeContainer(
    standIns: StandIns = .none, roots: [Root] = [], extensions: [any Extension] = [], observers: [any Observer] = [],
    watching: TestWatch = .external, observingReuse: Bool = false, file: StaticString = #filePath, line: UInt = #line,
    fileID: StaticString = #fileID,
    column: UInt = #column, @BindingsBuilder _ bindings: @escaping @Sendable () throws -> Bindings
  ) throws -> Container {
    let module = InlineModule("bindings of the test", fileID: fileID, line: line, column: column, bindings)
    return try makeContainer(
      TestRecipe([[module]], standIns, roots, extensions, { observers }, watching, observingReuse), file, line)
  }

  private func makeContainer(_ recipe: TestRecipe, _ file: StaticString, _ line: UInt) throws -> Container {
    let session = try TestSession(recipe)
    addTeardownBlock { @Sendable () async throws -> Void in
      for failure in await session.end() { XCTFail(failure, file: file, line: line) }
      if let failure = await session.outliving() { XCTFail(failure, file: file, line: line) }
    }
    return try XCTUnwrap(session.container)
  }
}
