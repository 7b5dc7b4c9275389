// SPDX-License-Identifier: Apache-2.0

/// The parts around the sharing of a slot, which few containers have: reports of reuse, then extensions, then the actor that keeps the values.
///
/// Such a slot shows no cell and no index of one, so that nothing hands out a value that is ready without the interceptors.
/// A keeper lets slots share values that are not Sendable: they are made and handed out only while the actor runs the calling code, and stay with it; see
/// ``ActorClaim``.
final class SlotInterceptors: Sendable {
  private let owner: ContainerContext
  /// The options of the bind.
  private let declared: RequestOptions
  /// The observers, if one asks for the reuse of values.
  private let reuse: ObserverList?
  /// The actor that keeps values which are shared and not Sendable; see ``Bind/in(_:on:)``.
  let keeper: (any Actor)?

  /// - Returns: `nil` when there is no interceptor, the usual case.
  init?(_ owner: ContainerContext, declared: RequestOptions, keeper: (any Actor)?) {
    reuse = owner.observers.flatMap { $0.observesReuse ? $0 : nil }
    if reuse == nil, owner.extensions.isEmpty, keeper == nil { return nil }
    self.owner = owner
    self.declared = declared
    self.keeper = keeper
  }

  /// Whether a value that is ready is handed out in any case, and at most reported.
  var passReady: Bool { owner.extensions.isEmpty && keeper == nil }

  func value<Value>(of slot: Slot, _ context: Context, _ arguments: Arguments?) throws(ResolutionError) -> Value {
    guard let reuse else { return try chosen(slot, context, arguments) }
    return try reuse.tellingReuse(of: slot.step) { () throws(ResolutionError) in try chosen(slot, context, arguments) }
  }

  /// Lets the extensions choose the answer before the bind itself answers.
  private func chosen<Value>(_ slot: Slot, _ context: Context, _ arguments: Arguments?) throws(ResolutionError) -> Value {
    if owner.extensions.isEmpty { return try kept(slot, context, arguments) }
    let step = slot.step
    let request = Interception(of: step.key, declared: declared, isMaking: false)
    do {
      let value = try owner.extensions.choose(request) { chosen in
        if chosen.key == step.key { return try kept(slot, context, arguments) as Value }
        guard let other = try owner.container(for: chosen.key).boundOrCarried(chosen.key)?.slot else {
          throw ResolutionError(
            .missing, chosen.key, "an extension redirects '\(step.key)' to '\(chosen.key)', for which nothing is bound",
            help: "bind '\(chosen.key)', or fix the extension")
        }
        let taken = other.argumentTypes
        if arguments != nil, !taken.isEmpty, taken != slot.argumentTypes {
          throw ResolutionError.wrongArguments(of: other.step, expected: taken, given: slot.argumentTypes).through(other.step)
        }
        let state = chosen.options.isEmpty ? nil : RequestState(options: chosen.options)
        return try ActorClaim.redirected(for: other.interceptors?.keeper) {
          try other.boxed(context, taken.isEmpty ? nil : arguments, state)
        }
      }
      if let value = value as? Value { return value }
      throw ResolutionError(
        .wrongType, step.key, "an extension answers '\(step.key)' with an instance of '\(TypeName(type(of: value)))'",
        help: "let the extension return one of '\(TypeName(Value.self))'")
    } catch { throw .around(step, error) }
  }

  private func kept<Value>(_ slot: Slot, _ context: Context, _ arguments: Arguments?) throws(ResolutionError) -> Value {
    guard let keeper, !ActorClaim.holds(for: keeper) else { return try slot.shared(context, arguments) }
    let step = slot.step
    throw ResolutionError.isolated(step.key, to: ActorWitness.name(of: keeper), mayLeave: false, at: step.location).through(step)
  }

  // Extensions are synchronous, so values of asynchronous factories bypass them.
  func produce(_ slot: Slot, _ make: () async throws -> Cell) async throws -> Cell {
    guard let reuse else { return try await make() }
    return try await reuse.tellingReuse(of: slot.step) { try await make() }
  }
}

extension Slot {
  /// Answers a request of its own, for code that does not know the type.
  fileprivate func boxed(
    _ context: Context, _ arguments: Arguments?, _ state: RequestState?
  ) throws(ResolutionError) -> Any {
    func run<Value>(as type: Value.Type) -> Result<Any, ResolutionError> {
      Result { () throws(ResolutionError) in try Request.run(self, in: context, arguments, state) as Value }
    }
    return try _openExistential(type, do: run).get()
  }
}
