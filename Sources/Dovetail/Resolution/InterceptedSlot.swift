// SPDX-License-Identifier: Apache-2.0

/// Lets the extensions choose the answer of a request before the bind itself answers.
// SAFETY: as in Slot; all further properties are Sendable lets.
final class InterceptedSlot<Value>: ForwardingSlot<Value>, @unchecked Sendable {
  // Extensions are synchronous, so asynchronous values bypass them.
  private let owner: Owner
  private let declared: RequestOptions
  private let find: @Sendable (Graph.Key) throws -> Slot?

  /// - Parameter find: Finds the bind to which an extension redirects a request; `nil` when there is none.
  init(
    _ bound: TypedSlot<Value>, owner: Owner, declared: RequestOptions, find: @escaping @Sendable (Graph.Key) throws -> Slot?
  ) {
    self.owner = owner
    self.declared = declared
    self.find = find
    super.init(bound)
  }

  override func get(_ context: Context, _ arguments: Arguments?) throws(ResolutionError) -> Value {
    let request = Interception(step.key, Frame.options(for: step.key), declared: declared, isMaking: false)
    do {
      let value = try owner.extensions.choose(request) { chosen in
        if chosen.key == step.key { return try bound.get(context, arguments) }
        guard let other = try find(chosen.key) else {
          throw ResolutionError(
            .missing, chosen.key, "an extension redirects '\(step.key)' to '\(chosen.key)', for which nothing is bound",
            help: "bind '\(chosen.key)', or fix the extension")
        }
        Frame.redirect(to: chosen.key, chosen.options)
        return try other.request(context)
      }
      if let value = value as? Value { return value }
      throw ResolutionError(
        .wrongType, step.key, "an extension answers '\(step.key)' with a '\(TypeName(type(of: value)))'",
        help: "let the extension return a '\(TypeName(Value.self))'")
    } catch {
      throw .around(step, error)
    }
  }
}

extension SlotBlueprint {
  /// A slot that stands in front of another one; not ready before the extensions have run, regardless of the other slot's scope.
  init(intercepting slot: Slot) {
    self.init(
      origin: SlotOrigin(knowing: slot.origin), needCount: slot.needCount, argumentTypes: slot.argumentTypes, depth: slot.depth,
      awaits: slot.awaits)
  }
}
