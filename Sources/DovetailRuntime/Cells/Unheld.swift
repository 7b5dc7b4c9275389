// SPDX-License-Identifier: Apache-2.0

/// A reference to an object that something else keeps. It is passed on and used without counting: counting references that all threads share would move
/// memory between processors.
// SAFETY: each property of this type says what keeps the object.
@usableFromInline
package struct Unheld<Object: AnyObject> {
  @usableFromInline let reference: Unmanaged<Object>

  @inlinable @inline(__always) package init(_ object: Object) { reference = .passUnretained(object) }

  /// The object at an address that came from ``address``.
  @inlinable @inline(__always) package init(at address: Address) { reference = .fromOpaque(address.pointer) }

  /// Tells the object from all others, as long as it lives.
  @inlinable @inline(__always) package var address: Address { Address(reference.toOpaque()) }

  /// The object, held by the caller.
  @inlinable @inline(__always) package var object: Object { reference.takeUnretainedValue() }

  /// Uses the object.
  @inlinable @inline(__always) package func use<Result>(_ body: (Object) throws -> Result) rethrows -> Result { try body(object) }

  /// Counts a reference to the object until ``release()``.
  @inlinable @inline(__always) package func retained() -> Unheld {
    _ = reference.retain()
    return self
  }

  @inlinable @inline(__always) package func release() { reference.release() }
}

extension Unheld: Sendable where Object: Sendable {}
