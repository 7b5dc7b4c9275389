// SPDX-License-Identifier: Apache-2.0

/// Steps into what a container does: chooses another bind, makes an object in another way, sets its needs, or completes a request.
///
/// Each point is given `next`, which does what would have been done without the extension; an extension may call it, wrap it, or
/// leave it out. Of several extensions the last registered one is asked first. An extension serves the container that it is given to,
/// and that container's children; a container without any pays nothing.
///
/// ```swift
/// let container = try Container(CarModule(), extensions: [Recycling()])
/// ```
///
/// - Important: Extensions run inside requests, on whatever thread makes them.
public protocol Extension: Sendable {
  /// Chooses what answers a request.
  ///
  /// - Parameters:
  ///   - request: What is asked for.
  ///   - next: Answers a request: this one, or one that is ``Interception/redirected(to:)``.
  /// - Returns: The value; it has to be of the type that was asked for.
  func choose(_ request: Interception, next: (Interception) throws -> Any) throws -> Any

  /// Makes a new object, before its properties are set.
  ///
  /// Not called for what is shared and built already.
  ///
  /// - Parameters:
  ///   - request: What is made.
  ///   - next: Runs the bind's factory. May be called more than once, or not at all.
  func make(_ request: Interception, next: () throws -> Any) throws -> Any

  /// Sets what a new object needs: its properties, then `onCreate`.
  ///
  /// - Parameters:
  ///   - object: The new object.
  ///   - request: What is made.
  ///   - next: Sets the properties and runs `onCreate`.
  func setNeeds(of object: Any, _ request: Interception, next: () throws -> Void) throws

  /// Completes an outermost request.
  ///
  /// - Parameters:
  ///   - objects: Everything that was made, what was made for an object before the object itself.
  ///   - next: Does what binds do to their values once the whole request is made.
  func complete(_ objects: [Any], next: () -> Void)
}

extension Extension {
  /// Goes on.
  public func choose(_ request: Interception, next: (Interception) throws -> Any) throws -> Any { try next(request) }
  /// Goes on.
  public func make(_ request: Interception, next: () throws -> Any) throws -> Any { try next() }
  /// Goes on.
  public func setNeeds(of object: Any, _ request: Interception, next: () throws -> Void) throws { try next() }
  /// Goes on.
  public func complete(_ objects: [Any], next: () -> Void) { next() }
}
