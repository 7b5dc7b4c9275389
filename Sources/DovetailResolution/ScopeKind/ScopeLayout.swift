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

/// The memory layout of open scopes of a kind, once it is final. Plain values only: open scopes read single ones through a pointer.
struct ScopeShape {
  let kind: any ScopeKind.Type
  let id: ObjectIdentifier
  /// The kind that has to be open around this one, if the container is not enough.
  let parentID: ObjectIdentifier?
  /// The bytes before the first word, before the first value, and of all.
  private let words: Int
  private let head: Int
  private let byteCount: Int
  private let alignment: Int
  let places: UnsafeMutableBufferPointer<PlacedValue>
  fileprivate let inputs: UnsafeMutableBufferPointer<(type: ObjectIdentifier, place: ScopePlace)>

  fileprivate init(_ layout: ScopeLayout) {
    kind = layout.kind
    id = ObjectIdentifier(kind)
    parentID = kind.parent == ContainerScope.self ? nil : ObjectIdentifier(kind.parent)
    alignment = max(layout.alignment, 2 * MemoryLayout<UInt>.alignment)
    let wordBytes = layout.places.count * MemoryLayout<Gate>.stride
    head = wordBytes.roundedUp(toMultipleOf: alignment)
    words = head - wordBytes
    byteCount = head + layout.size
    places = .copy(of: layout.places)
    inputs = .copy(of: layout.inputs)
  }

  /// The place of the input of a type; `nil` when it is overridden. There are few, so a linear search is fastest.
  @inline(__always)
  func place(ofInput type: ObjectIdentifier) -> ScopePlace? { inputs.first { $0.type == type }?.place }

  /// Memory for the places of one scope, a word for each, then the values; the address of the first value.
  @inline(__always)
  func allocate() -> UnsafeMutableRawPointer {
    let block = UnsafeMutableRawPointer.fromHeap(byteCount: byteCount, alignment: alignment)
    let words = (block + words).bindMemory(to: Gate.self, capacity: places.count)
    // Stored one by one: they are few, and a call of the C library takes longer.
    for index in places.indices { (words + index).pointee.word.store(Gate.empty, ordering: .relaxed) }
    return block + head
  }

  /// Frees the memory of a scope, given the address of its first value.
  @inline(__always)
  func deallocate(_ values: UnsafeMutableRawPointer) { (values - head).backToHeap(alignment: alignment) }
}

/// The shapes of all kinds of scopes that a container knows.
///
/// Open scopes have a pointer to theirs: counting references that all threads share would move that memory between processors, for every scope that opens.
// SAFETY: written in `init` and freed in `deinit`.
package final class ScopeShapes: @unchecked Sendable {
  private let all: UnsafeMutableBufferPointer<ScopeShape>

  /// The layouts, by kind.
  package let layouts: [ObjectIdentifier: ScopeLayout]

  package init(_ layouts: [ObjectIdentifier: ScopeLayout]) {
    self.layouts = layouts
    all = .copy(of: layouts.values.lazy.map { ScopeShape($0) })
  }

  deinit {
    for shape in all {
      shape.places.deinitialize().deallocate()
      shape.inputs.deinitialize().deallocate()
    }
    all.deinitialize().deallocate()
  }

  /// The shape of a kind; `nil` when no module knows the kind. Programs have few kinds, so the search is linear.
  @inline(__always)
  subscript(kind: ObjectIdentifier) -> UnsafePointer<ScopeShape>? {
    guard var shape = all.baseAddress else { return nil }
    let end = shape + all.count
    while likely(shape != end) {
      if shape.pointee.id == kind { return UnsafePointer(shape) }
      shape += 1
    }
    return nil
  }
}

extension UnsafeMutableBufferPointer {
  /// Separate memory with the elements of a collection.
  fileprivate static func copy(of elements: some Collection<Element>) -> Self {
    let memory = Self.allocate(capacity: elements.count)
    _ = memory.initialize(from: elements)
    return memory
  }
}
