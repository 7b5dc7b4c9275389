// SPDX-License-Identifier: Apache-2.0

/// The course of a start: the beginning and the duration of each binding, and the binding that it waited for.
public struct Timeline: Sendable, Hashable {
  /// One binding.
  public struct Entry: Sendable, Hashable {
    /// The outcome of an entry.
    public enum Outcome: String, Sendable, Hashable {
      /// It is still being started, or was cancelled because the start ended early.
      case unfinished
      /// It has started.
      case started
      /// It threw, or did not return in time.
      case failed
    }

    /// The key of the binding, in full.
    public let key: String
    /// The place of the declaration.
    public let location: SourceLocation
    /// Its beginning, since the start began.
    public let began: Duration
    /// Its duration; zero while it is unfinished.
    public var duration: Duration
    /// Its outcome.
    public var outcome: Outcome
    /// The last of its needed entries to start, as an index of ``Timeline/entries``; `nil` when it waited for none.
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

    /// Its end, since the start began. Times beyond the range of a clock, 292 billion years, are clamped to it.
    public var ended: Duration { (began.bounded + duration.bounded).bounded }
  }

  /// In the order of their beginnings.
  public let entries: [Entry]

  /// The duration of the whole: until the last entry had started.
  public var duration: Duration { entries.map(\.ended).max() ?? .zero }

  /// The entries that the whole had to wait for, as indices of ``entries``: the entry that ended last, the one that it waited for, and so on; in order of time.
  /// To start faster, make one of these faster.
  public var criticalPath: [Int] {
    var path: [Int] = []
    var next = entries.indices.max { entries[$0].ended < entries[$1].ended }
    while let entry = next {
      path.append(entry)
      next = entries[entry].waitedFor
    }
    return path.reversed()
  }

  /// The total duration of the entries on the critical path, bounded as ``Entry/ended`` is. The rest of ``duration`` is overhead between entries.
  public var criticalDuration: Duration { criticalPath.reduce(.zero) { ($0 + entries[$1].duration.bounded).bounded } }

  /// Creates a timeline.
  ///
  /// - Parameter entries: In the order of their beginnings. `waitedFor` has to be an earlier entry; any other value is dropped.
  public init(entries: [Entry] = []) {
    var entries = entries
    for place in entries.indices {
      if let last = entries[place].waitedFor, !(0..<place).contains(last) { entries[place].waitedFor = nil }
    }
    self.entries = entries
  }
}

extension Duration {
  /// The duration, or the longest one that can be added to itself.
  fileprivate var bounded: Duration { Swift.min(Swift.max(self, .seconds(Int64.min)), .seconds(Int64.max)) }

  /// The duration with one place behind the point: `12.3 ms`.
  package var milliseconds: String {
    // A duration beyond the range of a number is shown as the largest one.
    let tenths = Int64(exactly: (self / .microseconds(100)).rounded()) ?? .max
    return "\(tenths / 10).\(abs(tenths % 10)) ms"
  }
}
