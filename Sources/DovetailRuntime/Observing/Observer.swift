// SPDX-License-Identifier: Apache-2.0

/// Receives the events of a container.
///
/// ```swift
/// struct SlowParts: Observer {
///   func observe(_ event: Event) {
///     if case .created(let duration) = event.kind, duration > .milliseconds(100) { log.warn("\(event)") }
///   }
/// }
/// let container = try Container(CarModule(), observers: [SlowParts()])
/// ```
///
/// An observer serves its container, that container's children and its rebuilt copies. A container without observers has no cost: the reporting code is
/// installed when the container is made.
///
/// - Important: Events arrive on the thread that causes them, and the resolution waits meanwhile: be quick, and do not call the container.
public protocol Observer: Sendable {
  /// Takes an event.
  func observe(_ event: Event)

  /// Whether to receive ``Event/Kind/reused``. It disables the fast path to shared values for every resolution, so the default is `false`.
  var observesReuse: Bool { get }
}

extension Observer {
  /// `false`.
  public var observesReuse: Bool { false }
}

/// An observer that also receives the objects that factories make; not public, because an observer that keeps one extends its lifetime.
package protocol InstanceObserver: Observer {
  /// Takes an object that a factory or a decorator returned, right after its event ``Event/Kind/created(in:)``.
  ///
  /// The object may come again, through a bind that only passes it on.
  func observe(_ instance: AnyObject, of subject: Event.Subject)
}
