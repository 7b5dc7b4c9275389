// SPDX-License-Identifier: Apache-2.0

/// How a start went: which bind began when, how long it took, and what it waited for.
public struct Timeline: Sendable, Hashable, Codable {
  /// One bind.
  public struct Entry: Sendable, Hashable, Codable {
    /// How it ended.
    public enum Outcome: String, Sendable, Hashable, Codable {
      /// It is still being started, or was cancelled because the start ended early.
      case unfinished
      /// It is up.
      case started
      /// It threw, or did not return in time.
      case failed
    }

    /// The key of the bind, in full.
    public let key: String
    /// Where the bind is declared.
    public let location: SourceLocation
    /// When it began, since the start began.
    public let began: Duration
    /// How long it took; zero while it is unfinished.
    public var duration: Duration
    /// How it ended.
    public var outcome: Outcome
    /// The entry that came up last of those that this one needs, as an index of ``Timeline/entries``; `nil` when it waited for nothing.
    public internal(set) var waitedFor: Int?

    /// Creates an entry.
    public init(
      key: String, location: SourceLocation = .unknown, began: Duration, duration: Duration = .zero,
      outcome: Outcome = .unfinished, waitedFor: Int? = nil
    ) {
      self.key = key
      self.location = location
      self.began = began
      self.duration = duration
      self.outcome = outcome
      self.waitedFor = waitedFor
    }

    /// When it ended, since the start began. Times beyond what any clock counts, 292 billion years, are taken for that.
    public var ended: Duration { (began.bounded + duration.bounded).bounded }
  }

  /// In the order of their beginning.
  public let entries: [Entry]

  /// How long the whole took: until the last one was up.
  public var duration: Duration { entries.map(\.ended).max() ?? .zero }

  /// The entries that the whole had to wait for, as indices of ``entries``: the one that ended last, what that one waited for, and so on;
  /// first one first. To start faster, make one of these faster.
  public var criticalPath: [Int] {
    var path: [Int] = []
    var next = entries.indices.max { entries[$0].ended < entries[$1].ended }
    while let entry = next {
      path.append(entry)
      next = entries[entry].waitedFor
    }
    return path.reversed()
  }

  /// How long the entries of the critical path took together, bounded as ``Entry/ended`` is. The rest of ``duration`` is what passing on took.
  public var criticalDuration: Duration { criticalPath.reduce(.zero) { ($0 + entries[$1].duration.bounded).bounded } }

  /// Creates a timeline.
  ///
  /// - Parameter entries: In the order of their beginning. What an entry waited for has to be one that stands before it; anything else
  ///   is left out.
  public init(entries: [Entry] = []) {
    var entries = entries
    for place in entries.indices {
      if let last = entries[place].waitedFor, !(0..<place).contains(last) { entries[place].waitedFor = nil }
    }
    self.entries = entries
  }

  /// Reads a timeline that was written by `encode(to:)`.
  public init(from decoder: any Decoder) throws {
    self.init(entries: try decoder.container(keyedBy: CodingKeys.self).decode([Entry].self, forKey: .entries))
  }
}

extension Duration {
  /// The duration, or the longest one of which two can be added.
  fileprivate var bounded: Duration { Swift.min(Swift.max(self, .seconds(Int64.min)), .seconds(Int64.max)) }
}
