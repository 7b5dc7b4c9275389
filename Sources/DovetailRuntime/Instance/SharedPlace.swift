// SPDX-License-Identifier: Apache-2.0
public import Synchronization

/// The address of a shared value once it is built, and the gate for its builders until then.
@usableFromInline
package struct SharedPlace: ~Copyable, Sendable {
  /// The address in bits; stored once, after the value that lies there.
  @usableFromInline let ready = Atomic<UInt>(0)
  @usableFromInline package let gate = Gate()

  @inlinable
  package init() {}

  /// The address of the value, once it is built.
  @inlinable @inline(__always)
  package var memory: Address? { Address(bits: ready.load(ordering: .acquiring)) }

  /// Shows the value at an address to all threads.
  package func publish(_ memory: Address) { ready.store(memory.bits, ordering: .releasing) }

  /// Waits until the value is built or it is this thread's turn to build it.
  ///
  /// - Parameters:
  ///   - address: The place's address.
  ///   - step: The bind or member being built, for errors.
  /// - Returns: The address of the value; `nil` when the caller has to build it now, and then to call ``end(_:with:)``.
  /// - Throws: The error of another thread's build; a cycle when this thread builds the value already or waits for itself.
  package func enter(
    _ address: UInt, _ step: @autoclosure () -> ResolutionError.Step
  ) throws(ResolutionError) -> Address? {
    // An empty gate has no value behind it: a builder that succeeds leaves the gate ready.
    if gate.begin(as: .current) { return nil }
    return try gate.enter(address, step(), unless: { memory })
  }

  /// Ends the build of this thread, and wakes the waiting threads. The value is ready unless there is an error.
  @inlinable @inline(__always)
  package func end(_ address: UInt, with error: ResolutionError? = nil) { gate.end(address, ready: error == nil, with: error) }
}
