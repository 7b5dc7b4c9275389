// SPDX-License-Identifier: Apache-2.0

/// The waits of builds for other builds, in the whole process: the twin of ``WaitGraph``, for builds that suspend instead of blocking a thread.
///
/// A build may wait for several others at once, in child tasks. An edge is registered under the one lock before its task suspends, and a build that has ended
/// has none; so every loop found exists, and the edge that closes it is always refused.
package enum AsyncWaitGraph {
  /// The builds that each build waits for, with repetitions: two child tasks may wait for the same.
  // Inert: a build that is dropped is handed out.
  private struct Edges: Inert {
    package var all: [ObjectIdentifier: [AsyncBuild]] = [:]
  }
  private static let edges = Lock(Edges())

  /// Registers that a part of one build waits for another build, unless that closes a loop.
  ///
  /// - Returns: The builds of the loop, each waiting for the next, from the wanted one to the waiting one; `nil` when there is none.
  package static func begin(_ waiting: AsyncBuild, for wanted: AsyncBuild) -> [AsyncBuild]? {
    edges.withLock { edges in
      guard !waiting.isDone else { return nil }
      if let loop = path(from: wanted, to: waiting, in: edges.all) { return loop }
      edges.all[ObjectIdentifier(waiting), default: []].append(wanted)
      return nil
    }
  }

  /// Removes an edge once its task is awake.
  package static func end(_ waiting: AsyncBuild, for wanted: AsyncBuild) {
    // The caller holds the build.
    edges.withLock { edges in
      guard var targets = edges.all.removeValue(forKey: ObjectIdentifier(waiting)) else { return }
      if let place = targets.lastIndex(where: { $0 === wanted }) { targets.remove(at: place) }
      if !targets.isEmpty { edges.all[ObjectIdentifier(waiting)] = targets }
    }
  }

  /// Notes that a build has ended: it waits for nothing any more, even if it left tasks behind.
  package static func land(_ build: AsyncBuild) {
    let dropped = edges.withLock { edges in
      build.land()
      return edges.all.removeValue(forKey: ObjectIdentifier(build))
    }
    withExtendedLifetime(dropped) {}
  }

  package static func error(for loop: [AsyncBuild]) -> ResolutionError {
    let steps = loop.map(\.step)
    let closed = (steps + steps.prefix(1)).map { "\($0.key.quoted)" }.joined(separator: " -> ")
    return ResolutionError(
      .cycle, steps[0].key, "\(steps[0].key.quoted) waits for itself across tasks: \(closed)", at: steps[0],
      help: "let one of them take an AsyncProvider or a Lazy of the next, and await it after it is built")
  }

  /// The shortest chain of waits between two builds, both included; depth does not matter, there is no recursion.
  private static func path(
    from start: AsyncBuild, to end: AsyncBuild, in edges: [ObjectIdentifier: [AsyncBuild]]
  ) -> [AsyncBuild]? {
    var met = [(build: start, from: -1)]
    var seen: Set<ObjectIdentifier> = [ObjectIdentifier(start)]
    var next = 0
    while next < met.count {
      let build = met[next].build
      if build === end {
        var path: [AsyncBuild] = []
        var place = next
        while place >= 0 {
          path.append(met[place].build)
          place = met[place].from
        }
        return path.reversed()
      }
      for target in edges[ObjectIdentifier(build)] ?? [] where seen.insert(ObjectIdentifier(target)).inserted {
        met.append((target, next))
      }
      next += 1
    }
    return nil
  }
}
