// SPDX-License-Identifier: Apache-2.0
internal import Dovetail

/// What is done about one binding when its container starts or stops, and who waits for it.
struct LifecycleStep: Sendable {
  /// A factory or a hook.
  struct Work: Sendable {
    /// How long it may take; `nil` leaves that to the whole run.
    let limit: Duration?
    let run: @Sendable () async throws -> Void
  }

  /// The binding, for errors and observers.
  let subject: ResolutionError.Step
  /// Done one after the other; empty when the step only passes on the order.
  let work: [Work]
  /// The steps that may not begin before this one is done; one that waits for several reasons is there several times.
  var followers: [Int] = []
  /// How many times this step is among the followers of others.
  var waits = 0
}
