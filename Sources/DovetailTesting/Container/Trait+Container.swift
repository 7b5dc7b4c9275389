// SPDX-License-Identifier: Apache-2.0
public import Dovetail
public import Testing

extension Trait where Self == ContainerTrait {
  /// Gives every test a container of its own: of a suite each test, of a parameterised test each case.
  ///
  /// Inside the test it is `Container.test`, and also `Container.shared`. Afterwards it is stopped if it was started, and closed. The test
  /// fails when the container cannot be made, when stopping or closing it goes wrong, and when something is found that it is watched for.
  ///
  /// What happens is written down for `RecordingObserver.test`. A test that lets millions of objects be made is better off with a container that
  /// it makes itself.
  ///
  /// - Parameters:
  ///   - module: The first module.
  ///   - more: Further modules.
  ///   - roots: What the program itself asks for.
  ///   - extensions: What steps into the container's work.
  ///   - observers: Who is told what the container does; asked for every container anew.
  ///   - watching: What else fails the test; by default everything.
  ///   - observingReuse: Whether `RecordingObserver.test` remembers what is reused, too.
  public static func container(
    _ module: any Module, _ more: any Module..., roots: [Root] = [], extensions: [any Extension] = [],
    observers: @autoclosure @escaping @Sendable () -> [any Observer] = [],
    watching: TestWatch = .all, observingReuse: Bool = false
  ) -> Self {
    ContainerTrait(recipe: TestRecipe([[module] + more], roots, extensions, observers, watching, observingReuse))
  }

  /// Gives every test a container of its own, in which binds are replaced.
  ///
  /// ```swift
  /// @Test(.container(ShopModule()) { Bind((any Store).self, MemoryStore.init).override })
  /// ```
  ///
  /// - Parameters:
  ///   - module: The first module.
  ///   - more: Further modules.
  ///   - roots: What the program itself asks for.
  ///   - extensions: What steps into the container's work.
  ///   - observers: Who is told what the container does; asked for every container anew.
  ///   - watching: What else fails the test; by default everything.
  ///   - observingReuse: Whether `RecordingObserver.test` remembers what is reused, too.
  ///   - fileID: Where the overrides are written.
  ///   - line: Where the overrides are written.
  ///   - column: Where the overrides are written.
  ///   - overrides: Each replaces a bind of the same key, and says `.override` or leaves it out; one that replaces nothing fails the test
  ///     with what nearly matched. Helpers of a replacement are `.private`.
  public static func container(
    _ module: any Module, _ more: any Module..., roots: [Root] = [], extensions: [any Extension] = [],
    observers: @autoclosure @escaping @Sendable () -> [any Observer] = [],
    watching: TestWatch = .all, observingReuse: Bool = false,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    @BindingsBuilder overriding overrides: @escaping @Sendable () throws -> Bindings
  ) -> Self {
    let layer = InlineModule("overrides of the test", fileID: fileID, line: line, column: column, overrides)
    return ContainerTrait(recipe: TestRecipe([[module] + more, [layer]], roots, extensions, observers, watching, observingReuse))
  }

  /// Gives every test a container of its own, from binds that are written here.
  ///
  /// - Parameters:
  ///   - roots: What the program itself asks for.
  ///   - extensions: What steps into the container's work.
  ///   - observers: Who is told what the container does; asked for every container anew.
  ///   - watching: What else fails the test; by default everything.
  ///   - observingReuse: Whether `RecordingObserver.test` remembers what is reused, too.
  ///   - fileID: Where the binds are written.
  ///   - line: Where the binds are written.
  ///   - column: Where the binds are written.
  ///   - bindings: The binds, decorators and included modules.
  public static func container(
    roots: [Root] = [], extensions: [any Extension] = [],
    observers: @autoclosure @escaping @Sendable () -> [any Observer] = [],
    watching: TestWatch = .all, observingReuse: Bool = false,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    @BindingsBuilder _ bindings: @escaping @Sendable () throws -> Bindings
  ) -> Self {
    let module = InlineModule("binds of the test", fileID: fileID, line: line, column: column, bindings)
    return ContainerTrait(recipe: TestRecipe([[module]], roots, extensions, observers, watching, observingReuse))
  }
}

extension Trait where Self == OverridingTrait {
  /// Replaces binds of the container that the test has from its suite, or from a trait before this one.
  ///
  /// - Parameters:
  ///   - fileID: Where the overrides are written.
  ///   - line: Where the overrides are written.
  ///   - column: Where the overrides are written.
  ///   - overrides: Each replaces a bind of the same key; one that replaces nothing fails the test with what nearly matched.
  public static func overriding(
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    @BindingsBuilder _ overrides: @escaping @Sendable () throws -> Bindings
  ) -> Self {
    OverridingTrait(module: InlineModule("overrides of the test", fileID: fileID, line: line, column: column, overrides))
  }
}
