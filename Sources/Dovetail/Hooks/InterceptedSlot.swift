// SPDX-License-Identifier: Apache-2.0

/// Lets the extensions choose the answer of a request before the bind itself answers.
// SAFETY: as in Slot; the owner and the declared options are Sendable lets.
final class InterceptedSlot<Value>: ForwardingSlot<Value>, @unchecked Sendable {
  // Extensions are synchronous, so asynchronous values bypass them.
  private let owner: Owner
  private let declared: RequestOptions

  init(_ bound: TypedSlot<Value>, owner: Owner, declared: RequestOptions) {
    self.owner = owner
    self.declared = declared
    super.init(bound)
  }

  override func get(_ context: Context, _ arguments: Arguments?) throws(ResolutionError) -> Value {
    let request = Interception(step.key, Frame.options(for: step.key), declared: declared, isMaking: false)
    do {
      let value = try owner.extensions.choose(request) { chosen in
        if chosen.key == step.key { return try bound.get(context, arguments) }
        guard let other = try owner.container(for: chosen.key).planned(chosen.key) else {
          throw ResolutionError(
            .missing, chosen.key, "an extension redirects '\(step.key)' to '\(chosen.key)', for which nothing is bound",
            help: "bind '\(chosen.key)', or fix the extension")
        }
        Frame.redirect(to: chosen.key, chosen.options)
        return try other.slot.request(context)
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

extension Bind {
  /// The recipe run through the extensions: they make the object, then set its needs.
  func extended(_ step: ResolutionError.Step, _ owner: Owner, _ unfinished: UnfinishedValue<Value>?) -> Recipe<Value> {
    let parameters = declaration.needs.count { $0.need.place == .parameter }
    return {
      [recipe, steps = rare?.rareFacts.steps ?? [], actor = rare?.rareFacts.isolated?.actor, declared = declaration.options] needs
      in
      let all = needs
      let request = Interception(step.key, Frame.options(for: step.key), declared: declared, isMaking: true)
      let trace = Frame.trace
      trace?.name(step.key)
      let made = try owner.extensions.make(request) {
        var needs = all
        return try recipe(&needs)
      }
      guard var value = made as? Value else {
        throw ResolutionError(
          .wrongType, step.key, "an extension makes a '\(TypeName(type(of: made)))' for '\(step.key)'",
          help: "let the extension make a '\(TypeName(Value.self))'")
      }
      // Noted now, so that requests for its properties know their parent.
      if Swift.type(of: value as Any) is AnyClass { trace?.know(value as AnyObject) }
      do {
        try owner.extensions.setNeeds(of: value, request) {
          var needs = all
          needs.skip(parameters)
          func run() throws { for step in steps { try step(&value, &needs) } }
          if let actor { try ActorClaim.needs(of: actor, run) } else { try run() }
        }
      } catch { throw unfinished?.closing(value, all, error) ?? error }
      return value
    }
  }
}
