// SPDX-License-Identifier: Apache-2.0
@testable import Dovetail
internal import Synchronization

/// Counts from any thread.
final class Counter: Sendable {
  private let count = Atomic<Int>(0)

  var value: Int { count.load(ordering: .acquiring) }

  /// Counts one more.
  ///
  /// - Returns: The new count.
  @discardableResult
  func add(_ amount: Int = 1) -> Int { count.add(amount, ordering: .acquiringAndReleasing).newValue }
}

/// Remembers what happened, in order.
final class Log: Sendable {
  private let entries = Lock<[String]>([])

  var lines: [String] { entries.withLock { $0 } }

  func add(_ line: String) { entries.withLock { $0.append(line) } }
}

/// Holds what several threads found.
final class Collected<Element: Sendable>: Sendable {
  private let stored = Lock<[Element]>([])

  var elements: [Element] { stored.withLock { $0 } }

  func add(_ element: Element) { stored.withLock { $0.append(element) } }
}

/// An object that counts how many of its kind are alive.
final class Tracked: Sendable {
  private let alive: Counter

  init(_ alive: Counter) {
    self.alive = alive
    alive.add()
  }

  deinit { alive.add(-1) }
}

/// What a factory throws when the test wants it to.
struct Breakdown: Error, Hashable {
  let reason: String
  init(_ reason: String = "out of fuel") { self.reason = reason }
}
