// SPDX-License-Identifier: Apache-2.0

extension ResolutionError {
  package static func closed(_ owner: String, _ key: Graph.Key, underlying: (any Error)? = nil) -> ResolutionError {
    ResolutionError(
      .closed, key, "\(key.quoted) was resolved after \(owner) had closed", underlying: underlying,
      help: "resolve it while it is open, and keep what is needed afterwards")
  }

  package static func tooDeep(_ step: Step) -> ResolutionError {
    ResolutionError(
      .tooDeep, step.key, "\(step.key.quoted) cannot be built: the chain that leads to it uses up the thread's stack", at: step,
      help: step.isMember
        ? "read a part of the chain earlier, let a member be given a closure, or read on a thread with a larger stack"
        : "share a part of the chain, let a step take a Provider of the next, or resolve on a thread with a larger stack")
  }
}

extension ResolutionError.Step {
  /// The help for breaking a cycle through the step.
  package var cycleHelp: String {
    isMember
      ? "let one member of the cycle be given a closure, and call it after it is made: { self.\(key) }"
      : "let one step of the cycle take a Provider or a Lazy of the next, and use it after it is built"
  }
}
