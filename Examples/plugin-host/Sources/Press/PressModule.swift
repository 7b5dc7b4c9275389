// SPDX-License-Identifier: Apache-2.0
package import Dovetail

/// What the press has on its own. Plug-ins may need all of it but what is private.
package struct PressModule: Module {
  let sender: String

  package init(sender: String) { self.sender = sender }

  package var bindings: Bindings {
    Bind { [sender] in Letterhead(sender: sender) }
    Bind(Journal.init).in(.singleton)
    Bind(Till.init).in(.singleton).private
  }
}
