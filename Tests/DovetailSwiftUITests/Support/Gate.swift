// SPDX-License-Identifier: Apache-2.0

/// Holds everybody who comes until it opens, and says when somebody has come.
@MainActor final class Gate {
  private var isOpen = false
  private var isReached = false
  private var held: [CheckedContinuation<Void, Never>] = []
  private var watching: [CheckedContinuation<Void, Never>] = []

  /// Waits until the gate is open, in a cancelled task too.
  func pass() async {
    isReached = true
    for task in watching { task.resume() }
    watching = []
    if isOpen { return }
    await withCheckedContinuation { held.append($0) }
  }

  /// Waits until somebody has come.
  func reached() async {
    if isReached { return }
    await withCheckedContinuation { watching.append($0) }
  }

  func open() {
    isOpen = true
    for task in held { task.resume() }
    held = []
  }
}
