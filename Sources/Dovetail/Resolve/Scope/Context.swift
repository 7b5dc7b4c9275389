// SPDX-License-Identifier: Apache-2.0

/// Where a request looks for scoped values: nowhere, or in an open scope and those around it; and whether its values are kept by that scope.
///
/// The caller that begins a request, or a build that outlives the request, has entered the scope until that has ended; a scope enters those around it.
package struct Context: Sendable {
  let scope: OpenScope?
  /// Whether the value is made for one that the open scope keeps. Its deferred needs must not keep the scope in turn.
  let isKept: Bool

  init(scope: OpenScope?, isKept: Bool = false) { (self.scope, self.isKept) = (scope, isKept) }

  /// Identifies open scopes, while they are open.
  var scopeID: ObjectIdentifier? { scope.map { ObjectIdentifier($0) } }

  package static var container: Context { Context(scope: nil) }

  /// The context for the needs of a value that the open scope of a kind keeps.
  func kept(in kind: ObjectIdentifier) -> Context { Context(scope: scope?.find(kind) ?? scope, isKept: true) }
}
