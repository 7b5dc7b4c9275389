// SPDX-License-Identifier: Apache-2.0

/// Keeps the memory of a scope for a user that outlives the request: a build that others may await as well, and a later closing.
final class ScopeUse: Sendable {
  let scope: OpenScope

  /// - Parameter scope: A scope that the caller has entered.
  init(_ scope: OpenScope) {
    self.scope = scope
    scope.enterAgain()
  }

  deinit { scope.leave() }
}
