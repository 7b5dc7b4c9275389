// SPDX-License-Identifier: Apache-2.0

// The only file that calls the C library: for threads (the running one, its memory, sleeping until woken), and for the lines that a debug build prints.
#if canImport(Darwin)
  internal import Darwin
  internal import Dispatch
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Android)
  internal import Android
#endif

/// Identifies a running thread; comparable only while the thread runs.
package struct ThreadID: Hashable, Sendable {
  /// The address of the C library's record of the thread, on every platform; so its last two bits are free.
  let word: UInt

  package static var current: ThreadID {
    #if canImport(Glibc)
      ThreadID(word: UInt(pthread_self()))
    #elseif canImport(Android)
      // A number that may be negative.
      ThreadID(word: UInt(bitPattern: pthread_self()))
    #else
      ThreadID(word: UInt(bitPattern: unsafe pthread_self()))
    #endif
  }
}

/// Identifies the running task.
enum TaskID {
  /// 0 outside of tasks.
  static var current: Int { unsafe withUnsafeCurrentTask { unsafe $0?.hashValue ?? 0 } }
}

/// What this package knows about the code that the running thread runs: memory that every thread has for itself, made on first use and released with the
/// thread. Only its thread touches it.
// SAFETY: the memory lies there from the thread's first use to its end; who changes it runs no code that changes it again.
@safe
package struct ThreadState {
  private let content: UnsafeMutablePointer<Content>

  /// Reads or changes the content, which no class may hold: a thread's own memory needs no test that two accesses overlap.
  func with<Result, Failure: Error>(_ body: (inout Content) throws(Failure) -> Result) throws(Failure) -> Result {
    unsafe try body(&content.pointee)
  }

  /// Begins the part of an asynchronous request that this thread runs.
  package func begin(part request: consuming RunningRequest) { unsafe content.pointee.requests.append(request) }

  /// The running thread's state.
  package static var current: ThreadState {
    if let known = unsafe pthread_getspecific(key) {
      return unsafe ThreadState(content: known.assumingMemoryBound(to: Content.self))
    }
    let made = UnsafeMutablePointer<Content>.allocate(capacity: 1)
    unsafe made.initialize(to: Content())
    unsafe pthread_setspecific(key, made)
    return unsafe ThreadState(content: made)
  }

  /// The key of the C library for this memory. Without a free key the program ends: no request could find the one it is part of.
  private static let key = {
    var key = pthread_key_t()
    let failure = unsafe pthread_key_create(&key) { unsafe release($0) }
    if failure == 0 { return key }
    fatalError(
      "Dovetail needs one key for thread-local memory, and this process has none left: pthread_key_create failed with error \(failure)"
    )
  }()

  /// Releases the memory of a thread that ends. The C library passes the pointer that was set, and calls nothing for one that is null; only some platforms say
  /// so in the parameter's type.
  private static func release(_ memory: UnsafeMutableRawPointer?) {
    guard let content = unsafe memory?.assumingMemoryBound(to: Content.self) else { return }
    unsafe content.deinitialize(count: 1)
    unsafe content.deallocate()
  }
}

/// Lets one thread sleep until another one wakes it. A wake before the sleep is not lost, and each wake ends one sleep.
#if canImport(Darwin)
  struct Parker: Sendable {
    private let semaphore = DispatchSemaphore(value: 0)

    /// Returns once ``wake()`` has been called; immediately if it was called before.
    func park() { semaphore.wait() }

    func wake() { semaphore.signal() }
  }
#else
  // Not Dispatch's: with it, a program that imports this C library finds some of its types in Dispatch, and has to import that as well.
  // SAFETY: the platform's own synchronised object at a fixed address.
  @safe
  final class Parker: @unchecked Sendable {
    private let semaphore = UnsafeMutablePointer<sem_t>.allocate(capacity: 1)

    init() { unsafe sem_init(semaphore, 0, 0) }

    deinit {
      unsafe sem_destroy(semaphore)
      unsafe semaphore.deallocate()
    }

    /// Returns once ``wake()`` has been called; immediately if it was called before.
    func park() {
      // A signal of the system may end the call early.
      while unsafe sem_wait(semaphore) != 0 {}
    }

    func wake() { unsafe sem_post(semaphore) }
  }
#endif

/// Writes what a debug build tells who runs the program to the standard error.
func warn(_ text: String) {
  var line = text + "\n"
  line.withUTF8 { bytes in _ = unsafe write(STDERR_FILENO, bytes.baseAddress, bytes.count) }
}
