// SPDX-License-Identifier: Apache-2.0
public import Dovetail
public import DovetailGraph

extension RecordingObserver {
  /// The last start, whether it is over or not; empty when there was none.
  ///
  /// ```swift
  /// let recorder = RecordingObserver()
  /// let container = try Container(AppModule(), observers: [recorder])
  /// try await container.start()
  /// print(recorder.timeline)
  /// ```
  public var timeline: Timeline { Timeline(events) }
}

extension Timeline {
  /// Reads the last start from the observed events.
  package init(_ events: [Event]) {
    let first = events.lastIndex { event in
      if case .starting = event.kind { event.subject == .container } else { false }
    }
    guard let first else {
      self.init()
      return
    }
    var entries: [Entry] = []
    func finish(_ place: Int?, _ outcome: Entry.Outcome, _ duration: Duration) {
      guard let place, entries[place].outcome == .unfinished else { return }
      entries[place].outcome = outcome
      entries[place].duration = duration
    }
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
    self.init(entries: entries)
  }
}
