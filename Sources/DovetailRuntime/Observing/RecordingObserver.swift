// SPDX-License-Identifier: Apache-2.0

/// Remembers all events. With `DovetailLifecycle` it shows the last start as a timeline.
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
    _ = recorded.withLock { recorded in
      defer { recorded.events = [] }
      return recorded.events
    }
  }
}
