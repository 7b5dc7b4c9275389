// SPDX-License-Identifier: Apache-2.0

/// The closing of the values of one bind when their owner closes.
// SAFETY: each subclass proves its own properties; this class has Sendable lets.
@usableFromInline
package class CloseAction: @unchecked Sendable {
  /// Whether the closing of a value may have to be awaited.
  @usableFromInline package let isAwaited: Bool
  /// Whether it must not notice the cancellation of the task that closes the owner.
  @usableFromInline package let isShielded: Bool

  package init(isAwaited: Bool, shielded: Bool = true) {
    self.isAwaited = isAwaited
    isShielded = shielded
  }

  /// The step whose closing may have to be awaited; `nil` if there is none.
  package var awaitedStep: ResolutionError.Step? { nil }

  /// Closes the value at an address, unless the closing has to be awaited: then it does nothing.
  ///
  /// - Returns: Whether the value is closed.
  @usableFromInline
  package func closeUnlessAwaited(at memory: UnsafeMutableRawPointer, _ failures: inout [CloseError.Failure]) -> Bool { true }

  /// Closes the value at an address, whose closing has to be awaited, and returns the failures.
  @usableFromInline package func close(at memory: UnsafeMutableRawPointer) async -> [CloseError.Failure] { [] }

  /// A copy of the value at an address, for code that outlives the memory there.
  package func keep(copyOf memory: UnsafeMutableRawPointer) -> KeptValue { KeptValue((), self) }
}

/// An action that is one closure, which awaits nothing.
// SAFETY: adds a Sendable let.
package final class CloseClosure: CloseAction, @unchecked Sendable {
  private let body: @Sendable (UnsafeMutableRawPointer, inout [CloseError.Failure]) -> Void

  package init(_ body: @escaping @Sendable (UnsafeMutableRawPointer, inout [CloseError.Failure]) -> Void) {
    self.body = body
    super.init(isAwaited: false)
  }

  package override func closeUnlessAwaited(at memory: UnsafeMutableRawPointer, _ failures: inout [CloseError.Failure]) -> Bool {
    body(memory, &failures)
    return true
  }
}
