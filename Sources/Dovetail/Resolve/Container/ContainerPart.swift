// SPDX-License-Identifier: Apache-2.0

/// A part that another module attaches to a container, and that may have to end before the container closes.
package protocol ContainerPart: AnyObject, Sendable {
  /// Whether work of the part has to end before the container closes; by default there is none.
  var isBusy: Bool { get }

  /// Whether work of the part waits for the running code; by default there is none.
  var isReentered: Bool { get }

  /// Prevents the part from beginning new work, because the container is about to close.
  ///
  /// - Returns: Whether the container may close now; `false` while work of the part has to end first. By default there is none.
  func hold() -> Bool

  /// Lets the part begin work again: the closing was refused.
  func release()

  /// The container has closed.
  func end()

  /// Ends the work that has to end before the container closes.
  ///
  /// - Returns: The error, if it failed.
  /// - Throws: `CloseError` when the container cannot close here.
  nonisolated(nonsending) func stopForClosing(_ container: Container) async throws(CloseError) -> (any Error)?
}

extension ContainerPart {
  package var isBusy: Bool { false }
  package var isReentered: Bool { false }
  package func hold() -> Bool { true }
  package func release() {}
  package func end() {}
  package nonisolated(nonsending) func stopForClosing(_ container: Container) async throws(CloseError) -> (any Error)? { nil }
}

// The parts that other modules attach to the container: one object of each type, made on first use.
extension ContainerContext {
  /// The part of a type. A part made while the container closes begins no work any more.
  package func part<Part: ContainerPart>(_ make: () -> Part) -> Part {
    let id = ObjectIdentifier(Part.self)
    if let part = state.withLock({ $0.parts[id] }) as? Part { return part }
    let made = make()
    let (part, closing) = state.withLock { state in
      let part = state.parts[id] ?? made
      state.parts[id] = part
      return (part, state.closing)
    }
    if closing != .none { _ = part.hold() }
    if closing == .over { part.end() }
    return part as? Part ?? made
  }

  /// Whether a part has to end before the container closes.
  var isBusy: Bool { state.withLock { $0.parts }.values.contains(where: \.isBusy) }

  /// Whether work of a part waits for the running code.
  var isReentered: Bool { state.withLock { $0.parts }.values.contains(where: \.isReentered) }

  /// Prevents all parts from beginning new work.
  ///
  /// - Returns: The part that has to end first; `nil` when the container may close.
  func holdParts() -> (any ContainerPart)? { parts(.held).first { !$0.hold() } }

  /// Lets all parts begin work again.
  func releaseParts() { for part in parts(.none) { part.release() } }

  /// Tells all parts that the container has closed.
  func endParts() { for part in parts(.over) { part.end() } }

  private func parts(_ closing: State.Closing) -> [any ContainerPart] {
    state.withLock { state in
      // A second closing changes nothing.
      if state.closing != .over { state.closing = closing }
      return Array(state.parts.values)
    }
  }
}
