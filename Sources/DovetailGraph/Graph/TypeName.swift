// SPDX-License-Identifier: Apache-2.0

/// The name of a type, worked out from the type itself only when somebody reads it.
///
/// Two names made from types are equal when the types are the same, whatever they are called. A name that was read from a file
/// equals only names that were read.
public struct TypeName: Sendable {
  private enum Storage: Sendable {
    case type(any Any.Type)
    case text(String)
    case dynamic(String)
    case recorded(String, short: String)
  }

  private let storage: Storage

  /// Creates the name of a type.
  public init(_ type: any Any.Type) { storage = .type(type) }

  /// Creates a name from text, fully written: `Radio` or `Garage.Radio`.
  public init(text: String) { storage = .text(text) }

  /// Creates the name of a type that a file recorded in both of its forms, so that it is printed as the program printed it.
  package init(qualified: String, short: String) { storage = .recorded(qualified, short: short) }

  /// Creates what stands for the type of a bind that is known by a name alone. It equals no type, however that is called.
  public init(dynamic name: String) { storage = .dynamic(name) }

  /// Whether it stands for a bind that is known by a name alone.
  public var isDynamic: Bool {
    guard case .dynamic = storage else { return false }
    return true
  }

  /// The type itself; `nil` for a name that was read from text, and where there is no type.
  public var type: (any Any.Type)? {
    guard case .type(let type) = storage else { return nil }
    return type
  }

  /// The name with all its type arguments and outer types, without the names of the modules: `Box<Outer.Inner>`.
  public var description: String {
    switch storage {
    case .type(let type): TypePrinter.short(type)
    case .text(let text), .dynamic(let text), .recorded(_, let text): text
    }
  }

  /// The name with all its type arguments, outer types and modules: `Garage.Box<Garage.Outer.Inner>`. A name alone is in quotes.
  public var qualified: String {
    switch storage {
    case .type(let type): TypePrinter.qualified(type)
    case .text(let text), .recorded(let text, _): text
    case .dynamic(let name): "\"\(name)\""
    }
  }
}

extension TypeName: Hashable {
  /// Whether two names stand for the same type.
  public static func == (left: Self, right: Self) -> Bool {
    switch (left.storage, right.storage) {
    case (.type(let left), .type(let right)): left == right
    case (.dynamic(let left), .dynamic(let right)): left == right
    case (.text(let left), .text(let right)), (.recorded(let left, _), .recorded(let right, _)): left == right
    case (.text(let left), .recorded(let right, _)), (.recorded(let left, _), .text(let right)): left == right
    default: false
    }
  }

  /// Hashes the identity of the type, or the text.
  public func hash(into hasher: inout Hasher) {
    switch storage {
    case .type(let type): hasher.combine(ObjectIdentifier(type))
    case .text(let text), .dynamic(let text), .recorded(let text, _): hasher.combine(text)
    }
  }
}

extension TypeName: CustomStringConvertible, Codable {
  /// Reads a name.
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    if text.count >= 2, text.hasPrefix("\""), text.hasSuffix("\"") {
      self.init(dynamic: String(text.dropFirst().dropLast()))
    } else {
      self.init(text: text)
    }
  }

  /// Writes the name in its qualified form.
  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(qualified)
  }
}
