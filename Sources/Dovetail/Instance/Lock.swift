// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// State that one thread at a time may touch. None of the user's code runs inside.
///
/// This is the standard library's `Mutex`, made visible to the thread sanitizer. On Linux a contended `Mutex` is handed over
/// inside the kernel, where the sanitizer cannot see it; it would report races between threads that the mutex keeps apart. The
/// atomic tells it, and the processor at the cost of one store, what the mutex guarantees anyway.
package struct Lock<State: Sendable>: ~Copyable, Sendable {
  private let mutex: Mutex<State>
  private let handedOver = Atomic<Bool>(false)

  package init(_ state: State) { mutex = Mutex(state) }

  /// Runs a closure that nobody else's closure on this lock runs beside.
  package borrowing func withLock<Result, Failure: Error>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try mutex.withLock { state throws(Failure) -> sending Result in
      _ = handedOver.load(ordering: .acquiring)
      defer { handedOver.store(true, ordering: .releasing) }
      return try body(&state)
    }
  }
}
