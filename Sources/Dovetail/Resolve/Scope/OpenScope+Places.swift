// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// The memory of an open scope: a place for every bind of its kind, each filled on first use.
///
/// Before the first value are words, one for every place, the first place's last. A word is 0 while the place is empty, 1 once the value is ready, and in
/// between the thread that builds it; when tasks build the value, the word leads to their shared instance.
///
/// Binds that are found on types may join a running container; open scopes have no place for them, and keep their instances by slot.
// SAFETY: every user of the memory has entered the scope, and it is freed when the scope has ended and all have left. Words are atomic. A value is written by
// the thread that its word names, before that thread releases the word as ready; it is read after the word is acquired.
extension OpenScope {
  /// The gate of a place; when tasks build the value, its word leads to their shared instance.
  @inline(__always)
  func gate(_ place: ScopePlace) -> UnsafeMutablePointer<Gate> { (values + place.word).typed() }

  @inline(__always)
  func space(_ place: ScopePlace) -> Address { values + place.offset }

  /// The address of a place's value in this scope, or in the one of its kind around it, once it is built.
  @inline(__always)
  func memory(of place: ScopePlace) -> Address? {
    if id != place.kind { return outerMemory(of: place) }
    return gate(place).pointee.isReady ? space(place) : nil
  }

  @inline(never)
  private func outerMemory(of place: ScopePlace) -> Address? { outer?.find(place.kind)?.memory(of: place) }

  /// The scope of a kind: this one, or the nearest around it.
  @inline(__always)
  func find(_ kind: ObjectIdentifier) -> OpenScope? { id == kind ? self : findAround(kind) }

  @inline(never)
  private func findAround(_ kind: ObjectIdentifier) -> OpenScope? {
    var scope = outer
    while let current = scope, current.id != kind { scope = current.outer }
    return scope
  }

  /// Whether this is a scope, or inside it.
  func lies(in scope: OpenScope) -> Bool { self === scope || outer?.lies(in: scope) ?? false }

  /// Stores an input when the scope opens, before another thread can see the scope. An overridden input is left out.
  func fill<Value>(with value: Value) {
    if let space = take(ObjectIdentifier(Value.self)) { space.store(value) }
  }

  /// The place of the input of a type, for the caller to initialise; `nil` when it is overridden.
  @inline(__always)
  func take(_ type: ObjectIdentifier) -> Address? {
    let place = shape.place(ofInput: type)
    guard let place else { return nil }
    gate(place).pointee.word.store(Gate.ready, ordering: .relaxed)
    return space(place)
  }

  /// Destroys the values and frees their memory; called when there are no readers any more.
  func letGo() {
    // By index, because a loop over the array would count references to it.
    for index in 0..<shape.layout.places.count {
      let value = shape.layout.places[index]
      let space = space(value.place)
      switch gate(value.place).pointee.word.load(ordering: .acquiring) {
      case Gate.empty: break
      case Gate.ready: space.destroy(value.type, isObject: value.isObject)
      case let shared: Address(bits: shared).map { Unheld<Instance>(at: $0).release() }
      }
    }
    shape.deallocate(values)
    if rare.load(ordering: .acquiring) != nil { rareFacts.late.withLock { $0 = [:] } }
    outer?.leave()
  }
}
