// SPDX-License-Identifier: Apache-2.0
internal import Dovetail

/// A promise that an implementation does not keep.
package struct BrokenPromise: Sendable, Hashable {
  /// The promise, as a stable word.
  package let promise: String
  /// The actual behaviour, and the remedy.
  package let text: String

  init(_ promise: String, _ text: String) {
    self.promise = promise
    self.text = text
  }
}

extension BrokenPromise {
  /// A test of a promise: returns what is broken; throws when a resolution fails that has to succeed.
  typealias Test = (promise: String, run: @Sendable () throws -> BrokenPromise?)

  /// Runs tests, each on a thread of its own, because what is tested may wait for ever. The tests behind such a one are left out.
  ///
  /// - Parameter limit: The time limit of each test.
  static func all(of tests: [Test], limit: Duration) -> [BrokenPromise] {
    var broken: [BrokenPromise] = []
    for test in tests {
      let outcome = Lock<BrokenPromise?>(nil)
      let worker = Worker {
        let found: BrokenPromise?
        do { found = try test.run() } catch {
          found = BrokenPromise("answers", "a resolve that has to succeed failed:\n\(error)")
        }
        outcome.withLock { $0 = found }
      }
      guard worker.wait(for: limit) else {
        let text = "a resolve was not answered within \(limit): let go of each lock, also when next or make throws"
        return broken + [BrokenPromise(test.promise, text)]
      }
      if let found = outcome.withLock({ $0 }) { broken.append(found) }
    }
    return broken
  }

  /// The broken promise as a text.
  package func description(of type: String, is kind: String) -> String {
    "error: [broken-contract] the \(kind) '\(type)' breaks the promise '\(promise)'\n  \(text.replacing("\n", with: "\n  "))"
  }
}
