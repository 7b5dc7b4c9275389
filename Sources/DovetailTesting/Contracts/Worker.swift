// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// A separate thread: a contract's code may block, and must not take a thread from the tests that run concurrently.
final class Worker: Sendable {
  private let body: @Sendable () -> Void
  private let finished = Atomic<Bool>(false)

  /// Starts a thread. When no thread is available, the body has run on return.
  init(_ body: @escaping @Sendable () -> Void) {
    self.body = body
    let context = Unmanaged.passRetained(self).toOpaque()
    // What the thread returns is read by nobody; some platforms want a pointer there.
    #if canImport(Glibc) || canImport(Android)
      var thread = pthread_t()
    #else
      var thread: pthread_t?
    #endif
    let failure = pthread_create(
      &thread, nil,
      { context in
        Worker.perform(context)
        return context
      }, context)
    if failure != 0 {
      Worker.perform(context)
      return
    }
    #if canImport(Glibc) || canImport(Android)
      pthread_detach(thread)
    #else
      if let thread { pthread_detach(thread) }
    #endif
  }

  /// Waits until the body has returned.
  ///
  /// - Parameter patience: The time limit; `nil` for none.
  /// - Returns: Whether it has.
  @discardableResult
  func wait(for patience: Duration? = nil) -> Bool {
    let end = patience.map { ContinuousClock.now + $0 }
    while !finished.load(ordering: .acquiring) {
      if let end, ContinuousClock.now >= end { return false }
      usleep(100)
    }
    return true
  }

  /// Runs a closure on several threads at once, and returns when all have ended.
  ///
  /// - Parameters:
  ///   - count: The number of threads.
  ///   - body: Takes the number of the thread, from 0.
  static func together(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let line = StartingLine(count)
    let workers = (0..<count).map { index in
      Worker {
        line.wait()
        body(index)
      }
    }
    for worker in workers { worker.wait() }
  }

  private static func perform(_ context: UnsafeMutableRawPointer?) {
    guard let context else { return }
    let worker = Unmanaged<Worker>.fromOpaque(context).takeRetainedValue()
    worker.body()
    worker.finished.store(true, ordering: .releasing)
  }
}

/// A barrier that blocks until all threads have arrived, or its time is over.
///
/// Where the system has no further thread, a body runs on the calling thread, before the other threads are made.
package final class StartingLine: Sendable {
  private let count: Int
  private let patience: Duration
  private let arrived = Atomic<Int>(0)

  package init(_ count: Int, patience: Duration = .seconds(1)) {
    (self.count, self.patience) = (count, patience)
  }

  package func wait() {
    _ = arrived.add(1, ordering: .acquiringAndReleasing)
    let end = ContinuousClock.now + patience
    while arrived.load(ordering: .acquiring) < count, ContinuousClock.now < end { sched_yield() }
  }
}
