// SPDX-License-Identifier: Apache-2.0

/// The facts about a request for an extension.
public struct Interception: Sendable {
  let key: Graph.Key
  /// The options of the caller of `resolve`; empty for the needs inside the request.
  public let options: RequestOptions
  /// The bind's options from ``Bind/declaring(_:_:)``; empty in a redirected request, until its bind is reached.
  public let declared: RequestOptions
  /// Whether the value is being made, so that the session contains it already.
  private let isMaking: Bool

  init(_ key: Graph.Key, _ options: RequestOptions, declared: RequestOptions, isMaking: Bool) {
    self.key = key
    self.options = options
    self.declared = declared
    self.isMaking = isMaking
  }

  /// The requested type; `nil` for a bind that is known by name alone.
  public var type: (any Any.Type)? { key.type.type }
  /// The name of the bind; for one that is known by name alone, that name.
  public var name: String? { key.type.type == nil ? key.type.description : key.name }

  /// The object that the value is made for: the one that a caller names, or the one whose property is set.
  ///
  /// Valid only while the extension is called.
  ///
  /// - Returns: `nil` for the program itself, and for a parameter of an initialiser: it exists before the object does. ``parentKey`` has its key.
  public var parent: AnyObject? { session?.parent(isMaking: isMaking) }

  /// The key of the object that the value is made for. Valid only while the extension is called.
  ///
  /// - Returns: `nil` for a request of the program itself.
  public var parentKey: Graph.Key? { session?.parentKey(isMaking: isMaking) }

  /// The outermost request that this one is part of. Valid only while the extension is called.
  ///
  /// - Returns: `nil` after that request has ended, and on a thread other than its own.
  public var session: RequestSession? { Frame.trace.map { RequestSession($0) } }

  /// The same request for another bind.
  public func redirected<Value>(to key: Key<Value>) -> Interception {
    Interception(key.graphKey, options, declared: RequestOptions(), isMaking: isMaking)
  }
}

/// One outermost request, with all of its values: the state that extensions share between its requests.
public struct RequestSession: Equatable {
  private let trace: RequestTrace

  init(_ trace: RequestTrace) { self.trace = trace }

  /// The objects finished so far, in order of completion: the needs of an object come before the object.
  public var objects: [AnyObject] { trace.objects }

  /// The notes of extensions until the request ends, by kind.
  public var notes: RequestOptions {
    get { trace.notes }
    nonmutating set { trace.notes = newValue }
  }

  /// Whether both are the same request.
  public static func == (left: Self, right: Self) -> Bool { left.trace === right.trace }

  func parent(isMaking: Bool) -> AnyObject? { trace.requester(isMaking: isMaking).object }

  func parentKey(isMaking: Bool) -> Graph.Key? { trace.requester(isMaking: isMaking).key }
}
