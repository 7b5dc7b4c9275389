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
  /// Whether it remembers what is reused, too.
  public let observesReuse: Bool
  private let recorded = Lock<[Event]>([])

  /// Creates an observer that has heard of nothing yet.
  public init(observesReuse: Bool = false) { self.observesReuse = observesReuse }

  /// Remembers an event.
  public func observe(_ event: Event) { recorded.withLock { $0.append(event) } }

  /// Everything so far, in the order in which it came.
  public var events: [Event] { recorded.withLock { $0 } }

  /// Forgets everything so far.
  public func removeAll() { recorded.withLock { $0 = [] } }

  /// The last start, whether it is over or not; empty when there was none.
  public var timeline: Timeline { Timeline(events) }
}
