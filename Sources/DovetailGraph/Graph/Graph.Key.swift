// SPDX-License-Identifier: Apache-2.0

extension Graph {
  /// What is asked for: a type and, optionally, a name. Two keys are equal when both parts are.
  public struct Key: Sendable, Codable, Hashable {
    /// The type that is asked for.
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
  /// The type in full, and the name in quotes where there is one: `Wheel` or `Wheel named "spare"`.
  public var description: String {
    guard let name else { return type.description }
    return "\(type) named \(name.quoted)"
  }

  /// The key as it stands in a sentence: `'Wheel'` or `'Wheel' named "spare"`.
  package var quoted: String { name.map { "'\(type)' named \($0.quoted)" } ?? "'\(type)'" }
}

extension Graph.Key {
  /// The key of a bind that is declared by its name alone. It never equals the key of a type, however that is called.
  package init(dynamic name: String) { self.init(type: TypeName(dynamic: name)) }
}
