// SPDX-License-Identifier: Apache-2.0

/// The closing of a part, for an owner that closes before it has ended: the owner awaits it, unless it is closed by a hook of the part.
// SAFETY: adds a Sendable let.
package final class PartClosing: CloseAction, ClosingPart, @unchecked Sendable {
  /// The closings whose hooks the running task is in.
  @TaskLocal private static var around: [ObjectIdentifier] = []

  /// The tasks that await the end; `nil` once it has come.
  private let waiting = Lock<[CheckedContinuation<Void, Never>]?>([])

  /// - Parameter awaited: The first value that it closes by awaiting; `nil` if there is none.
  package init(of part: CloseOwner, awaiting awaited: ResolutionError.Step?) {
    super.init(part, awaited ?? CloseClosure.anyone, isAwaited: awaited != nil)
  }

  private var isAround: Bool { PartClosing.around.contains(ObjectIdentifier(self)) }

  package var awaitedStep: ResolutionError.Step? { isAwaited && !isAround && waiting.withLock { $0 != nil } ? step : nil }

  package func begin() -> PendingCloses {
    if isAround { return PendingCloses() }
    return PendingCloses([CloseEntry(self, at: Unheld(self).address)], keeping: [self])
  }

  package override func closeUnlessAwaited(at memory: Address, _ failures: inout [CloseError.Failure]) -> Bool {
    waiting.withLock { $0 == nil }
  }

  package override func close(at memory: Address) async -> [CloseError.Failure] {
    await withCheckedContinuation { continuation in
      if waiting.withLock({ $0?.append(continuation) }) == nil { continuation.resume() }
    }
    return []
  }

  /// Runs the awaited rest of the closing.
  package nonisolated(nonsending) func run(_ rest: PendingCloses) async -> [CloseError.Failure] {
    await PartClosing.$around.withValue(PartClosing.around + [ObjectIdentifier(self)]) { await rest.runAwaited() }
  }

  /// Lets those who wait go on.
  package func end() {
    let ended = waiting.withLock { waiting in
      defer { waiting = nil }
      return waiting
    }
    ended?.forEach { $0.resume() }
  }
}
