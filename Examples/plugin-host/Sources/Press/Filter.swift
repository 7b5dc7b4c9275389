// SPDX-License-Identifier: Apache-2.0

/// One step on a letter's way through the press. This is what plug-ins add.
package protocol Filter: Sendable {
  /// Returns the letter as it leaves this step.
  func apply(to letter: String) -> String
}
