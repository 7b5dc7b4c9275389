// SPDX-License-Identifier: Apache-2.0

/// How a start went: which bind began when, how long it took, and what it waited for.
public struct Timeline: Sendable, Hashable, Encodable {
  /// One bind.
  public struct Entry: Sendable, Hashable, Encodable {
    /// How it ended.
    public enum Outcome: String, Sendable, Hashable, Encodable {
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
    public internal(set) var duration = Duration.zero
    /// How it ended.
    public internal(set) var outcome = Outcome.unfinished
    /// The entry that came up last of those that this one needs, as an index of ``Timeline/entries``; `nil` when it waited for nothing.
    public let waitedFor: Int?

    /// When it ended, since the start began.
    public var ended: Duration { began + duration }
  }

  /// In the order of their beginning.
  public private(set) var entries: [Entry] = []

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

  /// How long the entries of the critical path took together. The rest of ``duration`` is what passing on took.
  public var criticalDuration: Duration { criticalPath.reduce(.zero) { $0 + entries[$1].duration } }

  /// Reads the last start from what was observed.
  init(_ events: [Event]) {
    let first = events.lastIndex { event in
      if case .starting = event.kind { event.subject == .container } else { false }
    }
    guard let first else { return }
    var places: [Int: Int] = [:]
    for event in events[first...].dropFirst() {
      switch event.kind {
      case .starting(let last):
        places[event.number] = entries.count
        entries.append(
          Entry(
            key: event.subject.key.description, location: event.subject.location,
            began: events[first].instant.duration(to: event.instant), waitedFor: last.flatMap { places[$0] }))
      case .started(let duration): finish(places[event.number], .started, duration)
      case .failed(_, let duration): finish(places[event.number], .failed, duration)
      default: continue
      }
    }
  }

  private mutating func finish(_ place: Int?, _ outcome: Entry.Outcome, _ duration: Duration) {
    guard let place, entries[place].outcome == .unfinished else { return }
    entries[place].outcome = outcome
    entries[place].duration = duration
  }
}
