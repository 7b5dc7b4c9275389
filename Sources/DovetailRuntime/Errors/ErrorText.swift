// SPDX-License-Identifier: Apache-2.0

/// How the text of an error stands inside that of another one.
package enum ErrorText {
  /// The text, whose further lines are set in.
  package static func indented(_ error: any Error) -> String {
    "\(error)".split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n    ")
  }
}
