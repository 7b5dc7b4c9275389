// SPDX-License-Identifier: Apache-2.0

/// Intercepts the work of a container: chooses another binding, makes an object in another way, sets its dependencies, or completes a resolution.
///
/// Each function is given `next`, which does the work without the extension; an extension may call it, wrap it, or leave it out. Of several extensions the last
/// registered one is called first. An extension serves its container, that
/// container's children and its rebuilt copies; a container without extensions has no cost.
///
/// ```swift
/// let container = try Container(CarModule(), extensions: [Recycling()])
/// ```
///
/// - Important: Extensions run inside resolutions, on the resolving thread. They are synchronous, so an asynchronous factory runs without them: none of `choose`,
///   `make` and `setNeeds` is called for its value.
public protocol Extension: Sendable {
  /// Chooses the answer of a resolution.
  ///
  /// - Parameters:
  ///   - request: The resolution.
  ///   - next: Answers a resolution: this one, or one that is ``Interception/redirected(to:)``.
  /// - Returns: The value; it has to be of the resolved type.
  func choose(_ request: Interception, next: (Interception) throws -> Any) throws -> Any

  /// Makes a new object, before its properties are set.
  ///
  /// Not called for a shared value that is already built.
  ///
  /// - Parameters:
  ///   - request: The resolution for the object.
  ///   - next: Runs the binding's factory. May be called more than once, or not at all.
  func make(_ request: Interception, next: () throws -> Any) throws -> Any

  /// Sets the dependencies of a new object: its properties, then `onCreate`.
  ///
  /// - Parameters:
  ///   - object: The new object.
  ///   - request: The resolution for the object.
  ///   - next: Sets the properties and runs `onCreate`.
  func setNeeds(of object: Any, _ request: Interception, next: () throws -> Void) throws

  /// Completes a top-level resolution.
  ///
  /// - Parameters:
  ///   - objects: All objects made, the dependencies of an object before the object itself.
  ///   - next: Runs the actions of bindings on their values at the end of the whole resolution.
  func complete(_ objects: [Any], next: () -> Void)
}

extension Extension {
  /// Calls `next`.
  public func choose(_ request: Interception, next: (Interception) throws -> Any) throws -> Any { try next(request) }
  /// Calls `next`.
  public func make(_ request: Interception, next: () throws -> Any) throws -> Any { try next() }
  /// Calls `next`.
  public func setNeeds(of object: Any, _ request: Interception, next: () throws -> Void) throws { try next() }
  /// Calls `next`.
  public func complete(_ objects: [Any], next: () -> Void) { next() }
}

/// The extensions of a container, called from the last to the first.
typealias ExtensionChain = ArraySlice<any Extension>

extension ExtensionChain {
  func choose(_ request: Interception, _ innermost: (Interception) throws -> Any) throws -> Any {
    guard let outer = last else { return try innermost(request) }
    return try outer.choose(request) { try dropLast().choose($0, innermost) }
  }

  func make(_ request: Interception, _ innermost: () throws -> Any) throws -> Any {
    guard let outer = last else { return try innermost() }
    return try outer.make(request) { try dropLast().make(request, innermost) }
  }

  func setNeeds(of object: Any, _ request: Interception, _ innermost: () throws -> Void) throws {
    guard let outer = last else { return try innermost() }
    try outer.setNeeds(of: object, request) { try dropLast().setNeeds(of: object, request, innermost) }
  }

  func complete(_ objects: [Any], _ innermost: () -> Void) {
    guard let outer = last else { return innermost() }
    outer.complete(objects) { dropLast().complete(objects, innermost) }
  }
}

extension ContainerContext {
  /// Sets the dependencies of an object that was made elsewhere, the innermost one of the trace, within the extensions.
  package func setNeeds(of object: Any, as declaration: Declaration, _ set: () throws -> Void) throws {
    if extensions.isEmpty { return try set() }
    RequestTrace.current?.innermost?.key = declaration.key
    let request = Interception(of: declaration.key, declared: declaration.options, isMaking: true)
    try extensions.setNeeds(of: object, request, set)
  }
}
