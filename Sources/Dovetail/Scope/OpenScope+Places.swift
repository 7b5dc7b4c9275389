// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// The instances of an open scope where they are handed from thread to thread: a `ManagedBuffer` never says of itself that it may be.
// SAFETY: see ScopeInstances.
struct ScopeHold: @unchecked Sendable {
  let instances: ScopeInstances
}

/// The instances of one open scope, which close with it: one block of memory with a place for every bind of its kind, each filled on first use.
///
/// Behind the object lie what closes, then a word for every place, then room to note what closes, then the values themselves. A word is 0
/// while the place is empty, 1 once the value is there, and in between says which thread builds it; where tasks build the value, the word
/// leads to what they share.
///
/// Binds that types carry may join a running container; then open scopes have no place for them, and keep their instances by slot.
// SAFETY: the head is written in `make` and `belong`, before another thread can see the object. Words are atomic. A value is written by the
// thread that its word names, before that thread releases the word as ready; it is read after the word is acquired. Values are
// destroyed in `deinit`, when nobody can read any more. What is in `Core` guards itself.
final class ScopeInstances: ManagedBuffer<ScopeInstances.Head, UInt64> {
  /// What never changes while the scope is open.
  struct Head {
    let shape: ScopeShape
    let shapes: ScopeShapes
    /// The kind of the scope.
    let kind: ObjectIdentifier
    let parent: ScopeInstances?
    // SAFETY: a request through the open scope holds it, and nothing else reads this.
    fileprivate(set) var handle: Unmanaged<OpenScope>?
    let gates: UnsafeMutablePointer<WordGate>
    let values: UnsafeMutableRawPointer
  }

  /// What changes, apart from the places.
  struct Core: ~Copyable {
    let record: CloseRecord
    /// What only some scopes have.
    let rare = Lock(Rare())
  }

  struct Rare: Sendable {
    /// The instances of slots that joined after the container was made.
    var late: [ObjectIdentifier: Instance]?
    /// What those wait for who came while a value was being built, by place.
    var flights: [Int: Flight]?
  }

  static func make(_ shape: ScopeShape, inside parent: ScopeInstances?) -> ScopeInstances {
    let (count, unit) = (shape.places.count, MemoryLayout<UInt64>.stride)
    let room = ClosingPlaces.byteCount(shape.closingCount)
    let bytes = MemoryLayout<Core>.stride + count * unit + room + shape.size + shape.alignment + MemoryLayout<Core>.alignment
    let buffer = ScopeInstances.create(minimumCapacity: (bytes + unit - 1) / unit) { buffer in
      let tail = buffer.withUnsafeMutablePointerToElements { UnsafeMutableRawPointer($0) }
      let words = ScopeInstances.core(in: tail).advanced(by: 1)
      let first = UnsafeMutableRawPointer(words).bindMemory(to: WordGate.self, capacity: count)
      for place in 0..<count { (first + place).initialize(to: WordGate()) }
      let values = (UnsafeMutableRawPointer(first + count) + room).alignedUp(toMultipleOf: shape.alignment)
      return Head(
        shape: shape, shapes: shape.owner.takeUnretainedValue(), kind: shape.id, parent: parent, handle: nil,
        gates: first, values: values)
    }
    // SAFETY: `create` makes an object of the class on which it is called.
    let instances = unsafeDowncast(buffer, to: ScopeInstances.self)
    let closing = ClosingPlaces(at: instances.head.pointee.gates + count, count: shape.closingCount)
    instances.core.initialize(to: Core(record: CloseRecord(closing)))
    return instances
  }

  deinit {
    for place in head.pointee.shape.places {
      switch gate(place).pointee.word.load(ordering: .acquiring) {
      case WordGate.empty: break
      case WordGate.ready: space(place).destroyValue(of: place.type)
      case let shared: UnsafeRawPointer(bitPattern: shared).map { Unmanaged<Instance>.fromOpaque($0).release() }
      }
    }
    core.deinitialize(count: 1)
  }
}

extension ScopeInstances {
  @inline(__always)
  private var head: UnsafeMutablePointer<Head> { withUnsafeMutablePointerToHeader { $0 } }

  private static func core(in tail: UnsafeMutableRawPointer) -> UnsafeMutablePointer<Core> {
    tail.alignedUp(for: Core.self).assumingMemoryBound(to: Core.self)
  }

  var core: UnsafeMutablePointer<Core> {
    ScopeInstances.core(in: withUnsafeMutablePointerToElements { UnsafeMutableRawPointer($0) })
  }

  var kind: ObjectIdentifier { head.pointee.kind }
  var parent: ScopeInstances? { head.pointee.parent }

  /// Says whose instances they are, before anybody asks for them.
  func belong(to scope: OpenScope) { head.pointee.handle = .passUnretained(scope) }

  /// The open scope; only while a request runs through it, which holds it.
  // SAFETY: the initialiser of the open scope has said so.
  var handle: OpenScope { head.pointee.handle.unsafelyUnwrapped.takeUnretainedValue() }

  /// The gate of a place; where tasks build the value, its word leads to what they share.
  @inline(__always)
  func gate(_ place: ScopePlace) -> UnsafeMutablePointer<WordGate> { head.pointee.gates + place.index }

  /// The memory of a place, which may be empty.
  @inline(__always)
  func space(_ place: ScopePlace) -> UnsafeMutableRawPointer { head.pointee.values + place.offset }

  /// Where the value of a place in this scope, or in the one of its kind around it, is, once it is built.
  @inline(__always)
  func memory(of place: ScopePlace) -> UnsafeMutableRawPointer? {
    guard head.pointee.kind == place.kind else { return outerMemory(of: place) }
    return gate(place).pointee.word.load(ordering: .acquiring) == WordGate.ready ? space(place) : nil
  }

  @inline(never)
  private func outerMemory(of place: ScopePlace) -> UnsafeMutableRawPointer? { parent?.find(place.kind)?.memory(of: place) }

  /// Puts in what was handed over when the scope opened; before another thread can see the scope. What is overridden is left out.
  func fill<Value>(with value: Value) {
    guard let place = head.pointee.shape.place(ofInput: ObjectIdentifier(Value.self)) else { return }
    space(place).initializeMemory(as: Value.self, to: value)
    gate(place).pointee.word.store(WordGate.ready, ordering: .releasing)
  }

  /// The scope of a kind: this one, or the nearest around it.
  func find(_ kind: ObjectIdentifier) -> ScopeInstances? {
    if self.kind == kind { return self }
    var scope = parent
    while let current = scope, current.kind != kind { scope = current.parent }
    return scope
  }

  /// Whether this scope or one around it has closed.
  var isOver: Bool {
    if core.pointee.record.isClosed { return true }
    var scope = parent
    while let current = scope {
      if current.core.pointee.record.isClosed { return true }
      scope = current.parent
    }
    return false
  }
}

extension ScopeInstances: ClosingOwner {
  var refusesAwaited: Bool { core.pointee.record.refusesAwaited }

  func add(_ closer: Closer) -> Bool { core.pointee.record.add(closer) }

  /// Remembers how to close a value that lies in this scope.
  func add(_ action: CloseAction, at memory: UnsafeMutableRawPointer) -> Bool {
    core.pointee.record.add(ClosingPlace(action: .passUnretained(action), memory: memory))
  }
}
