// SPDX-License-Identifier: Apache-2.0

/// One diagnostic about a graph, as facts. ``DiagnosticRenderer`` turns it into text.
public struct Diagnostic: Sendable, Hashable {
  /// The severity of a diagnostic.
  public enum Severity: String, Sendable, Hashable {
    /// The graph cannot be used.
    case error
    /// The graph works, but is probably not intended.
    case warning
  }

  /// One step on the path from the requester to the failure.
  public struct Step: Sendable, Hashable {
    /// The resolved key.
    public var key: String
    /// The place of its declaration.
    public var location: SourceLocation
    /// The binding in short: its scope and module.
    public var note: String

    /// Creates a step.
    public init(key: String, location: SourceLocation, note: String) {
      self.key = key
      self.location = location
      self.note = note
    }
  }

  /// The kind of diagnostic, as a stable word that has a page in the documentation.
  public var id: ID
  /// The severity.
  public var severity: Severity
  /// One line without a point at the end.
  public var message: String
  /// The first place to look at.
  public var location: SourceLocation
  /// The path to the diagnostic, from the requester; the last step of a cycle repeats the first. Empty when there is no path.
  public var path: [Step]
  /// Further facts, a line each: other places, other requesters.
  public var notes: [String]
  /// The near matches, best first, at most three.
  public var similar: [String]
  /// The code to type; `nil` when there is no better advice than the message.
  public var help: String?

  /// Creates a diagnostic.
  public init(
    _ id: ID, _ severity: Severity = .error, _ message: String, at location: SourceLocation = .unknown, path: [Step] = [],
    notes: [String] = [], similar: [String] = [], help: String? = nil
  ) {
    self.id = id
    self.severity = severity
    self.message = message
    self.location = location
    self.path = path
    self.notes = notes
    self.similar = similar
    self.help = help
  }
}

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
