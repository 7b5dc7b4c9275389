// SPDX-License-Identifier: Apache-2.0
public import Dovetail
public import Testing

extension Trait where Self == ContainerTrait {
  /// Gives every test a separate container: each test of a suite, each case of a parameterised test.
  ///
  /// Inside the test it is `Container.test`, and also `Container.shared`. Afterwards it is stopped if it was started, and closed. The test fails when the
  /// container cannot be made, when stopping or closing it fails, and when a watch reports a diagnostic.
  ///
  /// The events are recorded for `RecordingObserver.test`. A test that makes millions of objects should make its own container.
  ///
  /// - Parameters:
  ///   - module: The first module.
  ///   - more: Further modules.
  ///   - standIns: `.all` to replace every binding that carries a stand-in by it.
  ///   - roots: The resolutions of the program itself.
  ///   - extensions: The extensions of the container.
  ///   - observers: The observers of the container; made anew for every container.
  ///   - watching: The diagnostics that also fail the test; by default all.
  ///   - observingReuse: Whether `RecordingObserver.test` records the reuse of values, too.
  public static func container(
    _ module: any Module, _ more: any Module..., standIns: StandIns = .none, roots: [Root] = [], extensions: [any Extension] = [],
    observers: @autoclosure @escaping @Sendable () -> [any Observer] = [],
    watching: TestWatch = .all, observingReuse: Bool = false
  ) -> Self {
    ContainerTrait(recipe: TestRecipe([[module] + more], standIns, roots, extensions, observers, watching, observingReuse))
  }

  /// Gives every test a separate container, in which bindings are replaced.
  ///
  /// ```swift
  /// @Test(.container(ShopModule()) { Bind((any Store).self, MemoryStore.init).override })
  /// ```
  ///
  /// - Parameters:
  ///   - module: The first module.
  ///   - more: Further modules.
  ///   - standIns: `.all` to replace every binding that carries a stand-in by it.
  ///   - roots: The resolutions of the program itself.
  ///   - extensions: The extensions of the container.
  ///   - observers: The observers of the container; made anew for every container.
  ///   - watching: The diagnostics that also fail the test; by default all.
  ///   - observingReuse: Whether `RecordingObserver.test` records the reuse of values, too.
  ///   - fileID: Where the overrides are written.
  ///   - line: Where the overrides are written.
  ///   - column: Where the overrides are written.
  ///   - overrides: Each replaces a binding of the same key, with or without `.override`; one that replaces nothing fails the test and lists the near matches.
  ///     A contribution joins its collection, unless it says `.override`.
  ///     Helpers of a replacement are `.private`. An override wins over a stand-in.
  public static func container(
    _ module: any Module, _ more: any Module..., standIns: StandIns = .none, roots: [Root] = [], extensions: [any Extension] = [],
    observers: @autoclosure @escaping @Sendable () -> [any Observer] = [],
    watching: TestWatch = .all, observingReuse: Bool = false,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    @BindingsBuilder overriding overrides: @escaping @Sendable () throws -> Bindings
  ) -> Self {
    let layer = InlineModule("overrides of the test", fileID: fileID, line: line, column: column, overrides)
    return ContainerTrait(
      recipe: TestRecipe([[module] + more, [layer]], standIns, roots, extensions, observers, watching, observingReuse))
  }

  /// Gives every test a separate container, from bindings that are written here.
  ///
  /// - Parameters:
  ///   - standIns: `.all` to replace every binding that carries a stand-in by it.
  ///   - roots: The resolutions of the program itself.
  ///   - extensions: The extensions of the container.
  ///   - observers: The observers of the container; made anew for every container.
  ///   - watching: The diagnostics that also fail the test; by default all.
  ///   - observingReuse: Whether `RecordingObserver.test` records the reuse of values, too.
  ///   - fileID: Where the bindings are written.
  ///   - line: Where the bindings are written.
  ///   - column: Where the bindings are written.
  ///   - bindings: The bindings, decorators and included modules.
  public static func container(
    standIns: StandIns = .none, roots: [Root] = [], extensions: [any Extension] = [],
    observers: @autoclosure @escaping @Sendable () -> [any Observer] = [],
    watching: TestWatch = .all, observingReuse: Bool = false,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    @BindingsBuilder _ bindings: @escaping @Sendable () throws -> Bindings
  ) -> Self {
    let module = InlineModule("bindings of the test", fileID: fileID, line: line, column: column, bindings)
    return ContainerTrait(recipe: TestRecipe([[module]], standIns, roots, extensions, observers, watching, observingReuse))
  }
}

extension Trait where Self == OverridingTrait {
  /// Replaces bindings of the container that the test has from its suite, or from a trait before this one.
  ///
  /// - Parameters:
  ///   - fileID: Where the overrides are written.
  ///   - line: Where the overrides are written.
  ///   - column: Where the overrides are written.
  ///   - overrides: Each replaces a binding of the same key; one that replaces nothing fails the test and lists the near matches. A contribution
  ///     joins its collection, unless it says `.override`.
  public static func overriding(
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    @BindingsBuilder _ overrides: @escaping @Sendable () throws -> Bindings
  ) -> Self {
    OverridingTrait(module: InlineModule("overrides of the test", fileID: fileID, line: line, column: column, overrides))
  }
}
