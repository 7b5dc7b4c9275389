// SPDX-License-Identifier: Apache-2.0
package import Dovetail
internal import Press

/// A plug-in with a mistake: nobody, neither it nor the press, has a dictionary.
package struct SpellingPlugIn: PlugIn {
  package let name = "spelling"

  package init() {}

  package var bindings: Bindings {
    Bind((any Filter).self, Spelling.init).contribute()
  }
}

package protocol Dictionary: Sendable {
  func corrected(_ word: String) -> String
}

struct Spelling: Filter {
  let dictionary: any Dictionary

  func apply(to letter: String) -> String {
    letter.split(separator: " ", omittingEmptySubsequences: false).map { dictionary.corrected(String($0)) }.joined(separator: " ")
  }
}
