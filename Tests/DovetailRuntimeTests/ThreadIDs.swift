// SPDX-License-Identifier: Apache-2.0
import Dovetail
import TestSupport

extension ThreadID {
  /// Runs a closure with the identities of some threads, which run until it returns, so that nobody else has them.
  static func with(_ count: Int, _ body: @escaping @Sendable ([ThreadID]) -> Void) {
    let line = StartingLine(count)
    let ids = Box<[ThreadID]>([])
    Threads.run(count) { index in
      ids.update { $0?.append(.current) }
      line.wait()
      if index == 0 { body(ids.value ?? []) }
      line.wait()
    }
  }
}
