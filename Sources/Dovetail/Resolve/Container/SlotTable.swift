// SPDX-License-Identifier: Apache-2.0
public import Synchronization

/// Finds the slot for a request: an open-addressed table of type identities that never changes once it is made.
///
/// The fast path of a request is inlined into the caller: a built singleton is returned after two loads and a comparison. All other requests go on with the slot
/// found.
@usableFromInline
final class SlotTable: Sendable {
  /// The identity of the type; 0 in a free entry.
  @usableFromInline let types: [UInt]
  /// The cells of singletons that depend on no other container.
  @usableFromInline let cells: [Cell?]
  private let slots: [Slot?]
  private let named: [NamedSlots?]
  /// The slots that are known by a name alone.
  private let dynamic: NamedSlots?
  /// False once the container has closed; then no request takes the fast path.
  @usableFromInline let isOpen = Atomic<Bool>(true)

  /// Creates a table; of two slots for one key the first one stays.
  ///
  /// - Parameters:
  ///   - plain: The slots of types.
  ///   - named: Those that have a name too.
  ///   - dynamic: Those that have a name alone.
  ///   - isWhole: Whether the slots are those of one container only, so that only its closing ends the fast path.
  init(
    _ plain: [(ObjectIdentifier, Slot)], named: [ObjectIdentifier: NamedSlots] = [:], dynamic: NamedSlots? = nil, isWhole: Bool
  ) {
    var size = 2
    while size < (plain.count + named.count) * 2 { size *= 2 }
    var types = [UInt](repeating: 0, count: size)
    var slots = [Slot?](repeating: nil, count: size)
    var names = [NamedSlots?](repeating: nil, count: named.isEmpty ? 0 : size)
    func entry(_ type: ObjectIdentifier) -> Int {
      let bits = UInt(bitPattern: type)
      var index = SlotTable.hash(bits) & (size - 1)
      while types[index] != bits, types[index] != 0 { index = (index + 1) & (size - 1) }
      types[index] = bits
      return index
    }
    for (type, slot) in plain {
      let index = entry(type)
      if slots[index] == nil { slots[index] = slot }
    }
    for (type, named) in named { names[entry(type)] = named }
    (self.types, self.slots, self.named, self.dynamic) = (types, slots, names, dynamic)
    cells = isWhole ? slots.map { $0?.cell } : []
  }

  /// The entry of a type; `nil` when nothing is bound under exactly this type.
  @inlinable func entry(_ type: ObjectIdentifier) -> Int? {
    let bits = UInt(bitPattern: type)
    var index = SlotTable.hash(bits) & (types.count &- 1)
    while types[index] != bits {
      if types[index] == 0 { return nil }
      index = (index &+ 1) & (types.count &- 1)
    }
    return index
  }

  /// Where the value of a singleton lies, if it is built and the container is open.
  @inlinable func ready(_ type: ObjectIdentifier) -> Address? {
    guard !cells.isEmpty, let index = entry(type), let ready = cells[index]?.ready, isOpen.load(ordering: .relaxed) else {
      return nil
    }
    return ready
  }

  /// The slot of a key that is bound as it is; `nil` when it is not.
  func slot<Value>(_ key: Key<Value>) -> Slot? {
    guard let name = key.name else { return slot(ObjectIdentifier(Value.self)) }
    if key.isDynamic { return dynamic?[name] }
    guard !named.isEmpty, let index = entry(ObjectIdentifier(Value.self)) else { return nil }
    return named[index]?[name]
  }

  func slot(_ type: ObjectIdentifier) -> Slot? { entry(type).flatMap { slots[$0] } }

  /// Sends every request down the slow path from now on.
  func shut() { isOpen.store(false, ordering: .releasing) }

  /// Takes ``shut()`` back.
  func unshut() { isOpen.store(true, ordering: .releasing) }

  /// Multiplicative hashing: D. Knuth, The Art of Computer Programming, volume 3, section 6.4; the factor is 2^64 divided by the
  /// golden ratio.
  @inlinable static func hash(_ bits: UInt) -> Int { Int(truncatingIfNeeded: (UInt64(bits) &* 0x9E37_79B9_7F4A_7C15) >> 32) }
}

/// The slots of one type by their names: few are compared one by one, which is faster than to hash a text.
struct NamedSlots: Sendable {
  private var few: [(name: String, slot: Slot)] = []
  private var many: [String: Slot] = [:]

  /// Adds a slot, unless there is one of the name.
  mutating func add(_ slot: Slot, named name: String) {
    guard self[name] == nil else { return }
    if many.isEmpty {
      few.append((name, slot))
      if few.count <= 8 { return }
      for (name, slot) in few { many[name] = slot }
      few = []
    } else {
      many[name] = slot
    }
  }

  subscript(name: String) -> Slot? { many.isEmpty ? few.first { $0.name == name }?.slot : many[name] }
}
