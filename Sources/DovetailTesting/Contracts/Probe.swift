// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import Synchronization

/// An object that a container makes for a contract; it knows its maker.
final class Probe: Sendable {
  let maker: String

  init(_ maker: String) { self.maker = maker }
}

/// An object with a property that the container sets.
final class Holder: Sendable {
  private let stored = Lock<Probe?>(nil)

  var part: Probe? {
    get { stored.withLock { $0 } }
    set { stored.withLock { $0 = newValue } }
  }

  init() {}
}

/// Counts from any thread.
final class Tally: Sendable {
  private let count = Atomic<Int>(0)

  var value: Int { count.load(ordering: .acquiring) }

  func add() { _ = count.add(1, ordering: .acquiringAndReleasing) }
}

/// The error of a probe's factory, if it has to fail.
struct ProbeFailure: Error, Hashable {
  let number: Int
}

/// Counts the objects that are still alive.
struct Remains {
  // SAFETY: the objects are only tested for being alive.
  private struct Watched: @unchecked Sendable { weak var object: AnyObject? }

  private var watched: [Watched] = []

  mutating func add(_ object: AnyObject) {
    if !watched.contains(where: { $0.object === object }) { watched.append(Watched(object: object)) }
  }

  /// The number of objects that are still alive.
  var count: Int { watched.count { $0.object != nil } }
}
