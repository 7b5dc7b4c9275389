// SPDX-License-Identifier: Apache-2.0
public import DovetailRuntime

extension ComponentPart {
  /// Makes the member once, and shares it as long as the component exists.
  ///
  /// ```swift
  /// var engine: any Engine { single((any Engine).self) { HybridEngine() } }
  /// var car: Car { single { Car(engine: engine) } }
  /// var database: Database { get throws { try single { try Database(path: path) } } }
  /// ```
  ///
  /// The first read runs the factory, once for all concurrent readers; no lock is held meanwhile. A factory that throws leaves nothing
  /// behind: the next read tries again. One call is one member: a call in a loop gives the first instance each time, unless it has a key.
  /// So does a call in a method with parameters: the instance is made with the arguments of the first call. In a generic method it is one for each type of the
  /// value; where that does not name the generic parameter, give a key: `single(key: ObjectIdentifier(Content.self)) { … }`.
  ///
  /// - Parameters:
  ///   - type: The type under which the member is published: name it where that is a protocol or a superclass, so that the member can be
  ///     overridden by something else.
  ///   - onClose: Called once with the value when the component closes. Its errors are in the `CloseError` of `close()`.
  ///   - member: The name of the member.
  ///   - fileID: The file of the member.
  ///   - line: The line of this call.
  ///   - column: The column of this call.
  ///   - make: Makes the value.
  /// - Throws: For a factory that throws: `ResolutionError` with code `.failed` and the factory's error, `.cycle`, `.closed` or
  ///   `.tooDeep`. For a factory that cannot throw, the program ends with the same text.
  @_disfavoredOverload @inlinable
  public func single<Value: Sendable, Failure: Error>(
    _ type: Value.Type = Value.self, onClose: (@Sendable (Value) throws -> Void)? = nil,
    member: StaticString = #function, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let instances = instances
    if let ready = instances.ready(Self.self, Value.self, member.address, fileID.address, line, column) {
      return withExtendedLifetime(instances) { ready.copy() }
    }
    return try instances.readSingle(MemberSite(Self.self, Value.self, member, fileID, line, column), onClose, make)
  }

  // Separate: an optional key parameter, even if always nil, costs the form above its fast path.
  /// Makes the member once for each key, and shares it as long as the component exists.
  ///
  /// ```swift
  /// func account(of customer: Customer) -> Account { single(key: customer) { Account(customer: customer) } }
  /// ```
  ///
  /// The key tells the instances apart: each equal key of one type has one instance, `nil` too. The rest is as for members without a key.
  @_disfavoredOverload
  public func single<Value: Sendable, Failure: Error>(
    _ type: Value.Type = Value.self, key: any Hashable & Sendable, onClose: (@Sendable (Value) throws -> Void)? = nil,
    member: StaticString = #function, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let site = MemberSite(Self.self, Value.self, member, fileID, line, column)
    return try instances.read(MemberRead(site, key, in: .single), CloseHook<Void>.by(onClose), make)
  }

  /// Makes the member once, shares it as long as the component exists, and awaits its `onClose`.
  ///
  /// ```swift
  /// var till: Till { single(onClose: { await $0.lock() }) { Till() } }
  /// ```
  ///
  /// It is like a `single` member that closes without awaiting, but the component has to be closed by `try await close()`. `onClose` is called once with each
  /// value when the component closes. It does not notice a cancellation of the closing task.
  @_disfavoredOverload
  public func single<Value: Sendable, Failure: Error>(
    _ type: Value.Type = Value.self, key: any Hashable & Sendable = Unkeyed(), onClose: (@Sendable (Value) async throws -> Void)?,
    member: StaticString = #function, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let site = MemberSite(Self.self, Value.self, member, fileID, line, column)
    return try instances.read(MemberRead(site, key, in: .single), CloseHook<Void>.by(awaiting: onClose), make)
  }

  /// Makes the member once, and shares it with all code on the same actor as long as the component exists.
  ///
  /// The value need not be `Sendable`, because only code on the actor can read the member. The actor is the one that the member is isolated to; where there is
  /// none, the compiler refuses the member. The rest is as for values that are `Sendable`.
  @_disfavoredOverload
  public func single<Value, Failure: Error>(
    _ type: Value.Type = Value.self, key: any Hashable & Sendable = Unkeyed(),
    forNonSendableOn actor: isolated any Actor = #isolation,
    member: StaticString = #function, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let site = MemberSite(Self.self, Value.self, member, fileID, line, column)
    return try instances.read(MemberRead(site, key, on: actor, in: .single), nil, make)
  }

  /// Makes the member when no instance is alive, and shares it as long as a strong reference to it exists.
  ///
  /// The parameters are those of `single`; the type is a class, or a protocol of classes.
  ///
  /// The object goes, but each key stays as long as the component, with a small record of its own. So let the key be an ID, and not an object that holds much;
  /// where there is no end of keys, put the member into a child component, which is released with them.
  ///
  /// - Throws: As for `single`; also `ResolutionError` with code `.unshareable` when the value is no object.
  @_disfavoredOverload
  public func weak<Value: Sendable, Failure: Error>(
    _ type: Value.Type = Value.self, key: any Hashable & Sendable = Unkeyed(),
    member: StaticString = #function, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try instances.read(MemberRead(MemberSite(Self.self, Value.self, member, fileID, line, column), key, in: .weak), nil, make)
  }

