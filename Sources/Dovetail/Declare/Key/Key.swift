// SPDX-License-Identifier: Apache-2.0

/// The key of a resolution: a type and, optionally, a name that tells several bindings of the type apart.
///
/// Names that are used more than once are best written down once:
///
/// ```swift
/// extension Key<Wheel> { static var spare: Self { Self(named: "spare") } }
/// ```
///
/// Two keys are equal when their types are the same type and their names are the same text; never by hash, never by the type's name.
public struct Key<Value>: Nonisolated {
  /// The name; `nil` is the plain binding of the type.
  public let name: String?
  /// Whether the name alone is the key: see ``init(dynamic:)``.
  let isDynamic: Bool

  /// Creates a key.
  ///
  /// - Parameters:
  ///   - type: The type that is resolved.
  ///   - name: Tells bindings of one type apart; any text, `nil` for the plain one.
  public init(_ type: Value.Type = Value.self, named name: String? = nil) {
    self.name = name
    isDynamic = false
  }

  package var graphKey: Graph.Key {
    if isDynamic, let name { return Graph.Key(dynamic: name) }
    return Graph.Key(type: TypeName(Value.self), name: name)
  }
}

extension Key where Value == any Sendable {
  /// Creates the key of a binding that is declared by its name alone, with `NamedBind`.
  public init(dynamic name: String) {
    self.name = name
    isDynamic = true
  }
}

extension Key: Hashable {}

extension Key: CustomStringConvertible {
  /// The type in full, and the name in quotes where there is one: `Wheel named "spare"`.
  public var description: String { graphKey.description }
}

/// A type whose members belong to no actor, also those that a module adds whose default is the main actor.
///
/// Such a module puts members without annotation on the main actor: `extension Key<Wheel> { static var spare: Self { … } }` could not be used in
/// `bindings`. The compiler leaves alone the members of a type that conforms to a protocol of this kind where it is declared.
@_documentation(visibility: internal)
public protocol Nonisolated: Sendable {}
