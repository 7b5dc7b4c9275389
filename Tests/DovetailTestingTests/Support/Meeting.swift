// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// Lets no task pass until as many have arrived as take part; may be used again and again.
final class Meeting: Sendable {
  private let count: Int
  private let arrived = Atomic<Int>(0)

  init(_ count: Int) { self.count = count }

  func join() async {
    let place = arrived.add(1, ordering: .acquiringAndReleasing).newValue
    let target = (place + count - 1) / count * count
    while arrived.load(ordering: .acquiring) < target { await Task.yield() }
  }
}
