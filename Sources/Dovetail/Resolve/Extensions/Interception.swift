// SPDX-License-Identifier: Apache-2.0

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
