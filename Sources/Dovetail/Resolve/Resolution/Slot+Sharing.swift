// SPDX-License-Identifier: Apache-2.0

// How a slot gets a value that is shared.
extension Slot {
  func shared<Value>(_ context: Context, _ arguments: Arguments?) throws(ResolutionError) -> Value {
    guard let parts else {
      if case .graph = sharing { return try inGraph(context, arguments) }
      return try make(context, arguments)
    }
    switch sharing {
    case .none, .graph: return try make(context, arguments)
    case .singleton: return try singleton(arguments, parts)
    case .scoped: return try scoped(context, arguments, parts)
    case .weak: return try weak(arguments, parts)
    case .awaited: return try awaited(context, parts)
    case .custom: return try custom(arguments, parts)
    }
  }

  /// A value that tasks have built.
  private func awaited<Value>(_ context: Context, _ parts: SharingParts) throws(ResolutionError) -> Value {
    if let cell = try parts.find?(self, context), let ready = cell.ready { return ready.copy() }
    throw .unawaited(step)
  }

  /// A value that the container keeps.
  private func singleton<Value>(_ arguments: Arguments?, _ parts: SharingParts) throws(ResolutionError) -> Value {
    guard let cell = parts.cell else { throw .reentered(step) }
    if let ready = cell.ready { return ready.copy() }
    return try parts.owner.lifetime.keep(self, in: cell, parts, closed: parts.owner.closed) {
      try parts.owner.outsideScopes { try make(.container, arguments) }
    }
  }

  /// An object that the container keeps as long as others hold it.
  private func weak<Value>(_ arguments: Arguments?, _ parts: SharingParts) throws(ResolutionError) -> Value {
    guard let weak = parts.weak else { throw .reentered(step) }
    let (owner, lifetime) = (parts.owner, parts.owner.lifetime)
    do {
      return try weak.value(of: step) {
        guard let build = lifetime.beginBuild(self) else { throw owner.closed(step.key) }
        defer { lifetime.endBuild(build) }
        let value: Value = try owner.outsideScopes { try make(.container, arguments) }
        if lifetime.isClosed { throw owner.closed(step.key) }
        return value
      }
    } catch { throw .around(step, error) }
  }

  /// A value that the requests inside one outermost request share.
  private func inGraph<Value>(_ context: Context, _ arguments: Arguments?) throws(ResolutionError) -> Value {
    guard let graph = ThreadState.current.graph else { return try make(context, arguments) }
    let id = GraphInstances.ID(slot: ObjectIdentifier(self), scope: context.scopeID)
    if let known = try graph.begin(id, for: self), let ready = known.ready { return ready.copy() }
    do throws(ResolutionError) {
      let value: Value = try make(context, arguments)
      graph.end(id, with: Cell(holding: value), in: context)
      return value
    } catch {
      graph.fail(id)
      throw error
    }
  }

  /// A value that a scope of the program's own shares.
  private func custom<Value>(_ arguments: Arguments?, _ parts: SharingParts) throws(ResolutionError) -> Value {
    guard let storage = parts.storage as? CustomStorage<Value> else { return try make(.container, arguments) }
    do {
      let request = try storage.request(of: step, parts.owner)
      return try request(step) { try parts.owner.outsideScopes { try make(.container, arguments) } }
    } catch { throw .around(step, error) }
  }

  /// A value that an open scope keeps.
  private func scoped<Value>(
    _ context: Context, _ arguments: Arguments?, _ parts: SharingParts
  ) throws(ResolutionError) -> Value {
    let (scope, entered) = try parts.owner.scope(parts.kind ?? ContainerScope.self, context, for: self)
    defer { entered?.leave() }
    let cell = scope.cell(of: self, parts.cellIndex)
    if let ready = cell.ready {
      // It has begun to close while the value was made: then the value closes with it.
      if scope.lifetime.isClosed { throw scope.closed(for: step.key) }
      return ready.copy()
    }
    try parts.check(scope)
    if parts.closing != nil { try scope.join(for: step.key) }
    return try scope.lifetime.keep(self, in: cell, parts, closed: scope.closed) {
      try make(Context(scope: scope, isKept: true), arguments)
    }
  }
}

extension Lifetime {
  /// Builds the value of a cell exactly once, and registers it to be closed.
  ///
  /// - Parameter closed: The error of a request that comes too late; for a value that was made while the lifetime began to close: it closes with it, and is not
  ///   handed out.
  fileprivate func keep<Value>(
    _ slot: Slot, in cell: Cell, _ parts: SharingParts, closed: (Graph.Key) -> ResolutionError, _ make: () throws -> Value
  ) throws(ResolutionError) -> Value {
    var build: Int?
    defer { build.map(endBuild) }
    let value = try cell.value(of: slot.step) { () throws -> Value in
      build = beginBuild(slot)
      if build == nil { throw closed(slot.step.key) }
      return try make()
    } note: { value in
      guard let closing = parts.closing else { return }
      let entry = CloseEntry(closing, value, of: cell)
      if !add(entry) { throw entry.late }
    }
    if isClosed { throw closed(slot.step.key) }
    return value
  }
}
