// SPDX-License-Identifier: Apache-2.0
package import Dovetail
internal import Press

/// Signs letters with what the letterhead of the press says.
package struct SignaturePlugIn: PlugIn {
  package let name = "signature"

  package init() {}

  package var bindings: Bindings {
    Bind((any Filter).self, Signature.init).contribute()
  }
}

struct Signature: Filter {
  let letterhead: Letterhead

  func apply(to letter: String) -> String { "\(letter)\n\(letterhead.sender)" }
}
