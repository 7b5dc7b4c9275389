// SPDX-License-Identifier: Apache-2.0
public import DovetailRuntime

extension Component {
  /// Replaces a member by a value.
  ///
  /// ```swift
  /// let garage = try Garage(frequency: 102.8)
  ///   .override(\.engine, with: FakeEngine())
  ///   .override(\.radio, with: SilentRadio())
  ///   .override({ try $0.database }, with: FakeDatabase())     // Swift has no key paths to what throws or takes arguments
  ///   .override({ $0.account(of: ada) }, with: FakeAccount())  // for this key only
  /// ```
  ///
  /// The member is read once, to find it; this builds nothing. From now on every read of this component makes its value anew, so that no new value
  /// depends on the replaced member. Objects that were handed out before keep their dependencies, a component that was opened before keeps the values that
  /// it made from this one, and a factory that is running reads the old members until it ends. Inside `withOverrides(_:)` the override ends with the closure.
  ///
  /// A given value that was read closes once, with the component. Overloads of one method that make the same type count as one member.
  ///
  /// The parameters, the result and the errors described here are the same for all forms of `override`.
  ///
  /// - Parameters:
  ///   - member: The member, as a key path or as a closure that reads it; in a part, the way to it: `\.main.store`.
  ///   - value: The result of every read from now on, also of a transient member.
  ///   - fileID: Where the override is written.
  ///   - line: Where the override is written.
  ///   - column: Where the override is written.
  /// - Returns: The component, for the next override.
  /// - Throws: `ResolutionError` with code `.nothingToOverride` when reading the member meets no `single`, `weak` or `transient` of this
  ///   component that makes a value of its type; its help has the remedy.
  @discardableResult @_disfavoredOverload
  public func override<Value: Sendable>(
    _ member: (Self) throws -> Value, with value: Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) throws(ResolutionError) -> Self {
    try replace(member, SourceLocation(fileID: fileID, line: line, column: column), by: Replacement(by: value))
  }

  /// Replaces a member on an actor by a value that need not be `Sendable`.
  ///
  /// Only reads on the actor get the value: a member that is read on other actors, too, has its own instances there. The actor is the one that the override is
  /// isolated to; where there is none, the compiler refuses it.
  @discardableResult @_disfavoredOverload
  public func override<Value>(
    _ member: (Self) throws -> Value, with value: Value, forNonSendableOn actor: isolated any Actor = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) throws(ResolutionError) -> Self {
    let location = SourceLocation(fileID: fileID, line: line, column: column)
    return try replace(member, location, by: Replacement(by: value, on: ActorMark(actor)))
  }

  /// Replaces the factory of a member, which stays shared as it was declared.
  ///
  /// The new factory takes the component, and may throw where the member may. It runs once immediately; its value is the first instance, unless another override
  /// comes before the first read, or nobody holds it and the member is weak. The rest is as for a value.
  @discardableResult @_disfavoredOverload
  public func override<Value: Sendable, Failure: Error>(
    _ member: (Self) throws(Failure) -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    make: @escaping @Sendable (Self) throws(Failure) -> Value
  ) throws(ResolutionError) -> Self {
    let (component, location) = (WeakComponent(self), SourceLocation(fileID: fileID, line: line, column: column))
    return try replace(member, location, by: Replacement(made: { try make(component.get()) }))
  }

  /// Replaces the factory of a member by one of the main actor; it stays shared as it was declared.
  ///
  /// ```swift
  /// try screen.override(\.model) { @MainActor in FakeModel(view: $0.view) }
  /// ```
  ///
  /// - Throws: As for a value. A read that has to make the value while the main actor does not run the reading code throws `ResolutionError` with code
  ///   `.isolated`.
  @discardableResult @_disfavoredOverload @MainActor
  public func override<Value: Sendable>(
    _ member: (Self) throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    make: @escaping @MainActor (Self) throws -> Value
  ) throws(ResolutionError) -> Self {
    let (component, location) = (WeakComponent(self), SourceLocation(fileID: fileID, line: line, column: column))
    let run: @MainActor () throws -> Value = { try make(component.get()) }
    let factory: () throws -> Value = {
      if let made = try ActorWitness.here(MainActor.shared, { try MainActor.assumeIsolated(run) }) { return made }
      let key = Graph.Key(type: TypeName(Value.self))
      throw ResolutionError(
        .isolated, key, "a main-actor factory replaces that of \(key.quoted), which was read by code that runs elsewhere",
        location: location, help: "read the member in main-actor code, or override it with a factory that is isolated to no actor"
      )
    }
    return try replace(member, location, by: Replacement(made: factory))
  }

  /// Replaces the factory of a member on an actor, whose values need not be `Sendable`; it stays shared as it was declared.
  ///
  /// The new factory runs on the actor, which is the one that the override is isolated to. Only reads on the actor get its values.
  @discardableResult @_disfavoredOverload
  public func override<Value, Failure: Error>(
    _ member: (Self) throws(Failure) -> Value, forNonSendableOn actor: isolated any Actor = #isolation,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    make: @escaping (Self) throws(Failure) -> Value
  ) throws(ResolutionError) -> Self {
    let (component, location) = (WeakComponent(self), SourceLocation(fileID: fileID, line: line, column: column))
    let mark = ActorMark(actor)
    return try replace(member, location, by: Replacement(on: mark, made: { try make(component.get()) }))
  }

  /// Replaces a member that is made asynchronously by a value.
  ///
  /// ```swift
  /// try await app.override(awaiting: { try await $0.database }, with: FakeDatabase())
  /// ```
  ///
  /// - Throws: As for a synchronous member; `CancellationError` when the task is cancelled while the member is read, which is not replaced then.
  @discardableResult
  public nonisolated(nonsending) func override<Value: Sendable>(
    awaiting member: nonisolated(nonsending) (Self) async throws -> Value, with value: Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) async throws -> Self {
    let location = SourceLocation(fileID: fileID, line: line, column: column)
    return try await replace(awaiting: member, location, by: Replacement(by: value))
  }

  /// Replaces the factory of a member that is made asynchronously by one that may await; it stays shared as it was declared.
  ///
  /// ```swift
  /// try await app.override(awaiting: { try await $0.database }) { try await Database(path: $0.testPath) }
  /// ```
  ///
  /// - Throws: As for a value; also `.nothingToOverride` when the member is read without awaiting.
  @discardableResult
  public nonisolated(nonsending) func override<Value: Sendable>(
    awaiting member: nonisolated(nonsending) (Self) async throws -> Value,
    fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    make: @escaping @Sendable (Self) async throws -> Value
  ) async throws -> Self where Self: Sendable {
    let (component, location) = (WeakComponent(self), SourceLocation(fileID: fileID, line: line, column: column))
    return try await replace(awaiting: member, location, by: Replacement(awaiting: { try await make(component.get()) }))
  }
}
