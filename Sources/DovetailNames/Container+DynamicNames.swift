// SPDX-License-Identifier: Apache-2.0
public import Dovetail

extension Container {
  /// Returns the value of a bind that is declared by name.
  ///
  /// - Parameters:
  ///   - name: The name; `"wheelProvider"` and `"wheel Provider"` give the `Provider` of `"wheel"`, unless that very name is bound.
  ///   - type: The type of the value; `any Sendable` takes any.
  /// - Throws: `ResolutionError` with code `.missing` for an unknown name, `.wrongType` for a value of another type.
  public func resolve<Value: Sendable>(_ name: String, as type: Value.Type = Value.self) throws(ResolutionError) -> Value {
    let key = Key(dynamic: name)
    if let memory = memory(of: key) {
      if memory.holds(type) { return memory[as: type] }
      return try DynamicValue.cast(memory[as: (any Sendable).self], of: name)
    }
    return try DynamicValue.cast(answered(key), of: name)
  }
}

extension Address {
  /// Whether the `any Sendable` stored here has a value of just this type, and within the existential. Then the value can be read here, without copying the
  /// existential first.
  ///
  /// Source: "Swift ABI, Type Layout", section Opaque Existential Containers, in the documentation of the Swift compiler.
  @inline(__always)
  fileprivate func holds<Value>(_ type: Value.Type) -> Bool {
    // SAFETY: three words for the value, then its type; `Sendable` has no witness table that would follow. A value lies in the words if it fits,
    // and can be moved bit by bit; otherwise they lead to it.
    let word = MemoryLayout<UInt>.self
    return (self + 3 * word.size)[as: Any.Type.self] == type && _isBitwiseTakable(type)
      && MemoryLayout<Value>.size <= 3 * word.size && MemoryLayout<Value>.alignment <= word.alignment
  }
}
