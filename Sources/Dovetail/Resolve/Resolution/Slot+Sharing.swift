// SPDX-License-Identifier: Apache-2.0

/// How the values of a slot are shared by several requests.
final class Sharing: Sendable {
  /// What holds a value.
  enum Holder: Sendable {
    /// The container, in a cell.
    case container(Cell)
    /// An open scope of a kind, in its cell of an index; `nil` for a bind that joined later, whose values are kept by slot.
    case scope(any ScopeKind.Type, CellIndex?)
    /// Other objects, as long as they are there.
    case others(WeakCell)
    /// A user's scope, with a `CustomStorage` of the slot's type.
    case custom(any AnyObject & Sendable)
  }

  let owner: ContainerContext
  let holder: Holder
  /// Closes the values, if their owner closes them.
  let closing: (any CloseAction)?

  init(_ owner: ContainerContext, _ holder: Holder, closing: (any CloseAction)? = nil) {
    (self.owner, self.holder, self.closing) = (owner, holder, closing)
  }

  /// The value of a singleton.
  var cell: Cell? { if case .container(let cell) = holder { cell } else { nil } }

  var cellIndex: CellIndex? { if case .scope(_, let index) = holder { index } else { nil } }

  /// Refuses to make a value that the scope could not close.
  func check(_ scope: OpenScope) throws(ResolutionError) {
    if let closing, closing.isAwaited, scope.refusesAwaited { throw closing.refused }
  }

  /// The context in which the needs of the value look up scoped values.
  func inner(_ context: Context) -> Context {
    if case .scope(let kind, _) = holder { context.kept(in: ObjectIdentifier(kind)) } else { .container }
  }
}

// How a slot gets a value that is shared.
extension Slot {
  func shared<Value>(_ context: Context, _ arguments: Arguments?) throws(ResolutionError) -> Value {
    guard let sharing else { return isOfGraph ? try inGraph(context, arguments) : try make(context, arguments) }
    if isSharedByTasks { return try awaited(context, sharing) }
    switch sharing.holder {
    case .container(let cell): return try singleton(arguments, sharing, cell)
    case .scope(let kind, let index): return try scoped(context, arguments, sharing, kind, index)
    case .others(let weak): return try self.weak(arguments, sharing.owner, weak)
    case .custom(let storage): return try custom(arguments, sharing.owner, storage)
    }
  }

  /// A value that tasks have built.
  private func awaited<Value>(_ context: Context, _ sharing: Sharing) throws(ResolutionError) -> Value {
    switch sharing.holder {
    case .container(let cell): if let ready = cell.ready { return ready.copy() }
    case .scope(let kind, let index):
      let (scope, entered) = try sharing.owner.scope(kind, context, for: self)
      defer { entered?.leave() }
      if let ready = scope.cell(of: self, index).ready { return ready.copy() }
    case .others(let weak): if let value = weak.value(as: Value.self) { return value }
    case .custom: break
    }
    throw .unawaited(step)
  }

  /// A value that the container keeps.
  private func singleton<Value>(_ arguments: Arguments?, _ sharing: Sharing, _ cell: Cell) throws(ResolutionError) -> Value {
    if let ready = cell.ready { return ready.copy() }
    return try sharing.owner.lifetime.keep(self, in: cell, sharing, closed: sharing.owner.closed) {
      try sharing.owner.outsideScopes { try make(.container, arguments) }
    }
  }

  /// An object that the container keeps as long as others hold it.
  private func weak<Value>(
    _ arguments: Arguments?, _ owner: ContainerContext, _ weak: WeakCell
  ) throws(ResolutionError) -> Value {
    do { return try weak.value(of: step) { try unclosed(arguments, owner) } } catch { throw .around(step, error) }
  }

  /// A value that outlives every scope, and that nothing closes: so it is not handed out by a container that has begun to close meanwhile.
  ///
  /// - Parameter isMadeLate: Whether it is made for code that the closing waits for, as a transient value is.
  private func unclosed<Value>(_ arguments: Arguments?, _ owner: ContainerContext, isMadeLate: Bool = false) throws -> Value {
    let lifetime = owner.lifetime
    let build = lifetime.beginBuild(self)
    if build == nil, !isMadeLate { throw owner.closed(step.key) }
    defer { if let build { lifetime.endBuild(build) } }
    let value: Value = try owner.outsideScopes { try make(.container, arguments) }
    if build != nil, lifetime.isClosed { throw owner.closed(step.key) }
    return value
  }

