// SPDX-License-Identifier: Apache-2.0

// What is opened inside.
extension Lifetime {
  /// What is open inside.
  struct Part: Sendable {
    /// The part, if it is certain to be closed by the code that opened it.
    private let held: (any Closing)?
    /// Any other: that code holds it, and may drop it without closing it.
    private weak let reference: (any Closing)?

    init(_ part: any Closing, isHeld: Bool) { (held, reference) = isHeld ? (part, nil) : (nil, part) }

    var part: (any Closing)? { held ?? reference }
  }

  /// Remembers a part opened inside, until it is forgotten; twice is the same as once.
  ///
  /// - Parameters:
  ///   - number: What ``nextOpening()`` gave when the part opened.
  ///   - isHeld: Whether the part is certain to be closed by the code that opened it.
  /// - Returns: Whether it will be closed; false when the closing has begun already.
  package func adopt(_ part: any Closing, _ number: Int, isHeld: Bool = false) -> Bool {
    state.withLock { state in
      if isClosed { return false }
      if state.parts[number] == nil { state.parts[number] = Part(part, isHeld: isHeld) }
      return true
    }
  }

  /// Forgets a part that has closed or was released.
  package func forget(_ number: Int) { _ = state.withLock { $0.parts.removeValue(forKey: number) } }

  /// Remembers what a part has left behind, in the place of the part, which is dropped.
  ///
  /// - Returns: Whether it will be closed; false when the closing has begun already.
  func replace(_ number: Int, with left: LeftBehind) -> Bool {
    state.withLock { state in
      guard !isClosed, state.parts[number] != nil else { return false }
      state.parts[number] = Part(left, isHeld: true)
      return true
    }
  }

  /// The parts that are open inside, newest first.
  package var parts: [any Closing] {
    // Read outside the lock: this code may release the last reference to a part, which then calls `forget(_:)`.
    let parts = state.withLock { $0.parts }
    return Array(parts.keys).inOrder(>).compactMap { parts[$0]?.part }
  }
}

/// What was dropped and not closed: the values of a scope or of a child container that the program no longer holds. They close with what it was opened in.
package final class LeftBehind: Closing {
  package let closeOwner: CloseOwner
  package let lifetime: Lifetime

  package init(_ lifetime: Lifetime, of owner: CloseOwner) { (self.lifetime, closeOwner) = (lifetime, owner) }

  package func shut() {}

  package func unshut() {}

  package func letGoAfterClosing() {}

  /// Takes the place of a part that is dropped. When the closing of what it was opened in has begun, closes at once.
  ///
  /// - Parameters:
  ///   - number: The part's.
  ///   - home: What the part was opened in.
  ///   - name: That in words.
  ///   - location: Where the part was opened.
  /// - Returns: What the program is told; `nil` when the part has nothing to close.
  package func replace(_ number: Int, in home: Lifetime, _ name: String, at location: SourceLocation, help: String) -> Diagnostic?
  {
    let steps = lifetime.lostSteps
    if steps.isEmpty, lifetime.parts.isEmpty { return nil }
    if !home.replace(number, with: self) { _ = lifetime.end().runNow() }
    return Diagnostic(
      .scopeLeftOpen, .warning, "\(closeOwner) was dropped and not closed: its values stay until \(name) closes", at: location,
      notes: steps.map { "not closed: \($0.key.quoted) (\($0.location))" }, help: help)
  }
}
