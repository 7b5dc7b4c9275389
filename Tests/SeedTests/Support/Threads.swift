// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Synchronization

/// Real threads, for tests in which as many of them have to block as the test says.
enum Threads {
  /// Runs a closure on new threads, which all begin at the same time, and returns when all have ended.
  static func run(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
    let all = DispatchGroup()
    let line = StartingLine(count)
    for index in 0..<count {
      all.enter()
      Thread {
        line.wait()
        body(index)
        all.leave()
      }.start()
    }
    all.wait()
  }
}

/// Lets nobody pass until all have arrived.
final class StartingLine: Sendable {
  private let count: Int
  private let arrived = Atomic<Int>(0)

  init(_ count: Int) { self.count = count }

  func wait() {
    arrived.add(1, ordering: .acquiringAndReleasing)
    while arrived.load(ordering: .acquiring) < count { sched_yield() }
  }
}
