// SPDX-License-Identifier: Apache-2.0

extension OpenScope: Resolver {
  /// Returns the value bound to a key, from this scope, the scopes around it and the container.
  ///
  /// - Throws: `ResolutionError`, with code `.closed` when the scope has closed.
  public func resolve<Value>(_ key: Key<Value>) throws(ResolutionError) -> Value {
    if key.name != nil { return try request(container.slot(for: key)) }
    return try requested(Value.self)
  }

  /// Returns the value bound to a type, from this scope, the scopes around it and the container.
  ///
  /// - Throws: `ResolutionError`, with code `.closed` when the scope has closed.
  @inlinable
  public func resolve<Value: Sendable>(
    _ type: Value.Type = Value.self, named name: String? = nil
  ) throws(ResolutionError) -> Value {
    guard name == nil else { return try resolve(Key(type, named: name)) }
    return try requested(type)
  }

  @usableFromInline
  func requested<Value>(_ type: Value.Type) throws(ResolutionError) -> Value {
    let found = container.table.entry(ObjectIdentifier(type)).pointee.slot
    guard let found else { return try request(container.answer(Key(type)).slot) }
    let slot = found.slot.object
    if !enter() { throw closed(for: slot) }
    defer { leave() }
    return try slot.get(Context(scope: self), from: .request)
  }

  /// Returns the value bound to a key, or nil when nothing is bound for it. A factory's failure is thrown.
  public func resolveIfBound<Value>(_ key: Key<Value>) throws(ResolutionError) -> Value? {
    guard let found = try container.finder.find(key, for: container) else { return nil }
    return try request(found.slot) as Value
  }

  /// Returns a new value that is made with run-time arguments.
  ///
  /// - Throws: `ResolutionError`, with code `.wrongArguments` when the binding takes others.
  public func resolve<Value, First, each Argument>(
    _ key: Key<Value>, arguments first: First, _ argument: repeat each Argument
  ) throws(ResolutionError) -> Value {
    let slot = try container.slot(for: key)
    let block = try ArgumentBlock(first, repeat each argument, for: slot)
    defer { block.end() }
    return try request(slot, block.arguments)
  }

  /// Opens a scope inside this one.
  ///
  /// - Parameters:
  ///   - kind: A kind whose parent is this scope's kind or one around it; a kind without a parent opens beside this scope.
  ///   - input: The inputs that the kind names, in their order.
  ///   - fileID: Where the scope is opened, to be named when it is dropped and not closed.
  ///   - line: Where the scope is opened.
  ///   - column: Where the scope is opened.
  /// - Throws: `ResolutionError` with code `.scopeNotOpen` when the kind's parent is not open here or no module knows the kind.
  public func openScope<Kind: ScopeKind, each Input: Sendable>(
    _ kind: Kind.Type, _ input: repeat each Input, fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) throws(ResolutionError) -> OpenScope where Kind.Input == Inputs<repeat each Input> {
    try container.open(kind, inside: self, at: SourceLocation(fileID: fileID, line: line, column: column), repeat each input)
  }

  /// The same, for code that knows only a resolver: the place is unknown.
  @_documentation(visibility: internal)
  @_disfavoredOverload
  public func openScope<Kind: ScopeKind, each Input: Sendable>(
    _ kind: Kind.Type, _ input: repeat each Input
  ) throws(ResolutionError) -> OpenScope where Kind.Input == Inputs<repeat each Input> {
    try container.open(kind, inside: self, at: .unknown, repeat each input)
  }
}
