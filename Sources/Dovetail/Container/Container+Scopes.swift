// SPDX-License-Identifier: Apache-2.0

extension Container {
  /// Opens a scope that stays open until it is closed.
  ///
  /// - Parameters:
  ///   - kind: A kind without a parent kind.
  ///   - input: The inputs that the kind names, in their order.
  /// - Throws: ``ResolutionError`` with code `.scopeNotOpen` when the kind opens inside another one or no module knows it.
  public func openScope<Kind: ScopeKind, each Input: Sendable>(
    _ kind: Kind.Type, _ input: repeat each Input
  ) throws(ResolutionError) -> OpenScope where Kind.Input == Inputs<repeat each Input> {
    try open(kind, inside: nil, repeat each input)
  }

  /// Opens a scope, runs a closure in it, and closes the scope on every way out.
  ///
  /// - Parameters:
  ///   - kind: A kind without a parent kind.
  ///   - input: The inputs that the kind names, in their order.
  ///   - body: Takes the open scope, which is also the current one of the running task.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws; ``ResolutionError`` when the scope cannot be opened.
  public func withScope<Kind: ScopeKind, each Input: Sendable, Result>(
    _ kind: Kind.Type, _ input: repeat each Input, body: (OpenScope) throws -> Result
  ) throws -> Result where Kind.Input == Inputs<repeat each Input> {
    try open(kind, inside: nil, repeat each input).run(body)
  }

  func open<Kind: ScopeKind, each Input: Sendable>(
    _ kind: Kind.Type, inside outer: OpenScope?, _ input: repeat each Input
  ) throws(ResolutionError) -> OpenScope {
    let name = TypeName(kind)
    if isClosed { throw .closed("the container", Graph.Key(type: name)) }
    guard let layout = plan.layouts[ObjectIdentifier(kind)] else { throw .scopeNotKnown(name) }
    var parent: ScopeInstances?
    if let id = layout.parentID {
      parent = try outer?.open(for: Graph.Key(type: name)).find(id)
      if parent == nil { throw .parentNotOpen(name, inside: TypeName(Kind.Parent.self)) }
    }
    let scope = OpenScope(layout, container: self, outer: parent == nil ? nil : outer, around: parent)
    let instances = try scope.open(for: Graph.Key(type: name))
    for value in repeat each input { fill(instances, layout, with: value) }
    return scope
  }

  private func fill<Value: Sendable>(_ instances: ScopeInstances, _ layout: ScopeLayout, with value: Value) {
    guard let place = layout.inputs[TypeName(Value.self)] else { return }
    instances.instance(at: place, of: Value.self).fill(with: value)
  }
}

extension OpenScope: Resolver {
  /// Returns the value bound to a key, from this scope, the scopes around it and the container.
  ///
  /// - Throws: ``ResolutionError``, with code `.closed` when the scope has closed.
  public func resolve<Value>(_ key: Key<Value>) throws(ResolutionError) -> Value {
    try request(container.answer(key).slot)
  }

  /// Returns the value bound to a key, or nil when nothing is bound for it. A factory's failure is thrown.
  public func resolveIfBound<Value>(_ key: Key<Value>) throws(ResolutionError) -> Value? {
    guard let found = try container.find(key) else { return nil }
    return try request(found.slot) as Value
  }

  /// Returns a new value that is made with run-time arguments.
  ///
  /// - Throws: ``ResolutionError``, with code `.wrongArguments` when the bind takes others.
  public func resolve<Value, First, each Argument>(
    _ key: Key<Value>, arguments first: First, _ argument: repeat each Argument
  ) throws(ResolutionError) -> Value {
    let slot = try container.answer(key).slot
    return try request(slot, Arguments(first, repeat each argument, for: slot))
  }

  /// Opens a scope inside this one.
  ///
  /// - Parameters:
  ///   - kind: A kind whose parent is this scope's kind or one around it; a kind without a parent opens beside this scope.
  ///   - input: The inputs that the kind names, in their order.
  /// - Throws: ``ResolutionError`` with code `.scopeNotOpen` when the kind's parent is not open here or no module knows the kind.
  public func openScope<Kind: ScopeKind, each Input: Sendable>(
    _ kind: Kind.Type, _ input: repeat each Input
  ) throws(ResolutionError) -> OpenScope where Kind.Input == Inputs<repeat each Input> {
    try container.open(kind, inside: self, repeat each input)
  }

  /// Opens a scope inside this one, runs a closure in it, and closes the inner scope on every way out.
  ///
  /// - Parameters:
  ///   - kind: A kind whose parent is this scope's kind or one around it; a kind without a parent opens beside this scope.
  ///   - input: The inputs that the kind names, in their order.
  ///   - body: Takes the inner scope, which is also the current one of the running task.
  /// - Returns: What the closure returns.
  /// - Throws: What the closure throws; ``ResolutionError`` when the scope cannot be opened.
  public func withScope<Kind: ScopeKind, each Input: Sendable, Result>(
    _ kind: Kind.Type, _ input: repeat each Input, body: (OpenScope) throws -> Result
  ) throws -> Result where Kind.Input == Inputs<repeat each Input> {
    try container.open(kind, inside: self, repeat each input).run(body)
  }
}
