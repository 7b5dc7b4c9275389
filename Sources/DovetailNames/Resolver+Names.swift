// SPDX-License-Identifier: Apache-2.0
public import Dovetail

extension Resolver {
  /// Returns the value of a bind that is declared by name.
  ///
  /// - Parameters:
  ///   - name: The name; `"wheelProvider"` and `"wheel Provider"` give the `Provider` of `"wheel"`, unless that very name is bound.
  ///   - type: The type of the value; `any Sendable` takes any.
  /// - Throws: `ResolutionError` with code `.missing` for an unknown name, `.wrongType` for a value of another type.
  public func resolve<Value>(_ name: String, as type: Value.Type = Value.self) throws(ResolutionError) -> Value {
    try DynamicValue.cast(resolve(Key(dynamic: name)), of: name)
  }

  /// Returns the value of a bind that is declared by name, or nil when the name is unknown.
  ///
  /// - Throws: `ResolutionError` with code `.wrongType` for a value of another type, or the error for a failed factory.
  public func resolveIfBound<Value>(_ name: String, as type: Value.Type = Value.self) throws(ResolutionError) -> Value? {
    guard let value = try resolveIfBound(Key(dynamic: name)) else { return nil }
    return try DynamicValue.cast(value, of: name) as Value
  }

  /// The value of a bind that is declared by name.
  public subscript<Value>(_ name: String) -> Value {
    get throws(ResolutionError) { try resolve(name) }
  }
}
