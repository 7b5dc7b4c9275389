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

/// Real threads, for tests in which as many of them have to block as the test says, with stacks as small as the test says.
package enum Threads {
  private final class Work: Sendable {
    package let index: Int
    package let body: @Sendable (Int) -> Void

    package init(_ index: Int, _ body: @escaping @Sendable (Int) -> Void) {
      self.index = index
      self.body = body
    }
  }

  /// Whether the thread sanitizer or the address sanitizer is part of the program.
  private static let isSanitized = ["__tsan_init", "__asan_init"].contains { (name: String) in
    dlsym(dlopen(nil, RTLD_NOW), name) != nil
  }

  /// Runs a closure on new threads, which all begin at the same time, and returns when all have ended.
  ///
  /// - Parameters:
  ///   - count: The number of threads.
  ///   - stackSize: The size of each thread's stack in bytes; four times as much in a program with a sanitizer, whose code needs more.
  ///   - body: Takes the number of the thread, from 0.
  package static func run(_ count: Int = 1, stackSize: Int = 512 * 1024, _ body: @escaping @Sendable (Int) -> Void) {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    precondition(pthread_attr_setstacksize(&attributes, isSanitized ? stackSize * 4 : stackSize) == 0)
    let line = StartingLine(count)
    let threads = (0..<count).map { index in
      start(
        Work(index) { index in
          line.wait()
          body(index)
        }, &attributes)
    }
    for thread in threads { pthread_join(thread, nil) }
  }

  /// Runs a closure on a new thread, and leaves the thread of the calling task to others meanwhile.
  package static func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
    await withCheckedContinuation { continuation in
      var attributes = pthread_attr_t()
      pthread_attr_init(&attributes)
      defer { pthread_attr_destroy(&attributes) }
      pthread_detach(start(Work(0) { _ in continuation.resume(returning: body()) }, &attributes))
    }
  }

  private static func start(_ work: Work, _ attributes: inout pthread_attr_t) -> pthread_t {
    let context = Unmanaged.passRetained(work).toOpaque()
    #if canImport(Glibc) || canImport(Android)
      var made = pthread_t()
    #else
      var made: pthread_t?
    #endif
    // What the thread returns is read by nobody; some platforms want a pointer there.
    let code = pthread_create(
      &made, &attributes,
      { context in
        Threads.perform(context)
        return context
      }, context)
    let thread: pthread_t? = made
    guard code == 0, let thread else { preconditionFailure("no thread: \(code)") }
    return thread
  }

  /// Some platforms hand over a pointer that may be nil; it is that of the thread's work.
  private static func perform(_ context: UnsafeMutableRawPointer?) {
    guard let context else { return }
    let work = Unmanaged<Work>.fromOpaque(context).takeRetainedValue()
    work.body(work.index)
  }
}

/// Lets nobody pass until all have arrived; may be used again and again by the same number of threads.
package final class StartingLine: Sendable {
  private let count: Int
  private let arrived = Atomic<Int>(0)

  package init(_ count: Int) { self.count = count }

  package func wait() {
    let place = arrived.add(1, ordering: .acquiringAndReleasing).newValue
    let target = (place + count - 1) / count * count
    while arrived.load(ordering: .acquiring) < target { sched_yield() }
  }
}

/// Keeps the processor busy for a while: a factory that takes its time. Nothing sleeps.
package func spin(for duration: Duration = .milliseconds(1)) {
  let clock = ContinuousClock()
  let end = clock.now + duration
  while clock.now < end {}
}

/// Waits until a condition holds, without giving up: a test that hangs here shows that it never does.
package func spin(until condition: () -> Bool) {
  while !condition() { sched_yield() }
}
