// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// The build of a place's value, exactly once.
extension OpenScope {
  /// Waits until the value of a place is ready or it is this thread's turn to build it.
  ///
  /// - Parameter step: The bind, for errors.
  /// - Returns: The address of the value; `nil` when the caller has to build it now, in ``space(_:)``, and then call ``end(_:with:)``.
  /// - Throws: The error of another thread's build; a cycle when this thread builds the value already or waits for itself.
  @inline(__always)
  func enter(
    _ place: ScopePlace, for step: @autoclosure () -> ResolutionError.Step
  ) throws(ResolutionError) -> Address? {
    // The caller has looked for it before.
    if gate(place).pointee.isReady { return space(place) }
    return gate(place).pointee.begin(as: .current) ? nil : try wait(place, for: step)
  }

  @inline(never)
  private func wait(
    _ place: ScopePlace, for step: () -> ResolutionError.Step
  ) throws(ResolutionError) -> Address? {
    try gate(place).pointee.enter(address(place), step()) { gate(place).pointee.isReady ? space(place) : nil }
  }

  private func address(_ place: ScopePlace) -> UInt { (values + place.word).bits }

  /// Ends the build of this thread, and wakes the waiting threads: the value is ready.
  @inline(__always)
  func end(_ place: ScopePlace) { gate(place).pointee.end(address(place), ready: true) }

  /// Ends the build of this thread as ``end(_:)`` does, but without a value, and returns the error to throw.
  @inline(never)
  func failed(_ place: ScopePlace, _ error: ResolutionError) -> ResolutionError {
    gate(place).pointee.end(address(place), ready: false, with: error)
    return error
  }

  /// The instance at the place of a slot that is built by tasks, created empty on first use.
  func instance(at place: ScopePlace, holding type: any Any.Type) -> Instance {
    shared(place) ?? settle(Instance(of: type), place)
  }

  private func shared(_ place: ScopePlace) -> Instance? {
    Address(bits: gate(place).pointee.word.load(ordering: .acquiring)).map { Unheld(at: $0).object }
  }

  private func settle(_ instance: Instance, _ place: ScopePlace) -> Instance {
    let fresh = Unheld(instance).retained()
    let settled = gate(place).pointee.word.compareExchange(
      expected: Gate.empty, desired: fresh.address.bits, ordering: .acquiringAndReleasing)
    if settled.exchanged { return instance }
    fresh.release()
    // A word that is not empty leads to an instance.
    return shared(place) ?? instance
  }

  /// The instance of a slot that joined after the container was made, created empty on first use.
  func instance(of slot: AnyObject, holding type: any Any.Type) -> Instance {
    rareFacts.late.withLock { instances in
      if let instance = instances[ObjectIdentifier(slot)] { return instance }
      let fresh = Instance(of: type)
      instances[ObjectIdentifier(slot)] = fresh
      return fresh
    }
  }

  /// The parts that only some scopes have.
  final class RareFacts: Sendable {
    /// The instances of slots that joined after the container was made.
    let late = Lock<[ObjectIdentifier: Instance]>([:])
  }

  var rareFacts: RareFacts {
    if let made = rare.load(ordering: .acquiring) { return made.takeUnretainedValue() }
    let fresh = Unmanaged.passRetained(RareFacts())
    guard let made = rare.compareExchange(expected: nil, desired: fresh, ordering: .acquiringAndReleasing).original else {
      return fresh.takeUnretainedValue()
    }
    fresh.release()
    return made.takeUnretainedValue()
  }
}
