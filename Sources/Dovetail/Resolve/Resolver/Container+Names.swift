// SPDX-License-Identifier: Apache-2.0

// Requests by name: repeated ones are looked up in a table.

extension Container {
  /// Returns the value bound to a key.
  ///
  /// - Throws: `ResolutionError` as `resolve(_:named:)` does.
  @inlinable
  public func resolve<Value>(_ key: Key<Value>) throws(ResolutionError) -> Value {
    if let memory = memory(of: key) { return memory[as: Value.self] }
    return try answered(key)
  }

  /// The address of a built singleton's value that was requested before, while the container is open.
  @usableFromInline
  package func memory<Value>(of key: Key<Value>) -> Address? {
    guard let name = key.name else { return table.ready(table.entry(ObjectIdentifier(Value.self))) }
    guard table.isWhole, !table.isShut else { return nil }
    return names.slot(key.typeID, name)?.slot.use { $0.memory }
  }

  /// The slow path of ``resolve(_:)``.
  @usableFromInline
  package func answered<Value>(_ key: Key<Value>) throws(ResolutionError) -> Value { try request(slot(for: key)) }

  /// The slot of a key.
  ///
  /// - Throws: `ResolutionError` with code `.missing`.
  package func slot<Value>(for key: Key<Value>) throws(ResolutionError) -> Slot {
    guard let name = key.name else {
      if let slot = table.slot(ObjectIdentifier(Value.self)) { return slot }
      return try answer(key).slot
    }
    if let found = names.slot(key.typeID, name) { return found.slot.object }
    let slot = try answer(key).slot
    names.learn(key.typeID, name, RootTable.Found(slot))
    return slot
  }
}

extension Key {
  /// The identity of the type; `nil` for a name alone.
  @inline(__always)
  fileprivate var typeID: ObjectIdentifier? { isDynamic ? nil : ObjectIdentifier(Value.self) }
}
