// SPDX-License-Identifier: Apache-2.0
public import Synchronization

/// A reference to an object that is stored once, and read without a lock. All of one kind hold objects of one class.
///
/// It is the standard library's `AtomicLazyReference`, which takes 400 instructions for a read, because its code is not specialised for its object.
// SAFETY: the object is retained before it is stored, and released with this.
@safe @usableFromInline
package struct OnceReference: ~Copyable, @unchecked Sendable {
  @usableFromInline let pointer = unsafe Atomic<UnsafeRawPointer?>(nil)

  package init() {}

  deinit {
    guard let pointer = unsafe pointer.load(ordering: .acquiring) else { return }
    unsafe Unmanaged<AnyObject>.fromOpaque(pointer).release()
  }

  /// The object; `Object` is the class of the one that was stored.
  @inlinable @inline(__always) package func object<Object: AnyObject & Sendable>() -> Object? {
    guard let pointer = unsafe pointer.load(ordering: .acquiring) else { return nil }
    return unsafe Unmanaged.fromOpaque(pointer).takeUnretainedValue()
  }

  /// Stores an object, if there is none.
  ///
  /// - Returns: The one that is there.
  package func store<Object: AnyObject & Sendable>(_ object: Object) -> Object {
    let new = unsafe Unmanaged.passRetained(object)
    let first = unsafe pointer.compareExchange(
      expected: nil, desired: UnsafeRawPointer(new.toOpaque()), ordering: .acquiringAndReleasing
    ).original
    guard let first = unsafe first else { return object }
    unsafe new.release()
    return unsafe Unmanaged.fromOpaque(first).takeUnretainedValue()
  }
}
