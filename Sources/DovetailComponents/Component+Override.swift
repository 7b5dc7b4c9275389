// SPDX-License-Identifier: Apache-2.0
public import DovetailRuntime

extension Component {
  /// Replaces a member by a value.
  ///
  /// ```swift
  /// let garage = try Garage(frequency: 102.8)
  ///   .override(\.engine, with: FakeEngine())
  ///   .override(\.radio, with: SilentRadio())
  /// ```
  ///
  /// The property is read once to find the member; this builds nothing. From now on every read of this component makes its value anew, so that no new value
  /// depends on the replaced member. Objects that were handed out before keep their dependencies, and a component that was opened before keeps the values that
  /// it made from this one. Inside `withOverrides(_:)` the override ends with the closure.
  ///
  /// The parameters, the result and the errors described here are the same for all forms of `override`.
  ///
  /// - Parameters:
  ///   - property: The member; in a part, the way to it: `\.main.store`.
  ///   - value: The result of every read from now on, also of a transient member.
  ///   - fileID: Where the override is written.
  ///   - line: Where the override is written.
  ///   - column: Where the override is written.
  /// - Returns: The component, for the next override.
  /// - Throws: `ResolutionError` with code `.nothingToOverride` when reading the property meets no `single`, `weak` or `transient` of this
  ///   component that makes a value of the property's type; its help has the remedy.
  @discardableResult
  public func override<Value: Sendable>(
    _ property: KeyPath<Self, Value>, with value: Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) throws(ResolutionError) -> Self {
    try override({ $0[keyPath: property] }, with: value, fileID: fileID, line: line, column: column)
  }

  /// Replaces the factory of a member, which stays shared as it was declared.
  ///
  /// The new factory takes the component. It runs once immediately; its value is the first instance. The rest is as for a value.
  @discardableResult
  public func override<Value: Sendable>(
    _ property: KeyPath<Self, Value>,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    make: @escaping @Sendable (Self) -> Value
  ) throws(ResolutionError) -> Self {
    try override({ $0[keyPath: property] }, fileID: fileID, line: line, column: column, make: make)
  }

  /// Replaces a member that throws or takes arguments, for which Swift has no key paths, by a value.
  ///
  /// ```swift
  /// try garage.override({ try $0.database }, with: FakeDatabase())
  /// try garage.override({ $0.presenter(for: view) }, with: FakePresenter())
  /// ```
  ///
  /// `member` reads the member. If it is shared by a key, the override is for that key only.
  @discardableResult
  public func override<Value: Sendable>(
    _ member: (Self) throws -> Value, with value: Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) throws(ResolutionError) -> Self {
    let location = SourceLocation(fileID: fileID, line: line, column: column)
    while try !Override(of: self, by: Replacement { value }, given: value, at: location).takesEffect({ try member(self) }) {}
    return self
  }

  /// Replaces the factory of a member that throws or takes arguments; it stays shared as it was declared.
  ///
  /// The new factory may throw where the member may.
  @discardableResult
  public func override<Value: Sendable>(
    _ member: (Self) throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    make: @escaping @Sendable (Self) throws -> Value
  ) throws(ResolutionError) -> Self {
    let location = SourceLocation(fileID: fileID, line: line, column: column)
    let component = WeakComponent(self)
    // SAFETY: the factory runs only while a member of this component is read, so where the component is.
    nonisolated(unsafe) let replaced = { () throws -> Value in try make(component.get()) }
    while try !Override(of: self, by: Replacement { try replaced() }, at: location).takesEffect({ try member(self) }) {}
    return self
  }

  /// Replaces a member that is made asynchronously by a value.
  ///
  /// ```swift
  /// try await app.override(awaiting: { try await $0.database }, with: FakeDatabase())
  /// ```
  @discardableResult
  public nonisolated(nonsending) func override<Value: Sendable>(
    awaiting member: nonisolated(nonsending) (Self) async throws -> Value, with value: Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) async throws(ResolutionError) -> Self {
    let location = SourceLocation(fileID: fileID, line: line, column: column)
    while try await !Override(of: self, by: Replacement { value }, given: value, at: location)
      .takesEffect(awaiting: { try await member(self) })
    {}
    return self
  }

  /// Replaces the factory of a member that is made asynchronously by one that may await; it stays shared as it was declared.
  ///
  /// ```swift
  /// try await app.override(awaiting: { try await $0.database }) { try await Database(path: $0.testPath) }
  /// ```
  ///
  /// - Throws: As for a value; also when the member is read without awaiting.
  @discardableResult
  public nonisolated(nonsending) func override<Value: Sendable>(
    awaiting member: nonisolated(nonsending) (Self) async throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    make: @escaping @Sendable (Self) async throws -> Value
  ) async throws(ResolutionError) -> Self where Self: Sendable {
    let location = SourceLocation(fileID: fileID, line: line, column: column)
    let component = WeakComponent(self)
    while try await !Override(of: self, by: Replacement(awaiting: { try await make(component.get()) }), at: location)
      .takesEffect(awaiting: { try await member(self) })
    {}
    return self
  }
}
