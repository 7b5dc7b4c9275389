// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// Numbers the parts of each kind from 1.
final class Serials: Sendable {
  private let last = Mutex<[String: Int]>([:])

  func next(for kind: String) -> Int {
    last.withLock { last in
      last[kind, default: 0] += 1
      return last[kind, default: 0]
    }
  }
}

/// Counts how often each factory ran, and notes what was closed.
final class Tally: Sendable {
  private let counts = Mutex<[String: Int]>([:])
  private let closings = Mutex<[String]>([])

  func note(_ factory: String) {
    counts.withLock { $0[factory, default: 0] += 1 }
  }

  func noteClosed(_ part: String) {
    closings.withLock { $0.append(part) }
  }

  /// The factories with their counts, by name.
  var lines: [String] {
    let counts = counts.withLock { $0 }.sorted { $0.key < $1.key }
    let width = counts.map(\.key.count).max() ?? 0
    return counts.map { name, count in
      name + String(repeating: " ", count: width - name.count) + "  \(count)"
    }
  }

  /// The closed values, in order.
  var closed: [String] { closings.withLock { $0 } }
}