  /// Makes the member when no instance is alive, and shares it with all code on the same actor as long as a strong reference to it exists.
  ///
  /// The value need not be `Sendable`, and the actor is the one that the member is isolated to, as for a `single` member on an actor.
  @_disfavoredOverload
  public func weak<Value, Failure: Error>(
    _ type: Value.Type = Value.self, key: any Hashable & Sendable = Unkeyed(),
    forNonSendableOn actor: isolated any Actor = #isolation,
    member: StaticString = #function, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let site = MemberSite(Self.self, Value.self, member, fileID, line, column)
    return try instances.read(MemberRead(site, key, on: actor, in: .weak), nil, make)
  }

  /// Makes the member anew for every read.
  ///
  /// The parameters and errors are those of `single`. A cycle of such properties that closes only after each of them has run before is not found in time. When
  /// some component is overridden while the factory runs, it runs once more, so that a value is made of one state of all components.
  @_disfavoredOverload @inlinable
  public func transient<Value: Sendable, Failure: Error>(
    _ type: Value.Type = Value.self,
    member: StaticString = #function, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let (instances, name, file) = (instances, member.address, fileID.address)
    return try instances.readTransient(
      Self.self, name, file, line, column, on: nil, MemberSite(Self.self, Value.self, member, fileID, line, column), make)
  }

  /// Makes the member anew for every read; the value need not be `Sendable`.
  ///
  /// On an actor, an override may give a value that stays on the actor. The rest is as for values that are `Sendable`.
  @_disfavoredOverload @inlinable
  public func transient<Value, Failure: Error>(
    _ type: Value.Type = Value.self,
    forNonSendableOn actor: isolated (any Actor)? = #isolation,
    member: StaticString = #function, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ make: () throws(Failure) -> Value
  ) throws(Failure) -> Value {
    let (instances, name, file) = (instances, member.address, fileID.address)
    return try instances.readTransient(
      Self.self, name, file, line, column, on: actor, MemberSite(Self.self, Value.self, member, fileID, line, column), make)
  }
}

// Members that are made asynchronously.
extension ComponentPart {
  /// Makes the member once, asynchronously, and shares it as long as the component exists.
  ///
  /// ```swift
  /// var database: Database { get async throws { try await single { try await Database(path: path) } } }
  /// ```
  ///
  /// One task runs the factory for all concurrent readers; they wait for it without blocking a thread. A cancelled reader leaves alone;
  /// when the last one has left, the factory's task is cancelled. A factory that throws or is cancelled leaves nothing behind.
  ///
  /// The parameters are those of a synchronous `single`; the factory runs on the actor that the member is isolated to.
  ///
  /// - Throws: `ResolutionError` as synchronous members do; `CancellationError` when the reading task is cancelled.
  public func single<Value: Sendable>(
    _ type: Value.Type = Value.self, key: any Hashable & Sendable = Unkeyed(), onClose: (@Sendable (Value) throws -> Void)? = nil,
    member: StaticString = #function, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    @_inheritActorContext @_implicitSelfCapture _ make: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let site = MemberSite(Self.self, Value.self, member, fileID, line, column)
    return try await instances.read(MemberRead(site, key, in: .awaited), CloseHook<Void>.by(onClose), awaiting: make)
  }

  /// Makes the member once, asynchronously, shares it as long as the component exists, and awaits its `onClose`.
  ///
  /// It is closed as a synchronous `single` member is whose `onClose` is awaited. The rest is as for one that closes without awaiting.
  public func single<Value: Sendable>(
    _ type: Value.Type = Value.self, key: any Hashable & Sendable = Unkeyed(), onClose: (@Sendable (Value) async throws -> Void)?,
    member: StaticString = #function, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    @_inheritActorContext @_implicitSelfCapture _ make: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let site = MemberSite(Self.self, Value.self, member, fileID, line, column)
    return try await instances.read(MemberRead(site, key, in: .awaited), CloseHook<Void>.by(awaiting: onClose), awaiting: make)
  }

  /// Makes the member asynchronously when no instance is alive, and shares it as long as a strong reference to it exists.
  ///
  /// The parameters are those of an asynchronous `single`; the type is a class, or a protocol of classes.
  ///
  /// - Throws: As for `single`; also `ResolutionError` with code `.unshareable` when the value is no object.
  public func weak<Value: Sendable>(
    _ type: Value.Type = Value.self, key: any Hashable & Sendable = Unkeyed(),
    member: StaticString = #function, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    @_inheritActorContext @_implicitSelfCapture _ make: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let site = MemberSite(Self.self, Value.self, member, fileID, line, column)
    return try await instances.read(MemberRead(site, key, in: .weak), awaiting: make)
  }

  /// Makes the member asynchronously for every read, in the reading task.
  ///
  /// The parameters are those of an asynchronous `single`.
  ///
  /// - Throws: As for `single`.
  public nonisolated(nonsending) func transient<Value: Sendable>(
    _ type: Value.Type = Value.self,
    member: StaticString = #function, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ make: nonisolated(nonsending) () async throws -> Value
  ) async throws -> Value {
    let site = MemberSite(Self.self, Value.self, member, fileID, line, column)
    return try await instances.readTransient(site, awaiting: make)
  }
}
