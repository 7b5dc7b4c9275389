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
