// SPDX-License-Identifier: Apache-2.0
internal import DovetailRuntime

/// Stands for one start or stop in the tasks that are a part of it.
final class LifecycleToken: Sendable {}

/// The starts and stops whose hooks wait for other starts and stops, in the whole process: a loop runs through several containers.
///
/// An edge lasts as long as the wait, and both begin and end under one lock, so every loop found exists; the wait that closes it is refused. A detached task is a
/// part of no run: a loop through one is not found.
enum LifecycleWaits {
  /// Shape: [the run whose hook waits: the runs that it waits for], with repetitions: two child tasks may wait for the same run.
  private static let edges = Lock<[ObjectIdentifier: [ObjectIdentifier]]>([:])

  /// Whether a run waits for another one, directly or through others, so that the other one must not wait for it.
  static func closesLoop(_ waiter: LifecycleToken, _ awaited: LifecycleToken) -> Bool {
    edges.withLock { leads($0, from: ObjectIdentifier(awaited), to: ObjectIdentifier(waiter)) }
  }

  /// Notes that a part of a run waits for another run.
  ///
  /// - Returns: Whether it may wait; `false` when it would wait for itself.
  static func begin(_ waiter: LifecycleToken, _ awaited: LifecycleToken) -> Bool {
    let (from, to) = (ObjectIdentifier(waiter), ObjectIdentifier(awaited))
    return edges.withLock { edges in
      if leads(edges, from: to, to: from) { return false }
      edges[from, default: []].append(to)
      return true
    }
  }

  /// Notes that a wait has ended.
  static func end(_ waiter: LifecycleToken, _ awaited: LifecycleToken) {
    let (from, to) = (ObjectIdentifier(waiter), ObjectIdentifier(awaited))
    edges.withLock { edges in
      guard var targets = edges.removeValue(forKey: from) else { return }
      if let place = targets.lastIndex(of: to) { targets.remove(at: place) }
      if !targets.isEmpty { edges[from] = targets }
    }
  }

  private static func leads(
    _ edges: [ObjectIdentifier: [ObjectIdentifier]], from start: ObjectIdentifier, to end: ObjectIdentifier
  ) -> Bool {
    var (open, seen): ([ObjectIdentifier], Set<ObjectIdentifier>) = ([start], [start])
    while let run = open.popLast() {
      if run == end { return true }
      for next in edges[run] ?? [] where seen.insert(next).inserted { open.append(next) }
    }
    return false
  }
}
