// SPDX-License-Identifier: Apache-2.0

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
  /// The broken promise as a text.
  package func description(of type: String, is kind: String) -> String {
    "error: [broken-contract] the \(kind) '\(type)' breaks the promise '\(promise)'\n  \(text.replacing("\n", with: "\n  "))"
  }
}
