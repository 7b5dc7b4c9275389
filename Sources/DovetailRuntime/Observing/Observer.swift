// SPDX-License-Identifier: Apache-2.0

/// Is told what a container does.
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
/// An observer serves the container that it is given to, that container's children and its rebuilt copies. A container without any pays
/// nothing: what tells is put in place when the container is made.
///
/// - Important: Events come where they happen, on any thread, and the request waits meanwhile: be quick, and ask the container for nothing.
public protocol Observer: Sendable {
  /// Takes an event.
  func observe(_ event: Event)

  /// Whether ``Event/Kind/reused`` is wanted. It takes the short way to shared values from every request, so by default it is not.
  var observesReuse: Bool { get }
}

extension Observer {
  /// No.
  public var observesReuse: Bool { false }
}
