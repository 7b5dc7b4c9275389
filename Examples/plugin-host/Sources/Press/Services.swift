// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// Who the letters are from.
package struct Letterhead: Sendable {
  package let sender: String

  package init(sender: String) { self.sender = sender }
}

/// What happened in the press, in order.
package final class Journal: Sendable {
  private let written = Mutex<[String]>([])

  init() {}

  /// What was noted so far.
  package var lines: [String] { written.withLock { $0 } }

  /// Adds a line.
  package func note(_ line: String) { written.withLock { $0.append(line) } }
}

/// Where the money is: nothing for plug-ins.
package final class Till: Sendable {
  init() {}
}
