// SPDX-License-Identifier: Apache-2.0

extension Profile {
  /// The value of a variable.
  public enum Value: Sendable, Hashable {
    /// Text; read as a number or a truth value where one is asked for.
    case text(String)
    /// A whole number.
    case integer(Int)
    /// A number.
    case number(Double)
    /// Yes or no.
    case truth(Bool)
  }
}

extension Profile.Value: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral
{
  /// Creates text.
  public init(stringLiteral value: String) { self = .text(value) }
  /// Creates a whole number.
  public init(integerLiteral value: Int) { self = .integer(value) }
  /// Creates a number.
  public init(floatLiteral value: Double) { self = .number(value) }
  /// Creates a truth value.
  public init(booleanLiteral value: Bool) { self = .truth(value) }
}

extension Profile.Value: CustomStringConvertible {
  /// The value as it is written in code.
  public var description: String {
    switch self {
    case .text(let text): "\"\(text)\""
    case .integer(let number): "\(number)"
    case .number(let number): "\(number)"
    case .truth(let truth): "\(truth)"
    }
  }
}

/// A type that a variable can be read as.
public protocol ProfileValue: Sendable {
  /// Reads a variable; `nil` when it is something else.
  init?(profileValue: Profile.Value)
}

extension String: ProfileValue {
  /// Reads text; nothing else is text.
  public init?(profileValue: Profile.Value) {
    guard case .text(let text) = profileValue else { return nil }
    self = text
  }
}

extension Int: ProfileValue {
  /// Reads a whole number, or text that is one.
  public init?(profileValue: Profile.Value) {
    switch profileValue {
    case .integer(let number): self = number
    case .text(let text): self.init(text)
    case .number, .truth: return nil
    }
  }
}

extension Double: ProfileValue {
  /// Reads a number, whole or not, or text that is one.
  public init?(profileValue: Profile.Value) {
    switch profileValue {
    case .number(let number): self = number
    case .integer(let number): self = Double(number)
    case .text(let text): self.init(text)
    case .truth: return nil
    }
  }
}

extension Bool: ProfileValue {
  /// Reads a truth value, or the text `true` or `false`.
  public init?(profileValue: Profile.Value) {
    switch profileValue {
    case .truth(let truth): self = truth
    case .text(let text): self.init(text)
    case .integer, .number: return nil
    }
  }
}
