// SPDX-License-Identifier: Apache-2.0
public import Dovetail
public import DovetailGraph

extension RecordingObserver {
  /// The last start to begin, whether it is over or not; empty when there was none.
  ///
  /// ```swift
  /// let recorder = RecordingObserver()
  /// let container = try Container(AppModule(), observers: [recorder])
  /// try await container.start()
  /// print(recorder.timeline)
  /// ```
  public var timeline: Timeline { Timeline(events) }

  /// All starts, in the order of their beginnings: those of several containers too, which may overlap.
  public var timelines: [Timeline] { Timeline.all(in: events) }
}

extension Timeline {
  /// Reads the last start from the observed events.
  package init(_ events: [Event]) { self = Timeline.all(in: events).last ?? Timeline() }

  /// Reads all starts from the observed events.
  fileprivate static func all(in events: [Event]) -> [Timeline] {
    var starts: [Start] = []
    // Shape: [number of the container's event: index of the start].
    var indices: [Int: Int] = [:]
    for event in events {
      if case .starting = event.kind, event.subject == .container {
        indices[event.number] = starts.count
        starts.append(Start(begun: event.instant))
      } else if let index = event.run == 0 ? starts.indices.last : indices[event.run] {
        // Without the number of a run, as in events that a test makes, it belongs to the last start.
        starts[index].add(event)
      }
    }
    return starts.map { Timeline(entries: $0.entries) }
  }
}

/// The entries of one start.
private struct Start {
  let begun: ContinuousClock.Instant
  var entries: [Timeline.Entry] = []
  /// Shape: [number of the binding's events: index of the entry].
  private var places: [Int: Int] = [:]

  init(begun: ContinuousClock.Instant) { self.begun = begun }

  mutating func add(_ event: Event) {
    switch event.kind {
    case .starting(let last):
      places[event.number] = entries.count
      entries.append(
        Timeline.Entry(
          key: event.subject.key.description, location: event.subject.location, began: begun.duration(to: event.instant),
          waitedFor: last.flatMap { places[$0] }))
    case .started(let duration): finish(places[event.number], .started, duration)
    case .failed(_, let duration): finish(places[event.number], .failed, duration)
    default: break
    }
  }

  private mutating func finish(_ place: Int?, _ outcome: Timeline.Entry.Outcome, _ duration: Duration) {
    guard let place, entries[place].outcome == .unfinished else { return }
    entries[place].outcome = outcome
    entries[place].duration = duration
  }
}
