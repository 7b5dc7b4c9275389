// SPDX-License-Identifier: Apache-2.0

/// Every diagnostic of one run of the checks.
public struct Report: Sendable, Hashable {
  /// The diagnostics: errors first, then by place, ID and message, so that equal graphs give equal reports.
  public let diagnostics: [Diagnostic]

  /// Creates a report; the diagnostics may come in any order, and equal ones count once.
  public init(_ diagnostics: [Diagnostic]) {
    let order = sortedPlaces(diagnostics.count) { Report.precedes(diagnostics[$0], diagnostics[$1]) }
    var known: Set<Diagnostic> = []
    self.diagnostics = order.map { diagnostics[$0] }.filter { known.insert($0).inserted }
  }

  /// The diagnostics that make the graph unusable.
  public var errors: [Diagnostic] { diagnostics.filter { $0.severity == .error } }
  /// The diagnostics that leave the graph usable.
  public var warnings: [Diagnostic] { diagnostics.filter { $0.severity == .warning } }
  /// Whether the graph can be used.
  public var isValid: Bool { !diagnostics.contains { $0.severity == .error } }

  private static func precedes(_ left: Diagnostic, _ right: Diagnostic) -> Bool {
    if left.severity != right.severity { return left.severity == .error }
    if left.location != right.location { return left.location < right.location }
    if left.id != right.id { return left.id.rawValue < right.id.rawValue }
    if left.message != right.message { return left.message < right.message }
    if left.path != right.path {
      return left.path.lexicographicallyPrecedes(right.path) { ($0.key, $0.location, $0.note) < ($1.key, $1.location, $1.note) }
    }
    return left.notes.lexicographicallyPrecedes(right.notes)
  }
}
