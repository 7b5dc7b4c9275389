// SPDX-License-Identifier: Apache-2.0

/// A kind of option for extensions, passed by a caller of `resolve` or declared by a bind.
public protocol RequestOption {
  /// The type of the option's value.
  associatedtype Value: Sendable
}

/// The options for extensions, by kind: passed by a caller of `resolve`, or declared by a bind.
public struct RequestOptions: Sendable {
  private var values: [ObjectIdentifier: any Sendable] = [:]

  /// Creates an empty set of options.
  public init() {}

  var isEmpty: Bool { values.isEmpty }

  /// The same options and others, which take precedence over these.
  func adding(_ others: Self) -> Self {
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

extension Bind {
  /// Declares an option for the extensions of the container, which read it in ``Interception/declared``.
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

extension Container {
  /// Returns the value bound to a type, and passes options to the container's extensions.
  ///
  /// - Parameters:
  ///   - type: The type the bind declares.
  ///   - name: The name of the bind; `nil` for the plain one.
  ///   - options: The options for this request only, not for the needs inside it.
  /// - Throws: `ResolutionError` as `resolve(_:named:)` does.
  public func resolve<Value>(
    _ type: Value.Type = Value.self, named name: String? = nil, options: RequestOptions
  ) throws(ResolutionError) -> Value {
    if isClosed { throw .closed("the container", Key(type, named: name).graphKey) }
    return try Request.run(answer(Key(type, named: name)).slot, in: .container, state: RequestState(options: options))
  }
}
