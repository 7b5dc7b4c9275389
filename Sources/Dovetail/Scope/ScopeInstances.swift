// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// The instances of one open scope, which close with it: a flat array with a place for every bind of its kind, each filled on first use.
///
/// Binds that types carry may join a running container; then open scopes have no place for them, and keep their instances by slot.
// SAFETY: every place is an atomic that goes from nil to one instance and never back; the memory is freed in `deinit`. `late` locks.
final class ScopeInstances: CloseList, @unchecked Sendable {
  private let places: UnsafeMutablePointer<Atomic<Unmanaged<Instance>?>>
  private let count: Int
  private let late = Lock<[ObjectIdentifier: Instance]>([:])
  let kind: ObjectIdentifier
  let parent: ScopeInstances?
  // SAFETY: a request through the open scope holds it, and nothing else reads this.
  private let unheld: Unmanaged<OpenScope>
  var handle: OpenScope { unheld.takeUnretainedValue() }

  init(kind: ObjectIdentifier, count: Int, parent: ScopeInstances?, handle: OpenScope) {
    self.kind = kind
    self.count = count
    self.parent = parent
    unheld = .passUnretained(handle)
    places = .allocate(capacity: max(1, count))
    for place in 0..<count { (places + place).initialize(to: Atomic(nil)) }
  }

  deinit {
    for place in 0..<count { places[place].load(ordering: .acquiring)?.release() }
    places.deallocate()
  }

  /// The instance at a place, created empty when it is asked for the first time.
  func instance<Value>(at place: Int, of type: Value.Type) -> Instance {
    if let instance = places[place].load(ordering: .acquiring) { return instance.takeUnretainedValue() }
    return settle(Instance(of: type), at: place)
  }

  /// The instance at the place of a slot that is built by tasks.
  func instance<Value: Sendable>(at place: Int, _ make: () -> AsyncInstance<Value>) -> AsyncInstance<Value> {
    let instance = places[place].load(ordering: .acquiring)?.takeUnretainedValue() ?? settle(make(), at: place)
    // The place belongs to one slot, which makes nothing else.
    return instance as? AsyncInstance<Value> ?? make()
  }

  /// Where the value at a place of this scope, or of the one of its kind around it, is, once it is built.
  @inline(__always)
  func memory(at place: Int, of kind: ObjectIdentifier) -> UnsafeMutableRawPointer? {
    guard self.kind == kind else { return parent?.outerMemory(at: place, of: kind) }
    return places[place].load(ordering: .acquiring)?._withUnsafeGuaranteedRef { $0.memory }
  }

  @inline(never)
  private func outerMemory(at place: Int, of kind: ObjectIdentifier) -> UnsafeMutableRawPointer? {
    find(kind)?.memory(at: place, of: kind)
  }

  private func settle(_ instance: Instance, at place: Int) -> Instance {
    let fresh = Unmanaged.passRetained(instance)
    let (exchanged, present) = places[place].compareExchange(
      expected: nil, desired: fresh, ordering: .acquiringAndReleasing)
    if exchanged { return fresh.takeUnretainedValue() }
    fresh.release()
    return present?.takeUnretainedValue() ?? fresh.takeUnretainedValue()
  }

  /// The instance of a slot that joined after the container was made, created empty when it is asked for the first time.
  func instance<Value>(of slot: Slot, holding type: Value.Type) -> Instance { late(slot) { Instance(of: type) } }

  /// The instance of such a slot that is built by tasks.
  func instance<Value: Sendable>(of slot: Slot, _ make: () -> AsyncInstance<Value>) -> AsyncInstance<Value> {
    late(slot, make) as? AsyncInstance<Value> ?? make()
  }

  private func late(_ slot: Slot, _ make: () -> Instance) -> Instance {
    late.withLock { late in
      if let instance = late[ObjectIdentifier(slot)] { return instance }
      let fresh = make()
      late[ObjectIdentifier(slot)] = fresh
      return fresh
    }
  }

  /// The scope of a kind: this one, or the nearest around it.
  func find(_ kind: ObjectIdentifier) -> ScopeInstances? {
    var scope: ScopeInstances? = self
    while let current = scope, current.kind != kind { scope = current.parent }
    return scope
  }

  /// Whether this scope or one around it has closed.
  var isOver: Bool {
    var scope: ScopeInstances? = self
    while let current = scope {
      if current.isClosed { return true }
      scope = current.parent
    }
    return false
  }
}
