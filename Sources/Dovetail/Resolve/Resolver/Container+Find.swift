// SPDX-License-Identifier: Apache-2.0

extension Container {
  /// The slot of a key.
  ///
  /// - Parameter requester: The index of the binding whose factory asks; `nil` for the program.
  /// - Throws: `ResolutionError` with code `.missing`.
  func answer<Value>(_ key: Key<Value>, askedBy requester: Int? = nil) throws(ResolutionError) -> FoundSlot {
    if let found = try finder.find(key, for: self) { return found }
    throw finder.missing(key, askedBy: requester).from(owner.family)
  }

  /// Remembers a request of an opaque bind.
  func note(_ answer: FoundSlot, askedBy requester: Int) {
    guard requester >= 0 else { return }
    observed.withLock { observed in
      for binding in answer.bindings { observed.insert(Graph.ObservedEdge(from: requester, to: binding)) }
    }
  }
}
