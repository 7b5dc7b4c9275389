// SPDX-License-Identifier: Apache-2.0

/// One finding about a graph, as facts. ``DiagnosticRenderer`` turns it into text.
public struct Diagnostic: Sendable, Codable, Hashable {
  /// How bad a finding is.
  public enum Severity: String, Sendable, Codable, Hashable, CaseIterable {
    /// The graph cannot be used.
    case error
    /// The graph works, but something in it is hardly meant.
    case warning
  }

  /// One step on the way from who asked to what is wrong.
  public struct Step: Sendable, Codable, Hashable {
    /// What was asked for.
    public var key: String
    /// Where its binding is declared.
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

  /// What is wrong, as a stable word that has a page in the documentation.
  public var id: ID
  /// How bad it is.
  public var severity: Severity
  /// One line without a point at the end.
  public var message: String
  /// The place to look at first.
  public var location: SourceLocation
  /// The way to the finding, from who asked; the last step is closed on the first for a cycle. Empty when there is no way.
  public var path: [Step]
  /// Further facts, a line each: other places, other askers.
  public var notes: [String]
  /// What nearly matched, best first, at most three.
  public var similar: [String]
  /// What to type; `nil` when nothing better than the message can be said.
  public var help: String?

  /// Creates a finding.
  public init(
    _ id: ID,
    _ severity: Severity = .error,
    _ message: String,
    at location: SourceLocation = .unknown,
    path: [Step] = [],
    notes: [String] = [],
    similar: [String] = [],
    help: String? = nil
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

extension Diagnostic {
  /// The stable name of a kind of finding; each has a page of its own in the documentation.
  public struct ID: RawRepresentable, Sendable, Codable, Hashable, CustomStringConvertible {
    /// The name: words in lower case, joined by hyphens.
    public var rawValue: String

    /// Creates an ID from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The name.
    public var description: String { rawValue }
  }
}
