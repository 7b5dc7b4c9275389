// SPDX-License-Identifier: Apache-2.0
internal import DovetailRuntime

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
    return try await instances.shared(MemberRead(site, key, in: .awaited), onClose.map { .now($0) }, awaiting: make)
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
    return try await instances.shared(MemberRead(site, key, in: .awaited), onClose.map(CloseHook.awaiting), awaiting: make)
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
    return try await instances.shared(MemberRead(site, key, in: .weak), awaiting: make)
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
    return try await instances.transient(site, awaiting: make)
  }
}
