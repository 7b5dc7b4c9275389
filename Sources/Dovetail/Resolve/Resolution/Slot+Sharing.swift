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

/// How the values of a slot are shared.
enum Sharing: Sendable {
  /// Every request runs the recipe.
  case none
  /// One instance for every outermost request, and for every scope that is opened inside it.
  case graph
  /// One instance for the container.
  case singleton
  /// One instance for every open scope of a kind.
  case scoped
  /// One instance as long as a strong reference to it exists.
  case weak
  /// One instance that tasks build.
  case awaited
  /// Decided by a user's scope.
  case custom
}

/// What a slot needs to share its values.
final class SharingParts: Sendable {
  let owner: ContainerContext
  /// Closes the values, if their owner closes them.
  let closing: (any CloseAction)?
  /// The kind of scope that keeps the values; `nil` for the container.
  let kind: (any ScopeKind.Type)?
  /// The index of the value's cell in a scope; `nil` for a bind that joined later: its values are kept by slot.
  let cellIndex: CellIndex?
  /// The value of a singleton.
  let cell: Cell?
  /// The object of a weak slot.
  let weak: WeakCell?
  /// Finds the value that tasks have built, if it is there.
  let find: (@Sendable (Slot, Context) throws(ResolutionError) -> Cell?)?
  /// A `CustomStorage` of the slot's type.
  let storage: (any AnyObject & Sendable)?

  init(
    _ owner: ContainerContext, closing: (any CloseAction)? = nil, in kind: (any ScopeKind.Type)? = nil,
    at index: CellIndex? = nil,
    cell: Cell? = nil, weak: WeakCell? = nil, find: (@Sendable (Slot, Context) throws(ResolutionError) -> Cell?)? = nil,
    storage: (any AnyObject & Sendable)? = nil
  ) {
    (self.owner, self.closing, self.kind, self.cellIndex) = (owner, closing, kind, index)
    (self.cell, self.weak, self.find, self.storage) = (cell, weak, find, storage)
  }

  /// Refuses to make a value that the scope could not close.
  func check(_ scope: OpenScope) throws(ResolutionError) {
    if let closing, closing.isAwaited, scope.lifetime.refusesAwaited { throw closing.refused }
  }

  /// The context in which the needs of the value look up scoped values.
  func inner(_ context: Context) -> Context { kind.map { context.kept(in: ObjectIdentifier($0)) } ?? .container }
}

extension ContainerContext {
  /// The scope of a kind: the one of the request, or the one around the running code.
  ///
  /// - Returns: The scope, and the one that was entered for it, if any: the caller leaves that one when it is done.
  /// - Throws: `ResolutionError` with code `.scopeNotOpen` when there is none.
  func scope(
    _ kind: any ScopeKind.Type, _ context: Context, for slot: Slot
  ) throws(ResolutionError) -> (scope: OpenScope, entered: OpenScope?) {
    if let scope = context.scope?.find(ObjectIdentifier(kind)) { return (scope, nil) }
    return try OpenScope.enterCurrent(kind, of: self, for: slot.step)
  }
}

/// The values of one bind in a custom scope, whose storage is made on the first request.
final class CustomStorage<Value>: Sendable {
  private let open: @Sendable (any Resolver) throws -> CustomRequest<Value>
  private let opened = Cell(of: CustomRequest<Value>.self)

  /// The index of the binding whose scope it is.
  private let binding: Int?

  init(of binding: Int?, _ open: @escaping @Sendable (any Resolver) throws -> CustomRequest<Value>) {
    (self.binding, self.open) = (binding, open)
  }

  func request(of step: ResolutionError.Step, _ owner: ContainerContext) throws(ResolutionError) -> CustomRequest<Value> {
    try opened.value(of: step) {
      do { return try owner.outsideScopes { try open(FactoryResolver(owner, in: nil, requester: binding)) } } catch {
        throw ResolutionError(error, through: step)
      }
    }
  }
}
