// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// The memory layout of open scopes of a kind, while it is computed for a container.
package struct ScopeLayout: Sendable {
  let kind: any ScopeKind.Type
  /// A place for every bind of the kind, inputs included.
  private(set) var places: ContiguousArray<PlacedValue> = []
  /// The total size of all values, in bytes.
  private(set) var size = 0
  /// The alignment of the first value.
  private(set) var alignment = MemoryLayout<UInt>.alignment
  /// The inputs that are not overridden, each with its place.
  package var inputs: [(type: ObjectIdentifier, place: ScopePlace)] = []

  package init(_ kind: any ScopeKind.Type) { self.kind = kind }

  /// Makes a place for a value of a type, behind the existing ones: they stay the same in the scopes of a child container.
  package mutating func place(for type: any Any.Type) -> PlacedValue {
    let (size, alignment) = memoryLayout(of: type)
    let offset = self.size.roundedUp(toMultipleOf: alignment)
    let place = ScopePlace(kind: ObjectIdentifier(kind), word: -MemoryLayout<Gate>.stride * (places.count + 1), offset: offset)
    self.size = offset + size
    self.alignment = max(self.alignment, alignment)
    let value = PlacedValue(place: place, type: type, isObject: type is AnyObject.Type)
    places.append(value)
    return value
  }
}

/// The place of one bind's value in every open scope of a kind.
package struct ScopePlace: Sendable {
  let kind: ObjectIdentifier
  /// The bytes between the first value of the scope and the word of this place, which lies in front of it.
  let word: Int
  /// The bytes between the first value of the scope and this one.
  let offset: Int
}

/// The content of a place.
package struct PlacedValue: Sendable {
  package let place: ScopePlace
  package let type: any Any.Type
  /// Whether it is a reference to an object, as most are.
  let isObject: Bool
}

/// The memory layout of open scopes of a kind, once it is final.
final class ScopeShape: Sendable {
  let layout: ScopeLayout
  let id: ObjectIdentifier
  /// The kind that has to be open around this one, if the container is not enough.
  let parentID: ObjectIdentifier?
  /// The bytes before the first word, before the first value, and of all.
  private let words: Int
  private let head: Int
  private let byteCount: Int
  private let alignment: Int

  fileprivate init(_ layout: ScopeLayout) {
    self.layout = layout
    id = ObjectIdentifier(layout.kind)
    parentID = layout.kind.parent == ContainerScope.self ? nil : ObjectIdentifier(layout.kind.parent)
    alignment = max(layout.alignment, 2 * MemoryLayout<UInt>.alignment)
    let wordBytes = layout.places.count * MemoryLayout<Gate>.stride
    head = wordBytes.roundedUp(toMultipleOf: alignment)
    words = head - wordBytes
    byteCount = head + layout.size
  }

  /// The place of the input of a type; `nil` when it is overridden. There are few, so a linear search is fastest.
  @inline(__always)
  func place(ofInput type: ObjectIdentifier) -> ScopePlace? {
    for input in layout.inputs where input.type == type { return input.place }
    return nil
  }

  /// Memory for the places of one scope, an empty gate for each, then the values; the address of the first value.
  @inline(__always)
  func allocate() -> Address {
    let block = Address.allocate(byteCount, alignment: alignment)
    for start in stride(from: words, to: head, by: MemoryLayout<Gate>.stride) {
      // Atomic, because the compiler would call the C library for plain stores, which takes longer: the words are few.
      (block + start).typed(as: Gate.self).pointee.word.store(Gate.empty, ordering: .relaxed)
    }
    return block + head
  }

  /// Frees the memory of a scope, given the address of its first value.
  @inline(__always)
  func deallocate(_ values: Address) { (values + -head).deallocate() }
}

/// The shapes of all kinds of scopes that a container knows.
package final class ScopeShapes: Sendable {
  private let all: [ScopeShape]

  /// The layouts, by kind.
  package let layouts: [ObjectIdentifier: ScopeLayout]

  package init(_ layouts: [ObjectIdentifier: ScopeLayout]) {
    self.layouts = layouts
    all = layouts.values.map { ScopeShape($0) }
  }

  /// The shape of a kind; `nil` when no module knows the kind. Programs have few kinds, so the search is linear.
  @inline(__always)
  subscript(kind: ObjectIdentifier) -> ScopeShape? {
    for known in all where known.id == kind { return known }
    return nil
  }
}