  /// A value that the requests inside one outermost request share.
  private func inGraph<Value>(_ context: Context, _ arguments: Arguments?) throws(ResolutionError) -> Value {
    guard let graph = ThreadState.current.graph else { return try make(context, arguments) }
    if let ready = try graph.begin(self, in: context)?.ready { return ready.copy() }
    var made: Cell?
    defer { graph.end(self, in: context, with: made) }
    let value: Value = try make(context, arguments)
    made = Cell(holding: value)
    return value
  }

  /// A value that a scope of the program's own shares.
  private func custom<Value>(
    _ arguments: Arguments?, _ owner: ContainerContext, _ storage: any AnyObject & Sendable
  ) throws(ResolutionError) -> Value {
    guard let storage = storage as? CustomStorage<Value> else { return try make(.container, arguments) }
    do {
      let request = try storage.request(of: step, owner)
      return try request { try unclosed(arguments, owner, isMadeLate: true) }
    } catch { throw .around(step, error) }
  }

  /// A value that an open scope keeps.
  private func scoped<Value>(
    _ context: Context, _ arguments: Arguments?, _ sharing: Sharing, _ kind: any ScopeKind.Type, _ index: CellIndex?
  ) throws(ResolutionError) -> Value {
    let (scope, entered) = try sharing.owner.scope(kind, context, for: self)
    defer { entered?.leave() }
    let cell = scope.cell(of: self, index)
    if let ready = cell.ready {
      // It has begun to close while the value was made: then the value closes with it.
      if scope.lifetime.isClosed, !context.isWaitedFor { throw scope.closed(for: step.key) }
      return ready.copy()
    }
    try sharing.check(scope)
    return try scope.lifetime.keep(self, in: cell, sharing, isWaitedFor: context.isWaitedFor, closed: scope.closed) {
      try make(Context(scope: scope, isKept: true), arguments)
    }
  }
}

extension Lifetime {
  /// Builds the value of a cell exactly once, and registers it to be closed.
  ///
  /// - Parameters:
  ///   - isWaitedFor: Whether the closing waits for the request, so that it is given what was made meanwhile.
  ///   - closed: The error of a request that comes too late; for a value that was made while the lifetime began to close: it closes with it, and is not
  ///     handed out.
  fileprivate func keep<Value>(
    _ slot: Slot, in cell: Cell, _ sharing: Sharing, isWaitedFor: Bool = false, closed: (Graph.Key) -> ResolutionError,
    _ make: () throws -> Value
  ) throws(ResolutionError) -> Value {
    var build: Int?
    defer { build.map(endBuild) }
    let value = try cell.value(of: slot.step) { () throws -> Value in
      build = beginBuild(slot)
      if build == nil { throw closed(slot.step.key) }
      return try make()
    } note: { value in
      guard let closing = sharing.closing else { return }
      let entry = CloseEntry(closing, value, of: cell)
      if !add(entry) { throw entry.late }
    }
    if isClosed, !isWaitedFor { throw closed(slot.step.key) }
    return value
  }
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
  private let open: @Sendable (any Resolver, ResolutionError.Step) throws -> CustomRequest<Value>
  private let opened = Cell(of: CustomRequest<Value>.self)

  /// The index of the binding whose scope it is.
  private let binding: Int

  init(
    of binding: Int, _ open: @escaping @Sendable (any Resolver, ResolutionError.Step) throws -> CustomRequest<Value>
  ) {
    (self.binding, self.open) = (binding, open)
  }

  func request(of step: ResolutionError.Step, _ owner: ContainerContext) throws(ResolutionError) -> CustomRequest<Value> {
    try opened.value(of: step) {
      do {
        return try owner.outsideScopes {
          try open(FactoryResolver(owner: owner, home: ResolverReference(.container, of: owner), requester: binding), step)
        }
      } catch {
        throw ResolutionError(error, through: step)
      }
    }
  }
}
