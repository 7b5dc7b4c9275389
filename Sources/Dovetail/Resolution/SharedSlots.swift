// SPDX-License-Identifier: Apache-2.0

/// One instance for the container.
// SAFETY: as in Slot; all further properties are Sendable lets.
class SingletonSlot<Value>: TypedSlot<Value>, @unchecked Sendable {
  final let owner: Owner

  init(_ blueprint: consuming SlotBlueprint, owner: Owner, _ recipe: @escaping Recipe<Value>) {
    blueprint.instance = Instance(of: Value.self)
    self.owner = owner
    super.init(blueprint, recipe)
  }

  override var isShared: Bool { true }

  override func inner(_ context: Context) -> Context { .container }

  override final func get(_ context: Context, _ arguments: Arguments?) throws(ResolutionError) -> Value {
    if let memory { return memory.assumingMemoryBound(to: Value.self).pointee }
    // SAFETY: the initialiser hands one over.
    return try instance.unsafelyUnwrapped.value(of: step) {
      let value = try makeOutsideScopes(arguments, owner)
      try register(value)
      return value
    }
  }

  override final func hold(_ context: Context) throws(ResolutionError) -> Any? {
    _ = try get(context, nil)
    return nil
  }

  /// Runs the actions for a new value before it is handed out.
  func register(_ value: Value) throws {}
}

/// One instance for the container, closed with it.
// SAFETY: as in Slot; all further properties are Sendable lets.
final class ClosingSingletonSlot<Value>: SingletonSlot<Value>, @unchecked Sendable {
  private let onClose: OnClose<Value>

  init(_ blueprint: consuming SlotBlueprint, owner: Owner, onClose: OnClose<Value>, _ recipe: @escaping Recipe<Value>) {
    self.onClose = onClose
    super.init(blueprint, owner: owner, recipe)
  }

  override func register(_ value: Value) throws { try onClose.register(value, in: owner.closing) }
}

extension TypedSlot {
  /// Runs the recipe of a value that outlives every scope. When no scope is open, the usual case, this adds nothing to the stack.
  @inline(__always)
  fileprivate func makeOutsideScopes(_ arguments: Arguments?, _ owner: Owner) throws -> Value {
    if OpenScope.current == nil { return try make(.container, arguments) }
    return try owner.outsideScopes { try make(.container, arguments) }
  }
}

/// One instance for every open scope of a kind.
// SAFETY: as in Slot; all further properties are Sendable lets.
final class ScopedSlot<Value>: TypedSlot<Value>, @unchecked Sendable {
  private let kind: ObjectIdentifier
  private let kindName: TypeName
  private let owner: Owner
  private let onClose: OnClose<Value>?

  init(
    _ blueprint: SlotBlueprint, kind: any ScopeKind.Type, _ maker: SlotMaker, onClose: OnClose<Value>?,
    _ recipe: @escaping Recipe<Value>
  ) {
    self.kind = ObjectIdentifier(kind)
    kindName = TypeName(kind)
    owner = maker.owner
    self.onClose = onClose
    var blueprint = blueprint
    // A value that would not fit into its place is kept like those of binds that joined later.
    blueprint.place = maker.placed.flatMap { $0.type == Value.self ? $0.place : nil }
    super.init(blueprint, recipe)
  }

  override var isShared: Bool { true }

  override func inner(_ context: Context) -> Context { context.kept(in: kind) }

  override func get(_ context: Context, _ arguments: Arguments?) throws(ResolutionError) -> Value {
    if let place {
      let memory = try context.memory(in: kind) { scope throws(ResolutionError) in try built(place, in: scope, arguments) }
      if likely(memory != nil), let memory { return memory.assumingMemoryBound(to: Value.self).pointee }
    }
    return try elsewhere(context, arguments)
  }

  /// The value of a bind without a place in open scopes, or of a request outside a scope of the kind.
  @inline(never)
  private func elsewhere(_ context: Context, _ arguments: Arguments?) throws(ResolutionError) -> Value {
    if let scope = context.scope?.find(kind) { return try value(in: scope, arguments) }
    return try OpenScope.withCurrent(kind, named: kindName, of: owner, for: step) { scope throws(ResolutionError) in
      try value(in: scope, arguments)
    }
  }

