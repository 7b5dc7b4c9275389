// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailGraph

/// Records the scopes that are dropped and not closed.
final class ScopeWatch: ScopeObserver {
  private let dropped = Lock<[Diagnostic]>([])

  func observe(_ event: Event) {}

  func observe(opened scope: AnyObject, _ kind: TypeName, at location: SourceLocation) {}

  func observe(_ finding: Diagnostic) { dropped.withLock { $0.append(finding) } }

  /// A diagnostic for each of them, in the order in which they were dropped.
  var findings: [Diagnostic] { dropped.withLock { $0 } }
}
