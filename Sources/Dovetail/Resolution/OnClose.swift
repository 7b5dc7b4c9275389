// SPDX-License-Identifier: Apache-2.0

/// What is to be done with a shared value when its owner closes.
struct OnClose<Value>: Sendable {
  let list: CloseList
  /// The owner in words, for errors.
  let owner: String
  let action: (@Sendable (Value) -> Void)?

  /// Registers a value that was just made. When the owner closed meanwhile, the value is closed at once and not handed out.
  func register(_ value: Value, _ step: ResolutionError.Step) throws(ResolutionError) {
    guard let action else { return }
    let made = Made(value: value)
    if list.add({ action(made.value) }) { return }
    action(value)
    throw ResolutionError.closed(owner, step.key).through(step)
  }

  // SAFETY: only `.singleton` and `.scoped` binds close, and their values are Sendable because `.in(_:)` demands it.
  private struct Made: @unchecked Sendable {
    let value: Value
  }
}
