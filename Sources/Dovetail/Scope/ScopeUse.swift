// SPDX-License-Identifier: Apache-2.0

/// Keeps what lies in a scope for somebody who stays longer than the request that led there: a build that others may await as well, and
/// what closes later.
final class ScopeUse: Sendable {
  let scope: OpenScope

  /// - Parameter scope: A scope that the caller has entered.
  init(_ scope: OpenScope) {
    self.scope = scope
    scope.enterAgain()
  }

  deinit { scope.leave() }
}
