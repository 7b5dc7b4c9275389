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
  /// The property is read once to find the member; nothing is built for that. From now on every read of this component makes its value anew, so
  /// that nothing is made from the replaced member; objects that were handed out before keep what they were given, and a component that was
  /// opened before keeps what it made from this one. Inside `withOverrides(_:)` the override ends with the closure.
  ///
  /// What is said here of parameters, result and errors holds for all forms of `override`.
  ///
  /// - Parameters:
  ///   - property: The member; in a part, the way to it: `\.main.store`.
  ///   - value: What every read gives from now on, also of a transient member.
  ///   - fileID: Where the override is written.
  ///   - line: Where the override is written.
  ///   - column: Where the override is written.
  /// - Returns: The component, for the next override.
  /// - Throws: `ResolutionError` with code `.nothingToOverride` when reading the property meets no `single`, `weak` or `transient` of this
  ///   component that makes a value of the property's type; it says what to write.
  @discardableResult
  public func override<Value: Sendable>(
    _ property: KeyPath<Self, Value>, with value: Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) throws(ResolutionError) -> Self {
    let location = SourceLocation(fileID: fileID, line: line, column: column)
    return try replace(Replacement { value }, at: location, given: value) { $0[keyPath: property] }
  }

  /// Replaces the factory of a member, which stays shared as it was declared.
  ///
  /// The new factory takes the component. It is run once at once; what it makes is the first instance. The rest is as for a value.
  @discardableResult
  public func override<Value: Sendable>(
    _ property: KeyPath<Self, Value>,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    make: @escaping @Sendable (Self) -> Value
  ) throws(ResolutionError) -> Self where Self: Sendable {
    let location = SourceLocation(fileID: fileID, line: line, column: column)
    return try replace(replacement(by: make), at: location) { $0[keyPath: property] }
  }

  /// Replaces a member that throws or takes arguments, for which Swift has no key paths, by a value.
  ///
  /// ```swift
  /// try garage.override({ try $0.database }, with: FakeDatabase())
  /// try garage.override({ $0.presenter(for: view) }, with: FakePresenter())
  /// ```
  ///
  /// `member` reads the member. Where it is shared by a key, the override is for that key only.
  @discardableResult
  public func override<Value: Sendable>(
    _ member: (Self) throws -> Value, with value: Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) throws(ResolutionError) -> Self {
    let location = SourceLocation(fileID: fileID, line: line, column: column)
    return try replace(Replacement { value }, at: location, given: value, member)
  }

  /// Replaces the factory of a member that throws or takes arguments; it stays shared as it was declared.
  ///
  /// The new factory may throw where the member may.
  @discardableResult
  public func override<Value: Sendable>(
    _ member: (Self) throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    make: @escaping @Sendable (Self) throws -> Value
  ) throws(ResolutionError) -> Self where Self: Sendable {
    let location = SourceLocation(fileID: fileID, line: line, column: column)
    return try replace(replacement(by: make), at: location, member)
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
    let override = Override(component: self, replacement: Replacement { value }, location: location, given: value)
    try await override.apply(awaiting: member)
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
    let replacement = Replacement(awaiting: { try await make(component.get()) })
    try await Override<Self, Value>(component: self, replacement: replacement, location: location).apply(awaiting: member)
    return self
  }

  /// A factory that is given the component, without keeping it.
  private func replacement<Value: Sendable>(by make: @escaping @Sendable (Self) throws -> Value) -> Replacement
  where Self: Sendable {
    let component = WeakComponent(self)
    return Replacement { try make(component.get()) }
  }

  private func replace<Value: Sendable>(
    _ replacement: Replacement, at location: SourceLocation, given: Value? = nil, _ property: (Self) throws -> Value
  ) throws(ResolutionError) -> Self {
    try Override(component: self, replacement: replacement, location: location, given: given).apply(property)
    return self
  }
}
