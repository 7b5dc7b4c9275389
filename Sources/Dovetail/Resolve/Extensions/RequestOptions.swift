// SPDX-License-Identifier: Apache-2.0

/// A kind of option for extensions, passed by a caller of `resolve` or declared by a binding.
public protocol RequestOption {
  /// The type of the option's value.
  associatedtype Value: Sendable
}

/// The options for extensions, by kind: passed by a caller of `resolve`, or declared by a binding.
public struct RequestOptions: Sendable {
  private var values: [ObjectIdentifier: any Sendable] = [:]

  /// Creates an empty set of options.
  public init() {}

  package var isEmpty: Bool { values.isEmpty }

  /// The same options and others, which take precedence over these.
  package func adding(_ others: Self) -> Self {
    var copy = self
    copy.values.merge(others.values) { _, other in other }
    return copy
  }

  /// The value of an option; `nil` when it was not passed.
  public subscript<Option: RequestOption>(_ option: Option.Type) -> Option.Value? {
    get { values[ObjectIdentifier(option)] as? Option.Value }
    set { values[ObjectIdentifier(option)] = newValue }
  }

  /// The same options and one more.
  public func setting<Option: RequestOption>(_ option: Option.Type, _ value: Option.Value) -> Self {
    var copy = self
    copy[option] = value
    return copy
  }
}
