// SPDX-License-Identifier: Apache-2.0

/// The nested activities of a thread, in reused memory, so that beginning and ending one allocates nothing.
// SAFETY: the first `count` elements are initialised, and no others.
@usableFromInline
package struct GrowingStack<Element> {
  /// The outermost one; valid until the next one begins or ends.
  @usableFromInline package var elements: UnsafeMutablePointer<Element>
  @usableFromInline package var count = 0
  @usableFromInline package var capacity = 16

  package init() { elements = .allocate(capacity: capacity) }

  /// Frees the memory of a stack that is empty.
  package func deallocate() { elements.deallocate() }

  /// The innermost one; valid until the next one begins or ends.
  @inlinable package var last: UnsafeMutablePointer<Element>? { count == 0 ? nil : elements + (count - 1) }

  @inlinable
  package mutating func push(_ element: Element) {
    if unlikely(count == capacity) { grow() }
    (elements + count).initialize(to: element)
    count += 1
  }

  @inlinable
  package mutating func pop() -> Element {
    count -= 1
    return (elements + count).move()
  }

  @usableFromInline @inline(never)
  package mutating func grow() {
    let old = elements
    capacity *= 2
    elements = .allocate(capacity: capacity)
    elements.moveInitialize(from: old, count: count)
    old.deallocate()
  }
}
