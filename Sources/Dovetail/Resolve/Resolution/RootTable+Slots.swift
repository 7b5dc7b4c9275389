// SPDX-License-Identifier: Apache-2.0

extension RootTable {
  /// Creates a table; of two slots for one type the first one stays. The caller keeps the slots alive.
  package convenience init(_ slots: [(ObjectIdentifier, Slot)], isWhole: Bool) {
    self.init(slots.lazy.map { (type: $0, slot: Found($1), instance: $1.instance) }, isWhole: isWhole)
  }

  /// The slot of a type; `nil` when nothing is bound under exactly this type.
  package func slot(_ type: ObjectIdentifier) -> Slot? { entry(type).pointee.slot?.slot.object }

  /// Whether a request for a type may have to await: not when the bind of exactly this type is synchronous.
  @usableFromInline
  func mayAwait(_ type: ObjectIdentifier) -> Bool {
    entry(type).pointee.slot?.slot.use { $0.awaits } ?? true
  }
}

extension FoundSlot {
  package init(_ slot: Slot, of bindings: [Int]) { self.init(object: slot, bindings: bindings) }

  // SAFETY: only the initialiser above makes one.
  var slot: Slot { unsafeDowncast(object, to: Slot.self) }
}

extension RootTable.Found {
  init(_ slot: Slot) { self.init(address: Unheld(slot).address) }

  // SAFETY: the address came from a slot, above.
  @inline(__always)
  var slot: Unheld<Slot> { Unheld(at: address) }
}
