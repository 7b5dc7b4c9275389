// SPDX-License-Identifier: Apache-2.0

// The only file that calls the C library: for threads (the running one, an object for each, sleeping until woken), and for the lines that a debug build prints.
#if canImport(Darwin)
  internal import Darwin
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
  package let word: UInt

  package init(word: UInt) { self.word = word }

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

/// A key of the C library, under which every thread has its ``ThreadState``.
struct ThreadKey: Sendable {
  private let key: pthread_key_t

  /// Makes a key whose states are released at the end of their threads. Without a free key the program ends: no request could find the one it is part of.
  init() {
    var key = pthread_key_t()
    let failure = unsafe pthread_key_create(&key) { unsafe ThreadKey.release($0) }
    if failure != 0 {
      fatalError(
        "Dovetail needs one key for thread-local memory, and this process has none left: pthread_key_create failed with error \(failure)"
      )
    }
    self.key = key
  }

  /// Releases the state of a thread that ends. The C library passes the pointer that was set, and calls nothing for one that is null; only some platforms say so
  /// in the parameter's type.
  private static func release(_ memory: UnsafeMutableRawPointer?) {
    guard let content = unsafe memory?.assumingMemoryBound(to: ThreadState.Content.self) else { return }
    unsafe content.deinitialize(count: 1)
    unsafe content.deallocate()
  }

  /// Where the running thread's state lies, made on first use.
  var memory: UnsafeMutablePointer<ThreadState.Content> {
    if let known = unsafe pthread_getspecific(key) { return unsafe known.assumingMemoryBound(to: ThreadState.Content.self) }
    let made = UnsafeMutablePointer<ThreadState.Content>.allocate(capacity: 1)
    unsafe made.initialize(to: ThreadState.Content())
    unsafe pthread_setspecific(key, made)
    return unsafe made
  }
}

/// Lets one thread sleep until another one wakes it. A wake before the sleep is not lost.
// SAFETY: `mutex` and `condition` are the platform's own synchronised objects at fixed addresses; `woken` is only touched
// while `mutex` is held.
@safe
package final class Parker: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var woken = false

  package init() {
    unsafe pthread_mutex_init(mutex, nil)
    unsafe pthread_cond_init(condition, nil)
  }

  deinit {
    unsafe pthread_cond_destroy(condition)
    unsafe pthread_mutex_destroy(mutex)
    unsafe condition.deallocate()
    unsafe mutex.deallocate()
  }

  /// Returns once ``wake()`` has been called; immediately if it was called before.
  package func park() {
    unsafe pthread_mutex_lock(mutex)
    while !woken { unsafe pthread_cond_wait(condition, mutex) }
    unsafe pthread_mutex_unlock(mutex)
  }

  package func wake() {
    unsafe pthread_mutex_lock(mutex)
    woken = true
    unsafe pthread_cond_signal(condition)
    unsafe pthread_mutex_unlock(mutex)
  }
}

/// What a debug build tells who runs the program.
package enum Platform {
  /// Writes lines to the standard error.
  package static func warn(_ text: String) {
    var line = text + "\n"
    line.withUTF8 { bytes in _ = unsafe write(STDERR_FILENO, bytes.baseAddress, bytes.count) }
  }
}
