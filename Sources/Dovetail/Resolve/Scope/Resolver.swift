// SPDX-License-Identifier: Apache-2.0

/// A source of values: a container, an open scope, and the argument of a factory that takes `any Resolver`.
public protocol Resolver: Sendable {
  /// Returns the value bound to a key.
  ///
  /// - Throws: `ResolutionError`, with code `.missing` when nothing is bound for the key.
  func resolve<Value>(_ key: Key<Value>) throws(ResolutionError) -> Value

  /// Returns the value bound to a key, or nil when nothing is bound for it. A factory's failure is thrown.
  ///
  /// - Throws: `ResolutionError` as `resolve(_:named:)` does, but not `.missing` for the key itself.
  func resolveIfBound<Value>(_ key: Key<Value>) throws(ResolutionError) -> Value?

  /// Returns a value that is made with run-time arguments: a new one, unless the binding shares its value. Then the arguments
  /// of the first caller count.
  ///
  /// - Throws: `ResolutionError`, with code `.wrongArguments` when the binding takes others.
  func resolve<Value, First, each Argument>(
    _ key: Key<Value>, arguments first: First, _ argument: repeat each Argument
  ) throws(ResolutionError) -> Value

  /// Returns the value bound to a key, and awaits values that are made asynchronously or on an actor.
  ///
  /// - Throws: `ResolutionError`; `CancellationError` when the running task is cancelled before the value is built.
  nonisolated(nonsending) func resolve<Value>(_ key: Key<Value>) async throws -> Value

  /// Returns a value that is made with run-time arguments, and awaits its asynchronous parts: a new one, unless the binding
  /// shares its value. Then the arguments of the first caller count.
  ///
  /// - Throws: `ResolutionError`, with code `.wrongArguments` when the binding takes others; `CancellationError` when the running task is
  ///   cancelled.
  nonisolated(nonsending) func resolve<Value, First: Sendable, each Argument: Sendable>(
    _ key: Key<Value>, arguments first: First, _ argument: repeat each Argument
  ) async throws -> Value

  /// Opens a scope that stays open until it is closed.
  ///
  /// - Parameters:
  ///   - kind: The scope type.
  ///   - location: Where the scope is opened, to be named when it is dropped and not closed.
  ///   - input: The inputs that the kind names, in their order.
  /// - Throws: `ResolutionError` with code `.scopeNotOpen` when the kind's parent is not open here or no module knows the kind,
  ///   `.closed` when the container or the scope has closed.
  func openScope<Kind: ScopeKind, each Input: Sendable>(
    _ kind: Kind.Type, at location: SourceLocation, _ input: repeat each Input
  ) throws(ResolutionError) -> OpenScope where Kind.Input == Inputs<repeat each Input>
}

extension Resolver {
  /// Returns the value bound to a type.
  ///
  /// - Parameters:
  ///   - type: The type the binding declares, which may differ from the type behind it.
  ///   - name: Tells bindings of one type apart; `nil` means the plain one.
  /// - Returns: The shared instance for a sharing scope, a new one for `.transient`.
  /// - Throws: `ResolutionError`.
  public func resolve<Value: Sendable>(
    _ type: Value.Type = Value.self, named name: String? = nil
  ) throws(ResolutionError) -> Value { try resolve(Key(type, named: name)) }

  /// Returns the value bound to a type, or nil when nothing is bound for it. A factory's failure is thrown.
  ///
  /// - Throws: `ResolutionError` as `resolve(_:named:)` does, but not `.missing` for the key itself.
  public func resolveIfBound<Value>(_ type: Value.Type, named name: String? = nil) throws(ResolutionError) -> Value? {
    try resolveIfBound(Key(type, named: name))
  }

  /// Returns a value that is made with run-time arguments: a new one, unless the binding shares its value. Then the arguments
  /// of the first caller count.
  ///
  /// - Throws: `ResolutionError`, with code `.wrongArguments` when the binding takes others.
  public func resolve<Value: Sendable, First: Sendable, each Argument: Sendable>(
    _ type: Value.Type, arguments first: First, _ argument: repeat each Argument
  ) throws(ResolutionError) -> Value { try resolve(Key(type), arguments: first, repeat each argument) }

  /// The value bound to a type.
  ///
  /// - Throws: `ResolutionError` as `resolve(_:named:)` does.
  public subscript<Value>(_ type: Value.Type) -> Value { get throws(ResolutionError) { try resolve(Key(type)) } }

  /// The value bound to a key.
  ///
  /// - Throws: `ResolutionError` as `resolve(_:named:)` does.
  public subscript<Value>(_ key: Key<Value>) -> Value { get throws(ResolutionError) { try resolve(key) } }

  /// Returns the value bound to a type, and awaits values that are made asynchronously or on an actor.
  ///
  /// A synchronous value is built in the caller's isolation, so it need not be Sendable. The rest is as for the synchronous form.
  ///
  /// - Throws: `ResolutionError`; `CancellationError` when the running task is cancelled before the value is built.
  public nonisolated(nonsending) func resolve<Value: Sendable>(
    _ type: Value.Type = Value.self, named name: String? = nil
  ) async throws -> Value { try await resolve(Key(type, named: name)) }

