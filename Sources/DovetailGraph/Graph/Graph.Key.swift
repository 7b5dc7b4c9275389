// SPDX-License-Identifier: Apache-2.0

extension Graph {
  /// The key of a resolution: a type and, optionally, a name. Two keys are equal when both parts are.
  public struct Key: Sendable, Hashable {
    /// The resolved type.
    public var type: TypeName
    /// Tells bindings of one type apart; `nil` is the plain one.
    public var name: String?

    /// Creates a key.
    public init(type: TypeName, name: String? = nil) {
      self.type = type
      self.name = name
    }
  }
}

extension Graph.Key: CustomStringConvertible {
  /// The type in full, and the name in quotes if there is one: `Wheel` or `Wheel named "spare"`.
  public var description: String { text(type.description) }

  /// The key inside a sentence: `'Wheel'` or `'Wheel' named "spare"`.
  package var quoted: String { text("'\(type)'") }

  /// The key, with a text for its type.
  func text(_ type: String) -> String { name.map { "\(type) named \($0.quoted)" } ?? type }

  /// The key of a binding that is declared by its name alone. It never equals the key of a type, even of the same name.
  package init(dynamic name: String) { self.init(type: TypeName(dynamic: name)) }
}
