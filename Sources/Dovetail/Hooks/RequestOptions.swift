// SPDX-License-Identifier: Apache-2.0

/// A kind of option for extensions, which a caller of `resolve` hands over, or a bind declares.
public protocol RequestOption {
  /// What the option says.
  associatedtype Value: Sendable
}

/// What a caller of `resolve` hands over to extensions, or a bind declares for them, by kind.
public struct RequestOptions: Sendable {
  private var values: [ObjectIdentifier: any Sendable] = [:]

  /// Nothing.
  public init() {}

  var isEmpty: Bool { values.isEmpty }

  /// The same options and others, which come before these.
  func adding(_ others: Self) -> Self {
    var copy = self
    copy.values.merge(others.values) { _, other in other }
    return copy
  }

  /// What an option says; `nil` when it was not handed over.
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

extension Bind {
  /// Declares something for the extensions of the container, which find it in ``Interception/declared``.
  ///
  /// ```swift
  /// enum Vintage: RequestOption { typealias Value = Int }
  /// Bind(Car.init).declaring(Vintage.self, 1967)
  /// ```
  ///
  /// A kind that is declared twice has the last value.
  public func declaring<Option: RequestOption>(_ option: Option.Type, _ value: Option.Value) -> Self {
    changed { $0.declaration.options[option] = value }
  }
}

extension AnyBind {
  /// Declares something for the extensions of the container; see ``Bind/declaring(_:_:)``.
  public func declaring<Option: RequestOption>(_ option: Option.Type, _ value: Option.Value) -> Self {
    changed { $0.declaring(option, value) }
  }
}
