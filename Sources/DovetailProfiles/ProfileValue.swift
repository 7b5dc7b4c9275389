// SPDX-License-Identifier: Apache-2.0

extension Profile {
  /// The value of a variable.
  public enum Value: Sendable, Hashable {
    /// Text; converted when a number or a truth value is resolved.
    case text(String)
    /// A whole number.
    case integer(Int)
    /// A number.
    case number(Double)
    /// Yes or no.
    case truth(Bool)
    /// A value of any other type; made by ``value(_:)``.
    case other(Other)
  }
}

extension Profile.Value {
  /// A value of any type, to be read as that type, or as a protocol that it conforms to.
  ///
  /// ```swift
  /// let production = Profile("production", ["frequency": 102.8, "clock": .value(SystemClock())])
  /// let clock: any Clock = try production["clock"]
  /// ```
  public static func value(_ value: some Sendable) -> Self {
    switch value {
    case let text as String: .text(text)
    case let number as Int: .integer(number)
    case let number as Double: .number(number)
    case let truth as Bool: .truth(truth)
    default: .other(Other(value))
    }
  }

  /// The value itself.
  var content: any Sendable {
    switch self {
    case .text(let text): text
    case .integer(let number): number
    case .number(let number): number
    case .truth(let truth): truth
    case .other(let other): other.value
    }
  }

  /// A value of a type unknown to profiles.
  ///
  /// Two are equal when their values are of one type and equal, or the same object; values that cannot be compared are equal only to themselves, also in copies
  /// of their profile.
  public struct Other: Sendable, Hashable, CustomStringConvertible {
    private final class Box: Sendable {
      let value: any Sendable

      init(_ value: any Sendable) { self.value = value }
    }

    private let box: Box

    init(_ value: any Sendable) { box = Box(value) }

    /// The value.
    public var value: any Sendable { box.value }

    /// The value's own description.
    public var description: String { "\(value)" }

    /// Whether both are the same, or their values are equal.
    public static func == (left: Self, right: Self) -> Bool {
      if left.box === right.box { return true }
      guard type(of: left.value) == type(of: right.value) else { return false }
      if let equatable = left.value as? any Equatable { return isEqual(equatable, right.value) }
      return type(of: left.value) is AnyClass && left.value as AnyObject === right.value as AnyObject
    }

    private static func isEqual<Known: Equatable>(_ value: Known, _ other: any Sendable) -> Bool { value == other as? Known }

    /// Hashes the type of the value.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(type(of: value))) }
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
  /// The value in the form of source code.
  public var description: String {
    switch self {
    case .text(let text): "\"\(text)\""
    case .integer(let number): "\(number)"
    case .number(let number): "\(number)"
    case .truth(let truth): "\(truth)"
    case .other(let other): other.description
    }
  }
}

/// A type that a variable can be read as.
public protocol ProfileValue: Sendable {
  /// Reads a variable; `nil` when it has another type.
  init?(profileValue: Profile.Value)
}

extension String: ProfileValue {
  /// Reads text; `nil` for all other values.
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
    case .number, .truth, .other: return nil
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
    case .truth, .other: return nil
    }
  }
}

extension Bool: ProfileValue {
  /// Reads a truth value, or the text `true` or `false`.
  public init?(profileValue: Profile.Value) {
    switch profileValue {
    case .truth(let truth): self = truth
    case .text(let text): self.init(text)
    case .integer, .number, .other: return nil
    }
  }
}
