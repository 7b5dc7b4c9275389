// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import Synchronization

/// Counts from any thread.
package final class Counter: Sendable {
  private let count = Atomic<Int>(0)

  package init() {}

  package var value: Int { count.load(ordering: .acquiring) }

  /// Counts one more.
  ///
  /// - Returns: The new count.
  @discardableResult
  package func add(_ amount: Int = 1) -> Int { count.add(amount, ordering: .acquiringAndReleasing).newValue }
}

/// Remembers what happened, in order.
package final class Log: Sendable {
  private let entries = Lock<[String]>([])

  package init() {}

  package var lines: [String] { entries.withLock { $0 } }

  package func add(_ line: String) { entries.withLock { $0.append(line) } }
}

/// Holds a value that a test sets later, such as a container that a factory asks.
package final class Box<Value: Sendable>: Sendable {
  private let stored: Lock<Value?>

  package init(_ value: Value? = nil) { stored = Lock(value) }

  package var value: Value? {
    get { stored.withLock { $0 } }
    set { stored.withLock { $0 = newValue } }
  }

  /// Changes the value while nobody else can.
  package func update(_ change: (inout Value?) -> Void) { stored.withLock { change(&$0) } }
}

/// An object that counts how many of its kind are alive.
package final class Tracked: Sendable {
  private let alive: Counter

  package init(_ alive: Counter) {
    self.alive = alive
    alive.add()
  }

  deinit { alive.add(-1) }
}

/// Holds what several threads found.
package final class Collected<Element: Sendable>: Sendable {
  private let stored = Lock<[Element]>([])

  package init() {}

  package var elements: [Element] { stored.withLock { $0 } }

  package func add(_ element: Element) { stored.withLock { $0.append(element) } }
}

/// What a factory throws when the test wants it to.
package struct Breakdown: Error, Hashable {
  package let reason: String
  package init(_ reason: String = "out of fuel") { self.reason = reason }
}
