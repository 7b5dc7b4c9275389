// SPDX-License-Identifier: Apache-2.0

/// Formats the text of an error inside the text of another one.
package enum ErrorText {
  /// The text with its further lines indented.
  package static func indented(_ error: any Error) -> String {
    "\(error)".split(separator: "\n", omittingEmptySubsequences: false).joined(separator: "\n    ")
  }
}
