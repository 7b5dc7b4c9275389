// SPDX-License-Identifier: Apache-2.0

extension Container {
  /// Opens a scope that stays open until it is closed.
  ///
  /// - Parameters:
  ///   - kind: A kind without a parent kind.
  ///   - input: The inputs that the kind names, in their order.
  /// - Throws: `ResolutionError` with code `.scopeNotOpen` when the kind opens inside another one or no module knows it.
  public func openScope<Kind: ScopeKind, each Input: Sendable>(
    _ kind: Kind.Type, _ input: repeat each Input
  ) throws(ResolutionError) -> OpenScope where Kind.Input == Inputs<repeat each Input> {
    try open(kind, inside: nil, repeat each input)
  }

  /// The same for one input, which the compiler prefers: the caller's code knows the type of the input.
  @_documentation(visibility: internal)
  @inlinable
  public func openScope<Kind: ScopeKind, Input: Sendable>(
    _ kind: Kind.Type, _ input: Input
  ) throws(ResolutionError) -> OpenScope where Kind.Input == Inputs<Input> {
    let (scope, space) = try openScope(kind, takingInput: ObjectIdentifier(Input.self))
    space?.initializeMemory(as: Input.self, to: input)
    return scope
  }

  func open<Kind: ScopeKind, each Input: Sendable>(
    _ kind: Kind.Type, inside outer: OpenScope?, _ input: repeat each Input
  ) throws(ResolutionError) -> OpenScope {
    let scope = try makeScope(kind, inside: outer)
    for value in repeat each input { scope.fill(with: value) }
    try scope.opened()
    return scope
  }

  /// Opens a scope outside all others.
  ///
  /// - Returns: The scope, and the place for its only input, which the caller initialises before the scope is handed out; `nil` when the input is overridden.
  @usableFromInline
  func openScope(
    _ kind: any ScopeKind.Type, takingInput type: ObjectIdentifier
  ) throws(ResolutionError) -> (scope: OpenScope, input: UnsafeMutableRawPointer?) {
    let scope = try makeScope(kind)
    // The observers' events give no access to the scope.
    scope.tellObservers()
    return (scope, scope.take(type))
  }

  /// Makes a scope outside all others, which has to be filled and then ``OpenScope/opened()``.
  @inline(__always)
  private func makeScope(_ kind: any ScopeKind.Type) throws(ResolutionError) -> OpenScope {
    let shape = shape(of: kind)
    guard likely(shape != nil), let shape else { throw refused(kind) }
    if unlikely(shape.parentID != nil) { throw refused(kind) }
    return OpenScope(shape, container: self, around: nil)
  }

  private func makeScope(_ kind: any ScopeKind.Type, inside outer: OpenScope?) throws(ResolutionError) -> OpenScope {
    guard let outer else { return try makeScope(kind) }
    guard let shape = shape(of: kind) else { throw refused(kind) }
    try outer.enter(for: Graph.Key(type: TypeName(kind)))
    defer { outer.leave() }
    guard let id = shape.parentID else { return OpenScope(shape, container: self, around: nil) }
    guard let parent = outer.find(id) else { throw refused(kind) }
    // Entered as long as there are values in the inner scope.
    parent.enterAgain()
    return OpenScope(shape, container: self, around: parent)
  }

  /// The shape of a kind's scopes; `nil` when no module knows the kind, or the container has closed.
  @inline(__always)
  private func shape(of kind: any ScopeKind.Type) -> ScopeShape? {
    unlikely(isShut) ? nil : plan.shapes[ObjectIdentifier(kind)]
  }

  /// The error for a scope of a kind that did not open.
  @inline(never)
  private func refused(_ kind: any ScopeKind.Type) -> ResolutionError {
    if isShut { return closed(for: Graph.Key(type: TypeName(kind))) }
    if plan.shapes[ObjectIdentifier(kind)] == nil { return ResolutionError.scopeNotKnown(TypeName(kind)).from(owner.family) }
    return ResolutionError.parentNotOpen(TypeName(kind), inside: TypeName(kind.parent)).from(owner.family)
  }
}

extension OpenScope: Resolver {
  /// Returns the value bound to a key, from this scope, the scopes around it and the container.
  ///
  /// - Throws: `ResolutionError`, with code `.closed` when the scope has closed.
  public func resolve<Value>(_ key: Key<Value>) throws(ResolutionError) -> Value {
    if unlikely(key.name != nil) { return try request(container.slot(for: key)) }
    return try requested(Value.self)
  }

  /// Returns the value bound to a type, from this scope, the scopes around it and the container.
  ///
  /// - Parameters:
  ///   - type: The type the bind declares, which may differ from the type behind it.
  ///   - name: Tells binds of one type apart; `nil` means the plain one.
  /// - Throws: `ResolutionError`, with code `.closed` when the scope has closed.
  @inlinable
  public func resolve<Value: Sendable>(_ type: Value.Type = Value.self, named name: String? = nil) throws(ResolutionError)
    -> Value
  {
    guard name == nil else { return try resolve(Key(type, named: name)) }
    return try requested(type)
  }

  @usableFromInline
  func requested<Value>(_ type: Value.Type) throws(ResolutionError) -> Value {
    let found = container.table.entry(ObjectIdentifier(type)).pointee.slot
    guard likely(found != nil), let found else { return try answer(type) }
    if unlikely(!enter()) { throw found.slot._withUnsafeGuaranteedRef { closed(for: $0) } }
    defer { leave() }
    return try found.slot.held { slot throws(ResolutionError) in try Request.run(slot, in: Context(scope: self)) }
  }

  /// Answers a request for a type that is not bound directly.
  @inline(never)
  private func answer<Value>(_ type: Value.Type) throws(ResolutionError) -> Value {
    try request(container.answer(Key(type)).slot)
  }

  /// Returns the value bound to a key, or nil when nothing is bound for it. A factory's failure is thrown.
  public func resolveIfBound<Value>(_ key: Key<Value>) throws(ResolutionError) -> Value? {
    guard let found = try container.find(key) else { return nil }
    return try request(found.slot) as Value
  }

  /// Returns a new value that is made with run-time arguments.
  ///
  /// - Throws: `ResolutionError`, with code `.wrongArguments` when the bind takes others.
  public func resolve<Value, First, each Argument>(
    _ key: Key<Value>, arguments first: First, _ argument: repeat each Argument
  ) throws(ResolutionError) -> Value {
    let slot = try container.answer(key).slot
    let block = try ArgumentBlock(first, repeat each argument, for: slot)
    defer { block.end() }
    return try request(slot, block.arguments)
  }

  /// Opens a scope inside this one.
  ///
  /// - Parameters:
  ///   - kind: A kind whose parent is this scope's kind or one around it; a kind without a parent opens beside this scope.
  ///   - input: The inputs that the kind names, in their order.
  /// - Throws: `ResolutionError` with code `.scopeNotOpen` when the kind's parent is not open here or no module knows the kind.
  public func openScope<Kind: ScopeKind, each Input: Sendable>(
    _ kind: Kind.Type, _ input: repeat each Input
  ) throws(ResolutionError) -> OpenScope where Kind.Input == Inputs<repeat each Input> {
    try container.open(kind, inside: self, repeat each input)
  }
}
