// SPDX-License-Identifier: Apache-2.0
internal import Dovetail

/// The work for one binding when its container starts or stops, and the steps that wait for it.
struct LifecycleStep: Sendable {
  /// A factory or a hook.
  struct Work: Sendable {
    /// The time limit; `nil` leaves it to the whole run.
    let limit: Duration?
    let run: @Sendable () async throws -> Void
  }

  /// The binding, for errors and observers.
  let subject: ResolutionError.Step
  /// Done in order; empty when the step only passes on the order.
  let work: [Work]
  /// The steps that may not begin before this one is done; a step that waits for several reasons is listed several times.
  var followers: [Int] = []
  /// The number of times that this step is among the followers of others.
  var waits = 0
}
