// SPDX-License-Identifier: Apache-2.0

extension ResolutionError {
  /// The error of an adapter that was asked before it had opened a scope.
  ///
  /// - Parameter help: What its user has to do so that it opens one.
  package static func noScope<Value>(for key: Key<Value>, help: String) -> ResolutionError {
    ResolutionError(
      .scopeNotOpen, key.graphKey, "\(key.graphKey.quoted) was asked for where no scope is open", help: help)
  }
}
