// SPDX-License-Identifier: Apache-2.0

/// How the values of a slot are shared.
package enum Sharing: Sendable {
  /// Every request runs the recipe.
  case none
  /// One instance for every outermost request, and for every scope that is opened inside it.
  case graph
  /// One instance for the container.
  case singleton
  /// One instance for every open scope of a kind.
  case scoped
  /// One instance as long as a strong reference to it exists, or one that tasks build; see ``RareSharing``.
  case rare
  /// Decided by a user's scope.
  case custom

  /// Whether building the value ahead of its dependents changes only the depth of the stack.
  var isShared: Bool { self != .none && self != .custom }
}

/// What a slot needs to share its values. Not the payload of ``Sharing``, which would be retained for every request.
package final class SharingParts: Sendable {
  let owner: Owner
  /// Closes the values, if their owner closes them.
  let closing: CloseAction?
  /// The kind of scope that keeps the values; `nil` for the container.
  let kind: (any ScopeKind.Type)?
  /// The place of the value in a scope; `nil` for a bind that joined later: its values are kept by slot.
  let place: ScopePlace?
  /// The shared value of a singleton, which the slot does not show when it has layers.
  let instance: Instance?
  /// Shares the values of rare scopes; `nil` for singletons and values of open scopes.
  let rarely: RareSharing?
  /// Holds a weakly held value that threads build, if it is alive.
  let alive: (@Sendable () -> (any Sendable)?)?

  package init(
    _ owner: Owner, closing: CloseAction? = nil, in kind: (any ScopeKind.Type)? = nil, at place: ScopePlace? = nil,
    instance: Instance? = nil, rarely: RareSharing? = nil, alive: (@Sendable () -> (any Sendable)?)? = nil
  ) {
    self.owner = owner
    self.closing = closing
    self.kind = kind
    self.place = place
    self.instance = instance
    self.rarely = rarely
    self.alive = alive
  }

  // These read the action without retaining it, which would move memory that all threads share between processors.

  /// Refuses to make a value that the scope could not close.
  @inline(__always)
  func check(_ scope: OpenScope) throws(ResolutionError) {
    if closing?.isAwaited ?? false && scope.refusesAwaited { try refuse() }
  }

  @inline(never)
  private func refuse() throws(ResolutionError) { if let closing { throw closing.refused } }

  /// The closing of a value; `nil` if nothing closes it.
  @inline(__always)
  func entry(at memory: Address) -> CloseEntry? { closing.map { CloseEntry($0, at: memory) } }

  /// The context in which the needs of the value look up scoped values.
  func inner(_ context: Context) -> Context { kind.map { context.kept(in: ObjectIdentifier($0)) } ?? .container }
}

extension SharingParts {
  /// The sharing of a bind whose values are held weakly.
  package static func weakly<Value>(_ type: Value.Type, _ owner: Owner) -> SharingParts {
    let shared = WeakInstance()
    let share: RareSharing = { slot, _, arguments, memory in
      let value: Value = try shared.value(of: slot.step) {
        func closed() -> ResolutionError { .closed("the container", slot.step.key).from(owner.family) }
        guard let build = owner.closing.withRecord({ $0.beginBuild(slot) }) else { throw closed() }
        defer { owner.closing.withRecord { $0.endBuild(build) } }
        let value: Value = try slot.madeOutsideScopes(arguments, owner)
        if owner.closing.isClosed { throw closed() }
        return value
      }
      memory.store(value)
    }
    return SharingParts(owner, rarely: share, alive: { shared.keeper })
  }
}

extension Owner {
  /// Runs a closure with the scope of a kind: the one of the request, or the one around the running code.
  ///
  /// - Throws: `ResolutionError` with code `.scopeNotOpen` when there is none.
  func inScope<Result>(
    _ kind: any ScopeKind.Type, _ context: Context, of slot: Slot, _ body: (OpenScope) throws(ResolutionError) -> Result
  ) throws(ResolutionError) -> Result {
    if let scope = context.scope?.find(ObjectIdentifier(kind)) { return try body(scope) }
    let (scope, entered) = try OpenScope.enterCurrent(kind, of: self, for: slot.step)
    defer { entered.leave() }
    return try body(scope)
  }
}

/// Puts the shared value of a slot at an address: of a custom scope, of a weak one, or one that tasks build.
package typealias RareSharing = @Sendable (Slot, Context, Arguments?, Address) throws -> Void
