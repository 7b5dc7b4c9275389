// SPDX-License-Identifier: Apache-2.0

// What is opened inside.
extension Lifetime {
  /// What is open inside.
  struct Part: Sendable {
    /// The part: the code that opened it holds it, and may drop it without closing it.
    private weak let reference: (any Closing)?
    /// What is left of one that is dropped.
    private let lifetime: Lifetime
    private let owner: CloseOwner

    init(_ part: any Closing, leftAs owner: CloseOwner) { (reference, lifetime, self.owner) = (part, part.lifetime, owner) }

    var part: any Closing { reference ?? LeftBehind(lifetime, of: owner) }
  }

  /// Remembers a part opened inside, until it is forgotten; twice is the same as once. When the part is dropped, what was made in it stays, and closes in the
  /// place of the part.
  ///
  /// - Parameters:
  ///   - number: What ``nextOpening()`` gave when the part opened.
  ///   - owner: What a part that is dropped is called; by default what it is called before.
  ///   - isClosing: Whether to remember the part although a closing has begun. If that closing is taken back, the part is open like any other.
  /// - Returns: Whether it will be closed; `false` when the closing has begun already.
  package func adopt(
    _ part: any Closing, _ number: Int, leftAs owner: CloseOwner? = nil, evenIfClosing isClosing: Bool = false
  ) -> Bool {
    state.withLock { state in
      if isClosed, !isClosing || state.isOver { return false }
      if state.parts[number] == nil {
        state.parts[number] = Part(part, leftAs: owner ?? part.closeOwner)
      }
      return true
    }
  }

  /// Forgets a part that has closed or was released.
  package func forget(_ number: Int) { _ = state.withLock { $0.parts.removeValue(forKey: number) } }

  /// The parts that are open inside, newest first.
  package var parts: [any Closing] {
    // Read outside the lock: this code may release the last reference to a part, which then calls `forget(_:)`.
    let parts = state.withLock { $0.parts }
    return Array(parts.keys).inOrder(>).compactMap { parts[$0]?.part }
  }

  /// What the program is told when what this is the lifetime of is dropped and not closed.
  ///
  /// - Parameters:
  ///   - owner: What is dropped.
  ///   - home: What it was opened in, in words.
  ///   - location: Where it was opened.
  /// - Returns: `nil` when it has nothing to close.
  package func dropped(_ owner: CloseOwner, in home: String, at location: SourceLocation, help: String) -> Diagnostic? {
    // What only tells observers is nothing to close.
    let steps = state.withLock { $0.entries }.compactMap { $0.action is CloseNotice ? nil : $0.action.step }
    if steps.isEmpty, parts.isEmpty { return nil }
    return Diagnostic(
      .scopeLeftOpen, .warning, "\(owner) was dropped and not closed: its values stay until \(home) closes", at: location,
      notes: steps.map { "not closed: \($0.key.quoted) (\($0.location))" }, help: help)
  }
}

/// What was dropped and not closed: the values of a scope or of a child container that the program no longer holds. They close with what it was opened in.
private final class LeftBehind: Closing {
  let closeOwner: CloseOwner
  let lifetime: Lifetime

  init(_ lifetime: Lifetime, of owner: CloseOwner) { (self.lifetime, closeOwner) = (lifetime, owner) }

  func shut() {}

  func unshut() {}

  func letGoAfterClosing() {}
}
