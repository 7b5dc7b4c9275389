// SPDX-License-Identifier: Apache-2.0

/// The name of a type, computed from the type itself only when it is read.
///
/// Two names made from types are equal when the types are the same, regardless of their texts. A name that was read from a file equals only names that were
/// read.
public struct TypeName: Sendable, CustomStringConvertible {
  /// Names of types are copied by the thousand, so they are a pointer; text is stored separately.
  private enum Storage: Sendable {
    case type(any Any.Type)
    indirect case text(qualified: String, short: String, isDynamic: Bool)
  }

  private let storage: Storage

  /// Creates the name of a type.
  public init(_ type: any Any.Type) { storage = .type(type) }

  /// Creates a name from text, fully written: `Radio` or `Garage.Radio`.
  public init(text: String) { self.init(qualified: text, short: text) }

  /// Creates the name of a type that a file recorded in both of its forms, so that it is printed in the program's form.
  package init(qualified: String, short: String) {
    storage = .text(qualified: qualified, short: short, isDynamic: false)
  }

  /// Creates a placeholder for the type of a binding that is known by a name alone. It equals no type, even of the same name.
  public init(dynamic name: String) { storage = .text(qualified: name, short: name, isDynamic: true) }

  /// The name of the module of bindings that types carry themselves.
  package static let carryingTypes = TypeName(text: "types that carry their binding")

  /// Whether it stands for a binding that is known by a name alone.
  public var isDynamic: Bool {
    guard case .text(_, _, let isDynamic) = storage else { return false }
    return isDynamic
  }

  /// The type itself; `nil` for a name that was read from text, and for one without a type.
  public var type: (any Any.Type)? {
    guard case .type(let type) = storage else { return nil }
    return type
  }

  /// The name with all its type arguments and outer types, without the names of the modules: `Box<Outer.Inner>`.
  public var description: String {
    switch storage {
    case .type(let type): TypeReader.text(of: type, keepsModules: false)
    case .text(_, let short, _): short
    }
  }

  /// The name with all its type arguments, outer types and modules: `Garage.Box<Garage.Outer.Inner>`. A name alone is in quotes.
  public var qualified: String {
    switch storage {
    case .type(let type): TypeReader.text(of: type, keepsModules: true)
    case .text(let qualified, _, let isDynamic): isDynamic ? "\"\(qualified)\"" : qualified
    }
  }
}

extension TypeName: Hashable {
  /// Whether two names stand for the same type.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left.storage, right.storage) {
    case (.type(let left), .type(let right)): left == right
    case (.text(let left, _, let isDynamic), .text(let right, _, let isAlso)): isDynamic == isAlso && left == right
    default: false
    }
  }

  /// Hashes the identity of the type, or the text.
  public func hash(into hasher: inout Hasher) {
    switch storage {
    case .type(let type): hasher.combine(ObjectIdentifier(type))
    case .text(let qualified, _, _): hasher.combine(qualified)
    }
  }
}
