// SPDX-License-Identifier: Apache-2.0

// The only file that calls the C library: for threads (the running one, its stack, a pointer per thread, sleeping until woken), and for memory.
#if canImport(Darwin)
  public import Darwin
#elseif canImport(Glibc)
  public import Glibc
#elseif canImport(Musl)
  public import Musl
#elseif canImport(Android)
  public import Android
#endif

/// Identifies a running thread; comparable only while the thread runs.
@usableFromInline
package struct ThreadID: Hashable, Sendable {
  /// The address of the C library's record of the thread, on every platform; so its last two bits are free.
  @usableFromInline package let word: UInt

  @inlinable package init(word: UInt) { self.word = word }

  @inlinable package static var current: ThreadID {
    #if canImport(Glibc)
      ThreadID(word: UInt(pthread_self()))
    #else
      // A pointer, or on Android a number that may be negative.
      ThreadID(word: UInt(bitPattern: pthread_self()))
    #endif
  }
}

extension ThreadID {
  /// The addresses of the running thread's stack, which grows downwards; `nil` when the platform cannot tell.
  package static var stack: Range<UInt>? {
    #if canImport(Darwin)
      let top = UInt(bitPattern: pthread_get_stackaddr_np(pthread_self()))
      return top - UInt(pthread_get_stacksize_np(pthread_self()))..<top
    #else
      var attributes = pthread_attr_t()
      guard readAttributes(of: pthread_self(), into: &attributes) == 0 else { return nil }
      defer { pthread_attr_destroy(&attributes) }
      var lowest: UnsafeMutableRawPointer?
      var size = 0
      guard pthread_attr_getstack(&attributes, &lowest, &size) == 0, let lowest else { return nil }
      return UInt(bitPattern: lowest)..<UInt(bitPattern: lowest) + UInt(size)
    #endif
  }
}

#if !canImport(Darwin)
  // Every C library has this function, but the headers show it to GNU sources only.
  @_silgen_name("pthread_getattr_np")
  private func readAttributes(of thread: pthread_t, into attributes: UnsafeMutablePointer<pthread_attr_t>) -> CInt
#endif

/// A key of the C library, under which every thread has a block of its own.
@usableFromInline
package struct ThreadKey: Sendable {
  @usableFromInline let key: pthread_key_t

  /// Makes a key whose blocks are released at the end of their threads. Without a free key the program ends: no request could find the one it is part of.
  init() {
    var key = pthread_key_t()
    // The C library passes the pointer that was set, and calls nothing for one that is null; only some platforms say so in the parameter's type.
    let failure = pthread_key_create(&key) { ThreadBlock.release($0) }
    if failure != 0 {
      fatalError(
        "Dovetail needs one key for thread-local memory, and this process has none left: pthread_key_create failed with error \(failure)"
      )
    }
    self.key = key
  }

  /// The running thread's block; `nil` until one is set.
  @usableFromInline package internal(set) var block: ThreadBlock.Pointer? {
    @inlinable get { pthread_getspecific(key)?.assumingMemoryBound(to: ThreadBlock.self) }
    nonmutating set { pthread_setspecific(key, newValue) }
  }
}

/// Lets one thread sleep until another one wakes it. A wake before the sleep is not lost.
// SAFETY: `mutex` and `condition` are the platform's own synchronised objects at fixed addresses; `woken` is only touched
// while `mutex` is held.
package final class Parker: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
  private var woken = false

  package init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  deinit {
    pthread_cond_destroy(condition)
    pthread_mutex_destroy(mutex)
    condition.deallocate()
    mutex.deallocate()
  }

  /// Returns once ``wake()`` has been called; immediately if it was called before.
  package func park() {
    pthread_mutex_lock(mutex)
    while !woken { pthread_cond_wait(condition, mutex) }
    pthread_mutex_unlock(mutex)
  }

  package func wake() {
    pthread_mutex_lock(mutex)
    woken = true
    pthread_cond_signal(condition)
    pthread_mutex_unlock(mutex)
  }
}

/// Memory straight from the C library. The standard library asks there for an alignment, even one that all memory has, and that takes longer.
extension Address {
  /// Memory for values of a size in bytes, with an address of its own, to be given back by ``deallocate()``.
  @inlinable @inline(__always)
  package static func allocate(_ size: Int, alignment: Int) -> Address {
    // Every address of the C library is a multiple of two words, on every platform.
    let memory = alignment > 2 * MemoryLayout<UInt>.size ? nil : malloc(max(1, size))
    // Without memory, the program ends here.
    return Address(memory ?? .allocate(byteCount: max(1, size), alignment: alignment))
  }

  @inlinable @inline(__always)
  package func deallocate() { free(pointer) }
}

/// What a debug build tells who runs the program.
package enum Platform {
  /// Writes lines to the standard error.
  package static func warn(_ text: String) {
    var line = text + "\n"
    line.withUTF8 { bytes in _ = write(STDERR_FILENO, bytes.baseAddress, bytes.count) }
  }
}
