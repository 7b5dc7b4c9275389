// SPDX-License-Identifier: Apache-2.0
public import Dovetail

extension Container {
  /// Returns the value of a binding that is declared by name.
  ///
  /// - Parameters:
  ///   - name: The name; `"wheelProvider"` and `"wheel Provider"` give the `Provider` of `"wheel"`, unless that very name is bound.
  ///   - type: The type of the value; `any Sendable` takes any.
  /// - Throws: `ResolutionError` with code `.missing` for an unknown name, `.wrongType` for a value of another type.
  public func resolve<Value: Sendable>(_ name: String, as type: Value.Type = Value.self) throws(ResolutionError) -> Value {
    try DynamicValue.cast(resolve(Key(dynamic: name)), of: name)
  }
}
