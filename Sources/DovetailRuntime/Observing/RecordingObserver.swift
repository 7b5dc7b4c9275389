// SPDX-License-Identifier: Apache-2.0

/// Remembers all events, and shows the last start as a timeline.
///
/// ```swift
/// let recorder = RecordingObserver()
/// let container = try Container(AppModule(), observers: [recorder])
/// try await container.start()
/// print(recorder.timeline)
/// ```
public final class RecordingObserver: Observer {
  /// Whether it records the reuse of values, too.
  public let observesReuse: Bool
  // Inert: events that are forgotten are handed out.
  private struct Recorded: Inert {
    var events: [Event] = []
  }

  private let recorded = Lock(Recorded())

  /// Creates an observer without events.
  public init(observesReuse: Bool = false) { self.observesReuse = observesReuse }

  /// Remembers an event.
  public func observe(_ event: Event) { recorded.withLock { $0.events.append(event) } }

  /// All events so far, in the order of their arrival.
  public var events: [Event] { recorded.withLock { $0.events } }

  /// Forgets everything so far.
  public func removeAll() {
    let forgotten = recorded.withLock { recorded in
      defer { recorded.events = [] }
      return recorded.events
    }
    withExtendedLifetime(forgotten) {}
  }

  /// The last start, whether it is over or not; empty when there was none.
  public var timeline: Timeline { Timeline(events) }
}