  private func value(in scope: OpenScope, _ arguments: Arguments?) throws(ResolutionError) -> Value {
    guard let place else { return try late(scope, arguments) }
    return try built(place, in: scope, arguments).assumingMemoryBound(to: Value.self).pointee
  }

  /// The address of the value, built there on first use.
  private func built(
    _ place: ScopePlace, in scope: OpenScope, _ arguments: Arguments?
  ) throws(ResolutionError) -> UnsafeMutableRawPointer {
    let entered = try scope.enter(place, for: step)
    if unlikely(entered != nil), let entered { return entered }
    let memory = scope.space(place)
    let value = memory.assumingMemoryBound(to: Value.self)
    do throws(ResolutionError) {
      try onClose?.check(scope)
      value.initialize(to: try make(Context(scope: scope, isKept: true), arguments))
      let error = onClose?.register(at: value, in: scope)
      if unlikely(error != nil), let error {
        value.deinitialize(count: 1)
        throw error
      }
    } catch { throw scope.failed(place, error) }
    scope.end(place)
    return memory
  }

  /// Builds the value of a bind without a place in open scopes.
  private func late(_ scope: OpenScope, _ arguments: Arguments?) throws(ResolutionError) -> Value {
    let instance = scope.instance(of: self, holding: Value.self)
    if let memory = instance.memory { return memory.assumingMemoryBound(to: Value.self).pointee }
    return try instance.value(of: step) {
      try onClose?.check(scope)
      let value = try make(Context(scope: scope, isKept: true), arguments)
      try onClose?.register(value, in: scope)
      return value
    }
  }
}

/// One instance as long as a strong reference to it exists.
// SAFETY: as in Slot; `shared` guards itself.
final class WeakSlot<Value>: TypedSlot<Value>, @unchecked Sendable {
  private let owner: Owner
  private let shared = WeakInstance()

  init(_ blueprint: SlotBlueprint, owner: Owner, _ recipe: @escaping Recipe<Value>) {
    self.owner = owner
    super.init(blueprint, recipe)
  }

  override var isShared: Bool { true }

  override func inner(_ context: Context) -> Context { .container }

  override func get(_ context: Context, _ arguments: Arguments?) throws(ResolutionError) -> Value {
    try shared.value(of: step) { try makeOutsideScopes(arguments, owner) }
  }
}

/// One instance for every outermost request, and for every scope that is opened inside it.
// SAFETY: as in Slot; adds no state, and what it shares stays on one thread.
final class GraphSlot<Value>: TypedSlot<Value>, @unchecked Sendable {
  override var isShared: Bool { true }

  override func get(_ context: Context, _ arguments: Arguments?) throws(ResolutionError) -> Value {
    guard let graph = Frame.graph else { return try make(context, arguments) }
    let id = GraphInstances.ID(self, context)
    if let known: Value = try graph.begin(id, for: self) { return known }
    do {
      let value = try make(context, arguments)
      graph.end(id, with: value)
      return value
    } catch {
      graph.fail(id)
      throw error
    }
  }
}

/// An instance of a user's scope.
// SAFETY: as in Slot; the storage is Sendable by its protocol.
final class CustomSlot<Value>: TypedSlot<Value>, @unchecked Sendable {
  private let owner: Owner
  private let storage: @Sendable () throws -> CustomRequest<Value>
  private let opened = Instance(of: CustomRequest<Value>.self)

  init(
    _ blueprint: SlotBlueprint, owner: Owner, storage: @escaping @Sendable () throws -> CustomRequest<Value>,
    _ recipe: @escaping Recipe<Value>
  ) {
    self.owner = owner
    self.storage = storage
    super.init(blueprint, recipe)
  }

  override func inner(_ context: Context) -> Context { .container }

  override func get(_ context: Context, _ arguments: Arguments?) throws(ResolutionError) -> Value {
    do { return try request()() { try makeOutsideScopes(arguments, owner) } } catch { throw .around(step, error) }
  }

  /// The storage, made on first use.
  private func request() throws(ResolutionError) -> CustomRequest<Value> {
    if let request = opened.value(as: CustomRequest<Value>.self) { return request }
    return try opened.value(of: step) {
      do { return try owner.outsideScopes(storage) } catch { throw ResolutionError(error, through: step) }
    }
  }
}
