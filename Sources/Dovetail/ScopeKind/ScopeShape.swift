// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// The memory layout of open scopes of a kind, once it is final.
///
/// It is an unowned pointer: counting references that all threads share would move that memory between processors, for every scope that opens.
// SAFETY: it points into a `ScopeShapes`, which never changes. The opener of a scope holds the container, and with it that; so does the scope.
struct ScopeShape: @unchecked Sendable {
  fileprivate let facts: UnsafePointer<Facts>

  /// The fields that are read for every scope come first.
  fileprivate struct Facts {
    let id: ObjectIdentifier
    /// The bytes before the first word, before the first value, and of all.
    let words: Int
    let head: Int
    let byteCount: Int
    let alignment: Int
    let places: UnsafeMutableBufferPointer<PlacedValue>
    let inputs: UnsafeMutableBufferPointer<(type: ObjectIdentifier, place: ScopePlace)>
    let layout: ScopeLayout

    init(_ layout: ScopeLayout) {
      id = layout.id
      alignment = Swift.max(layout.alignment, 2 * MemoryLayout<UInt>.alignment)
      let wordBytes = layout.places.count * MemoryLayout<Gate>.stride
      head = wordBytes.roundedUp(toMultipleOf: alignment)
      words = head - wordBytes
      byteCount = head + layout.size
      places = .copy(of: layout.places)
      inputs = .copy(of: layout.inputs)
      self.layout = layout
    }
  }

  var kind: any ScopeKind.Type { facts.pointee.layout.kind }
  var parentID: ObjectIdentifier? { facts.pointee.layout.parentID }

  @inline(__always)
  var id: ObjectIdentifier { facts.pointee.id }

  /// A place for every bind of the kind, inputs included.
  @inline(__always)
  var places: UnsafeMutableBufferPointer<PlacedValue> { facts.pointee.places }

  /// The place of the input of a type; `nil` when it is overridden. There are few, so a linear search is fastest.
  @inline(__always)
  func place(ofInput type: ObjectIdentifier) -> ScopePlace? { facts.pointee.inputs.first { $0.type == type }?.place }

  /// Memory for the places of one scope: a word for each, then the values.
  ///
  /// - Returns: The address for the first value.
  @inline(__always)
  func allocate() -> UnsafeMutableRawPointer {
    let block = UnsafeMutableRawPointer.fromHeap(byteCount: facts.pointee.byteCount, alignment: facts.pointee.alignment)
    let values = block + facts.pointee.head
    let words = (block + facts.pointee.words).bindMemory(to: Gate.self, capacity: places.count)
    // Stored one by one: they are few, and a call of the C library takes longer.
    for index in places.indices { (words + index).pointee.word.store(Gate.empty, ordering: .relaxed) }
    return values
  }

  /// Frees the memory of a scope, given the address of its first value.
  func deallocate(_ values: UnsafeMutableRawPointer) {
    (values - facts.pointee.head).backToHeap(alignment: facts.pointee.alignment)
  }
}

/// The shapes of all kinds of scopes that a container knows.
// SAFETY: written in `init` and freed in `deinit`.
final class ScopeShapes: @unchecked Sendable {
  private let facts: UnsafeMutableBufferPointer<ScopeShape.Facts>

  init(_ layouts: some Collection<ScopeLayout>) {
    facts = .allocate(capacity: layouts.count)
    _ = facts.initialize(from: layouts.lazy.map { ScopeShape.Facts($0) })
  }

  deinit {
    for shape in facts {
      shape.places.deinitialize().deallocate()
      shape.inputs.deinitialize().deallocate()
    }
    facts.deinitialize().deallocate()
  }

  /// The layouts, by kind.
  var layouts: [ObjectIdentifier: ScopeLayout] { Dictionary(uniqueKeysWithValues: facts.map { ($0.id, $0.layout) }) }

  /// The shape of a kind; `nil` when no module knows the kind. Programs have few kinds, so the search is linear.
  @inline(__always)
  subscript(kind: ObjectIdentifier) -> ScopeShape? {
    guard var shape = facts.baseAddress else { return nil }
    let end = shape + facts.count
    while likely(shape != end) {
      if shape.pointee.id == kind { return ScopeShape(facts: UnsafePointer(shape)) }
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
