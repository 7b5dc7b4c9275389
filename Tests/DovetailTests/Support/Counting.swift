// SPDX-License-Identifier: Apache-2.0
@testable import Dovetail
import Synchronization

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

/// Holds a value that a test sets later, such as a container that a factory asks.
final class Box<Value: Sendable>: Sendable {
  private let stored: Lock<Value?>

  init(_ value: Value? = nil) { stored = Lock(value) }

  var value: Value? {
    get { stored.withLock { $0 } }
    set { stored.withLock { $0 = newValue } }
  }

  /// Changes the value while nobody else can.
  func update(_ change: (inout Value?) -> Void) { stored.withLock { change(&$0) } }
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
