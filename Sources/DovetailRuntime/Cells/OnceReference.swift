// SPDX-License-Identifier: Apache-2.0
public import Synchronization

/// A reference to an object that is stored once, and read without a lock and without counting.
///
/// It is the standard library's `AtomicLazyReference`, which takes 400 instructions for a read, because its code is not specialised for its object.
// SAFETY: the object is retained before it is stored, and released with this.
@safe @usableFromInline
package struct OnceReference<Object: AnyObject & Sendable>: ~Copyable, Sendable {
  @usableFromInline let reference = unsafe Atomic<Unmanaged<Object>?>(nil)

  @inlinable package init() {}

  deinit { unsafe reference.load(ordering: .acquiring)?.release() }

  @inlinable package var object: Object? { unsafe reference.load(ordering: .acquiring)?.takeUnretainedValue() }

  /// Stores an object, if there is none.
  ///
  /// - Returns: The one that is there.
  package func store(_ object: Object) -> Object {
    let new = unsafe Unmanaged.passRetained(object)
    let first = unsafe reference.compareExchange(expected: nil, desired: new, ordering: .acquiringAndReleasing).original
    guard let first = unsafe first else { return object }
    unsafe new.release()
    return unsafe first.takeUnretainedValue()
  }
}
