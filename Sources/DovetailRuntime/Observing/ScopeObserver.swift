// SPDX-License-Identifier: Apache-2.0

/// An observer that is shown the scopes that open, and those that are dropped and not closed.
package protocol ScopeObserver: Observer {
  /// Called when a scope opens; keep it weakly only.
  func observe(opened scope: AnyObject, _ kind: TypeName, at location: SourceLocation)

  /// Called when a scope is dropped whose hooks have not run.
  func observe(_ finding: Diagnostic)
}

extension ObserverList {
  /// Shows a scope that has opened to the observers of scopes.
  package func tell(opened scope: AnyObject, _ kind: TypeName, at location: SourceLocation) {
    for observer in scopeObservers { observer.observe(opened: scope, kind, at: location) }
  }

  /// Shows a finding to the observers of scopes.
  ///
  /// - Returns: Whether there are any.
  package func tell(_ finding: Diagnostic) -> Bool {
    for observer in scopeObservers { observer.observe(finding) }
    return !scopeObservers.isEmpty
  }
}

extension Diagnostic.ID {
  /// A scope that was dropped and not closed.
  static let scopeLeftOpen = Self(rawValue: "scope-left-open")
}
