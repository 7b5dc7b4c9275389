// SPDX-License-Identifier: Apache-2.0

/// What an extension is told of a request.
public struct Interception: Sendable {
  let key: Graph.Key
  /// What the caller of `resolve` handed over for the extensions; empty for what is needed on the way.
  public let options: RequestOptions
  /// What the bind declares for extensions with ``Bind/declaring(_:_:)``; empty in a request that is redirected, until its bind is reached.
  public let declared: RequestOptions
  /// Whether the value is being made, so that the session knows of it already.
  private let isMaking: Bool

  init(_ key: Graph.Key, _ options: RequestOptions, declared: RequestOptions, isMaking: Bool) {
    self.key = key
    self.options = options
    self.declared = declared
    self.isMaking = isMaking
  }

  /// The type that is asked for; `nil` for a bind that is known by name alone.
  public var type: (any Any.Type)? { key.type.type }
  /// The name of the bind; for one that is known by name alone, that name.
  public var name: String? { key.type.type == nil ? key.type.description : key.name }

  /// The object that the value is made for: the one that a caller names, or the one of which a property is set.
  ///
  /// To be asked for while the extension is called.
  ///
  /// - Returns: `nil` for the program itself, and for what an initialiser takes: that is there before the object is. ``parentKey`` tells.
  public var parent: AnyObject? { session?.parent(isMaking: isMaking) }

  /// What the object that the value is made for is bound as. To be asked for while the extension is called.
  ///
  /// - Returns: `nil` for what the program itself asks for.
  public var parentKey: Graph.Key? { session?.parentKey(isMaking: isMaking) }

  /// The outermost request that this one is part of. To be asked for while the extension is called.
  ///
  /// - Returns: `nil` after that request has ended, and on another thread than it runs on.
  public var session: RequestSession? { Frame.trace.map { RequestSession($0) } }

  /// The same request for another bind.
  public func redirected<Value>(to key: Key<Value>) -> Interception {
    Interception(key.graphKey, options, declared: RequestOptions(), isMaking: isMaking)
  }
}

/// One outermost request, with everything that is made in it: what extensions know of each other's requests.
public struct RequestSession: Equatable {
  private let trace: RequestTrace

  init(_ trace: RequestTrace) { self.trace = trace }

  /// The objects that are finished so far, in the order in which that happened: what was made for an object comes before the object.
  public var objects: [AnyObject] { trace.objects }

  /// What extensions remember until the request ends, by kind.
  public var notes: RequestOptions {
    get { trace.notes }
    nonmutating set { trace.notes = newValue }
  }

  /// Whether both are the same request.
  public static func == (left: Self, right: Self) -> Bool { left.trace === right.trace }

  func parent(isMaking: Bool) -> AnyObject? { trace.asker(isMaking: isMaking).object }

  func parentKey(isMaking: Bool) -> Graph.Key? { trace.asker(isMaking: isMaking).key }
}
