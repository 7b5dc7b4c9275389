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

/// The facts about a resolution for an extension.
public struct Interception: Sendable {
  let key: Graph.Key
  /// The options of the caller of `resolve`; empty for the dependencies inside the resolution.
  public let options: RequestOptions
  /// The binding's options from ``Bind/declaring(_:_:)``; empty in a redirected resolution, until its binding is reached.
  public let declared: RequestOptions
  /// Whether the value is being made, so that the session contains it already.
  let isMaking: Bool

  /// The resolved type; `nil` for a binding that is known by name alone.
  public var type: (any Any.Type)? { key.type.type }
  /// The name of the binding; for one that is known by name alone, that name.
  public var name: String? { key.type.type == nil ? key.type.description : key.name }

  /// The same resolution for another binding.
  public func redirected<Value>(to key: Key<Value>) -> Interception {
    Interception(key: key.graphKey, options: options, declared: RequestOptions(), isMaking: isMaking)
  }
}

/// One top-level resolution, with all of its values: the state that extensions share between its resolutions.
public struct RequestSession: Equatable {
  private let trace: RequestTrace

  init(_ trace: RequestTrace) { self.trace = trace }

  /// The objects finished so far, in order of completion: the dependencies of an object come before the object.
  public var objects: [AnyObject] { trace.objects }

  /// The notes of extensions until the resolution ends, by kind.
  public var notes: RequestOptions {
    get { trace.notes }
    nonmutating set { trace.notes = newValue }
  }

  /// Whether both are the same resolution.
  public static func == (left: Self, right: Self) -> Bool { left.trace === right.trace }
}

extension Interception {
  /// The object that the value is made for: the one that a caller names, or the one whose property is set.
  ///
  /// Valid only while the extension is called.
  ///
  /// - Returns: `nil` for the program itself, and for a parameter of an initializer: it exists before the object does. ``parentKey`` has its key.
  public var parent: AnyObject? { RequestTrace.current?.requester(isMaking: isMaking).object }

  /// The key of the object that the value is made for. Valid only while the extension is called.
  ///
  /// - Returns: `nil` for a resolution of the program itself.
  public var parentKey: Graph.Key? { RequestTrace.current?.requester(isMaking: isMaking).key }

  /// The top-level resolution that this one is part of. Valid only while the extension is called.
  ///
  /// - Returns: `nil` after that resolution has ended, and on a thread other than its own.
  public var session: RequestSession? { RequestTrace.current.map { RequestSession($0) } }
}

/// A kind of option for extensions, passed by a caller of `resolve` or declared by a binding.
public protocol RequestOption {
  /// The type of the option's value.
  associatedtype Value: Sendable
}

/// The options for extensions, by kind: passed by a caller of `resolve`, or declared by a binding.
public struct RequestOptions: Sendable {
  private var values: [ObjectIdentifier: any Sendable] = [:]

  /// Creates an empty set of options.
  public init() {}

  package var isEmpty: Bool { values.isEmpty }

  /// The same options and others, which take precedence over these.
  package func adding(_ others: Self) -> Self {
    var copy = self
    copy.values.merge(others.values) { _, other in other }
    return copy
  }

  /// The value of an option; `nil` when it was not passed.
  public subscript<Option: RequestOption>(_ option: Option.Type) -> Option.Value? {
    get { values[ObjectIdentifier(option)] as? Option.Value }
    set { values[ObjectIdentifier(option)] = newValue }
  }

  /// The same options and one more.
  public func setting<Option: RequestOption>(_ option: Option.Type, _ value: Option.Value) -> Self {
    var copy = self
    copy[option] = value
    return copy
  }
}
