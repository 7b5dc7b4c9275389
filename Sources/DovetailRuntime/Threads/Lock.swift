// SPDX-License-Identifier: Apache-2.0
public import Synchronization

/// State that one thread at a time may touch. No user code runs inside, deinitialisers included.
///
/// A closure on the lock may drop or replace any part of the state: the lock keeps the earlier state until it is unlocked, so that a last release happens
/// outside. That copy makes a change of a large collection linear in its size; state that is ``Inert`` is not copied.
///
/// This is the standard library's `Mutex`, made visible to the thread sanitizer. On Linux a contended `Mutex` is handed over
/// inside the kernel, where the sanitizer cannot see it; it would report races between threads that the mutex keeps apart. The
/// atomic shows it, at the cost of one store, the order that the mutex guarantees anyway.
@usableFromInline
package struct Lock<State: Sendable>: ~Copyable, Sendable {
  @usableFromInline let mutex: Mutex<State>
  @usableFromInline let handedOver = Atomic<Bool>(false)

  @inlinable package init(_ state: consuming State) { mutex = Mutex(state) }

  /// Runs a closure, exclusively among all closures on this lock.
  @inlinable package borrowing func withLock<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var earlier: State?
    defer { withExtendedLifetime(earlier) {} }
    return try locked { state throws(Failure) -> Result in
      earlier = state
      return try body(&state)
    }
  }

  /// Looks at the state, which stays as it is, and so is not copied.
  @inlinable package borrowing func read<Result, Failure: Error>(
    _ body: (borrowing State) throws(Failure) -> Result
  ) throws(Failure) -> Result { try locked { state throws(Failure) -> Result in try body(state) } }

  @inline(__always)
  @inlinable borrowing func locked<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try mutex.withLock { state throws(Failure) -> sending Result in
      _ = handedOver.load(ordering: .acquiring)
      defer { handedOver.store(true, ordering: .releasing) }
      return try body(&state)
    }
  }
}

/// State of a lock that may be released while the lock is held, because this runs no user code.
///
/// A conforming type that is not a plain value states its reason: it holds nothing of the user's, or hands out everything that it drops.
@usableFromInline
package protocol Inert: Sendable {}

extension Lock where State: Inert {
  /// Runs a closure, exclusively among all closures on this lock. The state is changed in place.
  @inlinable package borrowing func withLock<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result { try locked(body) }
}

extension Bool: Inert {}
extension Int: Inert {}
extension String: Inert {}
extension Optional: Inert where Wrapped: Inert {}
extension Array: Inert where Element: Inert {}
extension Set: Inert where Element: Inert {}
extension Dictionary: Inert where Key: Inert, Value: Inert {}
