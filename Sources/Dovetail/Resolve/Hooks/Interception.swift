// SPDX-License-Identifier: Apache-2.0

/// The facts about a request for an extension.
public struct Interception: Sendable {
  let key: Graph.Key
  /// The options of the caller of `resolve`; empty for the needs inside the request.
  public let options: RequestOptions
  /// The bind's options from ``Bind/declaring(_:_:)``; empty in a redirected request, until its bind is reached.
  public let declared: RequestOptions
  /// Whether the value is being made, so that the session contains it already.
  let isMaking: Bool

  /// The requested type; `nil` for a bind that is known by name alone.
  public var type: (any Any.Type)? { key.type.type }
  /// The name of the bind; for one that is known by name alone, that name.
  public var name: String? { key.type.type == nil ? key.type.description : key.name }

  /// The same request for another bind.
  public func redirected<Value>(to key: Key<Value>) -> Interception {
    Interception(key: key.graphKey, options: options, declared: RequestOptions(), isMaking: isMaking)
  }
}
