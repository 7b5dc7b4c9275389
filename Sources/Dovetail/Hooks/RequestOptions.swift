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

extension Container {
  /// Returns the value bound to a type, and hands options over to the container's extensions.
  ///
  /// - Parameters:
  ///   - type: The type the bind declares.
  ///   - name: Which bind of the type is meant; `nil` for the plain one.
  ///   - options: What the extensions are told about this very request; what is needed on the way is not told.
  /// - Throws: `ResolutionError` as `resolve(_:named:)` does.
  public func resolve<Value>(
    _ type: Value.Type = Value.self, named name: String? = nil, options: RequestOptions
  ) throws(ResolutionError) -> Value {
    if isClosed { throw .closed("the container", Key(type, named: name).graphKey) }
    return try Request.run(answer(Key(type, named: name)).slot, in: .container, state: RequestState(options: options))
  }
}
