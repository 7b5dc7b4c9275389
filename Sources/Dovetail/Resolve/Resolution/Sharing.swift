// SPDX-License-Identifier: Apache-2.0

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
