// SPDX-License-Identifier: Apache-2.0

/// Where a request looks for what lives in scopes: nowhere, or in an open scope and those around it.
struct Context {
  let scope: ScopeInstances?

  /// The context of what outlives every scope.
  static var container: Context { Context(scope: nil) }
}
