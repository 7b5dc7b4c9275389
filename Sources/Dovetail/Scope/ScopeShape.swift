// SPDX-License-Identifier: Apache-2.0

/// What open scopes of a kind look like in memory, once that is settled.
///
/// It is a pointer, which nobody counts: to count who uses what all threads share would take that memory from one processor to the other, for
/// every scope that opens.
// SAFETY: it points into its owner, which never changes. Whoever opens a scope holds the container, and with it the owner; what lies in a scope
// holds the owner itself, because it may be the last to go.
struct ScopeShape: @unchecked Sendable {
  fileprivate let facts: UnsafePointer<Facts>
  let owner: Unmanaged<ScopeShapes>

  fileprivate struct Facts {
    let layout: ScopeLayout
    let places: UnsafeMutableBufferPointer<ScopePlace>
    let inputs: UnsafeMutableBufferPointer<(type: ObjectIdentifier, place: ScopePlace)>
  }

  var kind: any ScopeKind.Type { facts.pointee.layout.kind }
  var id: ObjectIdentifier { facts.pointee.layout.id }
  var parentID: ObjectIdentifier? { facts.pointee.layout.parentID }
  var size: Int { facts.pointee.layout.size }
  var alignment: Int { facts.pointee.layout.alignment }
  var closingCount: Int { facts.pointee.layout.closingCount }

  /// A place for every bind of the kind, inputs included.
  @inline(__always)
  var places: UnsafeMutableBufferPointer<ScopePlace> { facts.pointee.places }

  /// The place of the input of a type; `nil` when it is overridden. They are so few that looking through them is the fastest way.
  func place(ofInput type: ObjectIdentifier) -> ScopePlace? { facts.pointee.inputs.first { $0.type == type }?.place }
}

/// The shapes of all kinds of scopes that a container knows.
// SAFETY: written in `init` and freed in `deinit`.
final class ScopeShapes: @unchecked Sendable {
  private let facts: UnsafeMutableBufferPointer<ScopeShape.Facts>

  init(_ layouts: some Collection<ScopeLayout>) {
    facts = .allocate(capacity: layouts.count)
    _ = facts.initialize(
      from: layouts.lazy.map { layout in
        ScopeShape.Facts(layout: layout, places: .copy(of: layout.places), inputs: .copy(of: layout.inputs))
      })
  }

  deinit {
    for shape in facts {
      shape.places.deinitialize().deallocate()
      shape.inputs.deinitialize().deallocate()
    }
    facts.deinitialize().deallocate()
  }

  /// The layouts, by kind.
  var layouts: [ObjectIdentifier: ScopeLayout] { Dictionary(uniqueKeysWithValues: facts.map { ($0.layout.id, $0.layout) }) }

  /// The shape of a kind; `nil` when no module knows the kind. Programs have a handful of them, so they are looked through.
  subscript(kind: ObjectIdentifier) -> ScopeShape? {
    for index in facts.indices where facts[index].layout.id == kind {
      return facts.baseAddress.map { ScopeShape(facts: UnsafePointer($0 + index), owner: .passUnretained(self)) }
    }
    return nil
  }
}

extension UnsafeMutableBufferPointer {
  /// Memory of its own with the elements of a collection.
  fileprivate static func copy(of elements: some Collection<Element>) -> Self {
    let memory = Self.allocate(capacity: elements.count)
    _ = memory.initialize(from: elements)
    return memory
  }
}
