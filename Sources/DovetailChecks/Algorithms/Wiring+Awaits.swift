// SPDX-License-Identifier: Apache-2.0

extension Wiring {
  /// The bindings that cannot be built from scratch without awaiting: those with an asynchronous factory or one that belongs to an actor, and all that take one
  /// of them, directly or not. Deferred needs do not count: they are requested later.
  ///
  /// Shape: by binding, in the order of ``Graph/bindings``.
  ///
  /// - Complexity: O(bindings) when there is no such factory, else O(bindings + needs).
  package func awaits() -> [Bool] {
    let own: Outline.Marks = [.isAsync, .isolation]
    var awaits = Array(repeating: false, count: outline.count)
    guard !outline.found.isDisjoint(with: own) else { return awaits }
    for binding in awaits.indices { awaits[binding] = !outline[binding].marks.isDisjoint(with: own) }
    let requesters = Edges(self).requesters { !$0.isDeferred }
    var work = awaits.indices.filter { awaits[$0] }
    while let binding = work.popLast() {
      for requester in requesters[binding] where !awaits[requester] {
        awaits[requester] = true
        work.append(requester)
      }
    }
    return awaits
  }
}
