// SPDX-License-Identifier: Apache-2.0
import Synchronization

/// What happened, in order.
final class Log: Sendable {
  private let noted = Mutex<[String]>([])

  var lines: [String] { noted.withLock { $0 } }

  func add(_ line: String) { noted.withLock { $0.append(line) } }
}
