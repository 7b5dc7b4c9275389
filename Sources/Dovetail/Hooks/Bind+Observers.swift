// SPDX-License-Identifier: Apache-2.0

extension Bind {
  /// The recipe, reported to the observers whenever it runs. An existing value is not made, and is reported only if it is live.
  func observed(
    _ recipe: @escaping Recipe<Value>, as step: ResolutionError.Step, by observers: ObserverList?
  ) -> Recipe<Value> {
    let isNew = declaration.role == .factory || declaration.role == .decorator
    guard let observers, isNew || declaration.isLive else { return recipe }
    return { needs in try observers.creating(step, isNew: isNew) { try recipe(&needs) } }
  }

  /// The closing hooks, and after them one that reports to the observers that they have run.
  func observed(_ hooks: [CloseHook<Value>], as step: ResolutionError.Step, by observers: ObserverList?) -> [CloseHook<Value>] {
    guard let observers, !hooks.isEmpty else { return hooks }
    // Hooks run in reverse order: the first one is the last to run.
    return [.now(PlainHook { _ in observers.tell(.closed, of: Event.Subject(step)) })] + hooks
  }
}
