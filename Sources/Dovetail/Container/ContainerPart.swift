// SPDX-License-Identifier: Apache-2.0

/// What another module keeps with a container, and what has to end before the container closes.
package protocol ContainerPart: AnyObject, Sendable {
  /// Keeps the part from beginning anything more.
  ///
  /// - Returns: Whether the container may close now: false while something of the part has to end first.
  func endForClosing() -> Bool

  /// Ends what has to end before the container closes.
  ///
  /// - Returns: What failed.
  /// - Throws: `CloseError` when the container cannot close here.
  nonisolated(nonsending) func stopForClosing(_ container: Container) async throws(CloseError) -> (any Error)?
}

/// What other modules keep with a container: one object of each type, made when it is first asked for.
package final class ContainerParts: Sendable {
  // Inert: it only grows.
  private struct State: Inert {
    var parts: [ObjectIdentifier: any ContainerPart] = [:]
    var isClosing = false
  }

  private let state = Lock(State())

  /// The part of a type. One that is made when the container closes begins nothing any more.
  package func part<Part: ContainerPart>(_ make: () -> Part) -> Part {
    let id = ObjectIdentifier(Part.self)
    if let part = state.withLock({ $0.parts[id] }) as? Part { return part }
    let made = make()
    let (part, isClosing) = state.withLock { state in
      let part = state.parts[id] ?? made
      state.parts[id] = part
      return (part, state.isClosing)
    }
    if isClosing { _ = part.endForClosing() }
    return part as? Part ?? made
  }

  /// Keeps all parts from beginning anything more.
  ///
  /// - Returns: The part that has to end first; `nil` when the container may close.
  func endForClosing() -> (any ContainerPart)? {
    let parts = state.withLock { state in
      state.isClosing = true
      return state.parts
    }
    guard let busy = parts.values.first(where: { !$0.endForClosing() }) else { return nil }
    state.withLock { $0.isClosing = false }
    return busy
  }
}
