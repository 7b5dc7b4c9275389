// SPDX-License-Identifier: Apache-2.0

// How a slot gets a value that is shared. Each way is a function of its own: in one function, every step of a chain would take the stack space of all of
// them. Functions that open the slot's type throw errors of any type, so these return results.
extension Slot {
  func shared(_ context: Context, _ arguments: Arguments?, at memory: Address) throws(ResolutionError) -> Address {
    guard let parts else { return try inRequest(context, arguments, at: memory) }
    switch sharing {
    case .singleton: return try singleton(arguments, parts)
    case .scoped: return try scoped(context, arguments, parts, at: memory)
    default: return try rarely(context, arguments, parts, at: memory)
    }
  }

  private func singleton(_ arguments: Arguments?, _ parts: SharingParts) throws(ResolutionError) -> Address {
    guard let kept else { throw Gate.reentered(step) }
    if let memory = kept.memory { return memory }
    let closing = parts.owner.closing
    func closed() -> ResolutionError { .closed("the container", step.key).from(parts.owner.family) }
    let memory = try kept.memory(of: step) { memory in
      guard let build = closing.withRecord({ $0.beginBuild(self) }) else { throw closed() }
      defer { closing.withRecord { $0.endBuild(build) } }
      _ = try parts.owner.outsideScopes { try make(.container, arguments, at: memory) }
      if let entry = parts.entry(at: memory), !closing.add(entry, keeping: nil) { throw late(entry, memory) }
    }
    // The value was made while the container began to close: it closes with it.
    if closing.isClosed { throw closed() }
    return memory
  }

  /// The error for a new value whose owner has closed meanwhile: the value is closed, and destroyed.
  @inline(never)
  private func late(_ entry: CloseEntry, _ memory: Address) -> ResolutionError {
    defer { destroy(at: memory) }
    return entry.late
  }

  @inline(never)
  private func rarely(
    _ context: Context, _ arguments: Arguments?, _ parts: SharingParts, at memory: Address
  ) throws(ResolutionError) -> Address {
    guard let rarely = parts.rarely else { throw .unawaited(step) }
    do { try rarely(self, context, arguments, memory) } catch { throw .around(step, error) }
    return memory
  }

  func madeOutsideScopes<Value>(_ arguments: Arguments?, _ owner: Owner) throws -> Value {
    try owner.outsideScopes { try get(.container, arguments, from: .recipe) }
  }

  /// A value that only requests share, or nothing.
  @inline(never)
  private func inRequest(_ context: Context, _ arguments: Arguments?, at memory: Address) throws(ResolutionError) -> Address {
    if case .graph = sharing { return try inGraph(context, arguments, at: memory) }
    return try make(context, arguments, at: memory)
  }

  @inline(never)
  private func inGraph(_ context: Context, _ arguments: Arguments?, at memory: Address) throws(ResolutionError) -> Address {
    guard let graph = Frame.graph else { return try make(context, arguments, at: memory) }
    let id = GraphInstances.ID(slot: ObjectIdentifier(self), scope: context.scopeID)
    func put<Value>(as type: Value.Type) -> Result<Void, ResolutionError> {
      Result { () throws(ResolutionError) in
        if let known: Value = try graph.begin(id, for: self) { return memory.store(known) }
        do throws(ResolutionError) {
          _ = try make(context, arguments, at: memory)
          graph.end(id, with: memory[as: type], in: context)
        } catch {
          graph.fail(id)
          throw error
        }
      }
    }
    try _openExistential(type, do: put).get()
    return memory
  }
}

// Values of open scopes.
extension Slot {
  private func scoped(
    _ context: Context, _ arguments: Arguments?, _ parts: SharingParts, at memory: Address
  ) throws(ResolutionError) -> Address {
    if let place = parts.place, let scope = context.scope?.find(place.kind) {
      return try built(at: place, in: scope, parts, arguments)
    }
    return try elsewhere(context, arguments, parts, at: memory)
  }

  /// The value of a bind without a place in open scopes, or of a request outside a scope of the kind.
  ///
  /// - Returns: `memory`, with a copy: the request has not entered the scope around the running code, which may release its values at any time.
  @inline(never)
  private func elsewhere(
    _ context: Context, _ arguments: Arguments?, _ parts: SharingParts, at memory: Address
  ) throws(ResolutionError) -> Address {
    try parts.owner.inScope(parts.kind ?? ContainerScope.self, context, of: self) { scope throws(ResolutionError) in
      let value =
        if let place = parts.place { try built(at: place, in: scope, parts, arguments) } else {
          try late(scope, parts, arguments)
        }
      memory.store(copyOf: value, type)
    }
    return memory
  }

  /// The address of the value, built there on first use.
  private func built(
    at place: ScopePlace, in scope: OpenScope, _ parts: SharingParts, _ arguments: Arguments?
  ) throws(ResolutionError) -> Address {
    let entered = try scope.enter(place, for: step)
    if let entered { return try handedOut(entered, of: scope) }
    let memory = scope.space(place)
    do throws(ResolutionError) { try make(at: memory, in: scope, parts, arguments) } catch { throw scope.failed(place, error) }
    scope.end(place)
    return try handedOut(memory, of: scope)
  }

  /// The address of a value, unless its scope has begun to close while it was made: then it closes with the scope.
  @inline(__always)
  private func handedOut(_ memory: Address, of scope: OpenScope) throws(ResolutionError) -> Address {
    if scope.record.isClosed { throw scope.closed(for: self) }
    return memory
  }

  /// Makes the value in its place, and registers it with the scope.
  @inline(__always)
  private func make(
    at memory: Address, in scope: OpenScope, _ parts: SharingParts, _ arguments: Arguments?
  ) throws(ResolutionError) {
    let context = Context(scope: scope, isKept: true)
    try parts.check(scope)
    if parts.closing != nil { try scope.join(for: step.key) }
    let build = try scope.beginBuild(self)
    defer { scope.withRecord { $0.endBuild(build) } }
    _ = try make(context, arguments, at: memory)
    if let entry = parts.entry(at: memory), !scope.add(entry) { throw late(entry, memory) }
  }

  /// Builds the value of a bind without a place in open scopes.
  private func late(_ scope: OpenScope, _ parts: SharingParts, _ arguments: Arguments?) throws(ResolutionError) -> Address {
    let instance = scope.instance(of: self, holding: type)
    if let memory = instance.memory { return memory }
    let memory = try instance.memory(of: step) { memory in try make(at: memory, in: scope, parts, arguments) }
    return try handedOut(memory, of: scope)
  }
}