  /// Returns a value that is made with run-time arguments, and awaits its asynchronous parts: a new one, unless the binding
  /// shares its value. Then the arguments of the first caller count.
  ///
  /// - Throws: `ResolutionError`, with code `.wrongArguments` when the binding takes others; `CancellationError` when the running task is
  ///   cancelled.
  public nonisolated(nonsending) func resolve<Value: Sendable, First: Sendable, each Argument: Sendable>(
    _ type: Value.Type, arguments first: First, _ argument: repeat each Argument
  ) async throws -> Value { try await resolve(Key(type), arguments: first, repeat each argument) }

  /// Resolves synchronously: enough for a resolver of your own without asynchronous values.
  public nonisolated(nonsending) func resolve<Value>(_ key: Key<Value>) async throws -> Value {
    try synchronously { try resolve(key) }
  }

  /// Resolves synchronously: enough for a resolver of your own without asynchronous values.
  public nonisolated(nonsending) func resolve<Value, First: Sendable, each Argument: Sendable>(
    _ key: Key<Value>, arguments first: First, _ argument: repeat each Argument
  ) async throws -> Value { try synchronously { try resolve(key, arguments: first, repeat each argument) } }
}

/// Runs a closure: in an asynchronous function the compiler chooses the asynchronous form of a call, and in this closure the synchronous one.
func synchronously<Result>(_ body: () throws -> Result) rethrows -> Result { try body() }

extension Resolver {
  /// Opens a scope that stays open until it is closed; `withScope` opens one that closes by itself.
  ///
  /// A kind without a parent opens in the container, also beside a scope; another one in the scope of its parent kind, this one or one around it.
  ///
  /// - Parameters:
  ///   - kind: The scope type.
  ///   - input: The inputs that the kind names, in their order.
  ///   - fileID: Where the scope is opened, to be named when it is dropped and not closed.
  ///   - line: Where the scope is opened.
  ///   - column: Where the scope is opened.
  /// - Throws: `ResolutionError` with code `.scopeNotOpen` when the kind's parent is not open here or no module knows the kind,
  ///   `.closed` when the container or the scope has closed.
  public func openScope<Kind: ScopeKind, each Input: Sendable>(
    _ kind: Kind.Type, _ input: repeat each Input, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) throws(ResolutionError) -> OpenScope where Kind.Input == Inputs<repeat each Input> {
    try openScope(kind, at: SourceLocation(fileID: fileID, line: line, column: column), repeat each input)
  }

  /// Opens a scope, runs a closure in it, and closes the scope on every way out.
  ///
  /// Inside, the scope is also the current one of the running task: `Injected` uses it, and longer-lived values may use it through a ``Provider``. Values that
  /// are closed asynchronously cannot be made in it; see the form that awaits.
  ///
  /// - Parameters:
  ///   - kind: The scope type. One with a parent kind opens in a scope of that kind, or in one inside it.
  ///   - input: The inputs that the kind names, in their order.
  ///   - body: Takes the open scope.
  /// - Returns: The closure's result.
  /// - Throws: The closure's error; `ResolutionError` with code `.scopeNotOpen` when the kind's parent is not open here or no
  ///   module knows the kind, `.closed` when the container or the scope has closed; `CloseError` when `onClose` threw.
  public func withScope<Kind: ScopeKind, each Input: Sendable, Result>(
    _ kind: Kind.Type, _ input: repeat each Input, body: (OpenScope) throws -> Result
  ) throws -> Result where Kind.Input == Inputs<repeat each Input> {
    try openScope(kind, at: .unknown, repeat each input).run(body)
  }

  /// Opens a scope, runs an asynchronous closure in it, and closes the scope on every way out: return, error and cancellation.
  ///
  /// Inside, the scope is also the current one of the running task and of its child tasks. When the closure ends, `onClose` runs for all values of the scope,
  /// newest first; asynchronous ones are awaited, even when the task is cancelled.
  ///
  /// The closure runs in the caller's isolation. The rest is as for the synchronous form.
  public nonisolated(nonsending) func withScope<Kind: ScopeKind, each Input: Sendable, Result>(
    _ kind: Kind.Type, _ input: repeat each Input, body: nonisolated(nonsending) (OpenScope) async throws -> Result
  ) async throws -> Result where Kind.Input == Inputs<repeat each Input> {
    try await openScope(kind, at: .unknown, repeat each input).run(body)
  }
}

// Misuse for which the compiler has no good words by itself. None of this can be called, and any right form is preferred to it.

extension Resolver {
  /// Refuses a scope without the inputs of its kind, with the right form as the message.
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "the scope type has inputs: write them behind it, 'openScope(Kind.self, input)'")
  public func openScope<Kind: ScopeKind>(_ kind: Kind.Type) throws -> OpenScope { throw CancellationError() }

  /// Refuses a scope without the inputs of its kind, with the right form as the message.
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "the scope type has inputs: write them behind it, 'withScope(Kind.self, input) { … }'")
  public func withScope<Kind: ScopeKind, Result>(_ kind: Kind.Type, body: (OpenScope) throws -> Result) throws -> Result {
    throw CancellationError()
  }

  /// Refuses a scope without the inputs of its kind, with the right form as the message.
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "the scope type has inputs: write them behind it, 'withScope(Kind.self, input) { … }'")
  public nonisolated(nonsending) func withScope<Kind: ScopeKind, Result>(
    _ kind: Kind.Type, body: nonisolated(nonsending) (OpenScope) async throws -> Result
  ) async throws -> Result { throw CancellationError() }
}
