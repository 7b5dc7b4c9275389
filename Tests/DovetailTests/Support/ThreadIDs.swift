// SPDX-License-Identifier: Apache-2.0
import TestSupport
@testable import Dovetail

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

extension ResolutionError.Step {
  /// A step for a key that exists in the test only.
  static func named(_ name: String) -> Self {
    Self(key: Graph.Key(type: TypeName(text: name)), location: .unknown, scope: .singleton, module: TypeName(text: "the test"))
  }
}
