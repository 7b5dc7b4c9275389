// SPDX-License-Identifier: Apache-2.0
package import Dovetail

/// What the tool is made of.
package struct ChoresModule: Module {
  package init() {}

  package var bindings: Bindings {
    Bind(Adder.init).in(.scoped(Adding.self))
    Bind(Finisher.init).in(.scoped(Finishing.self))
    Bind(Lister.init).in(.scoped(Listing.self))
    Bind(Editor.init)
    Bind(ChoreFile.init).in(.scoped(Run.self))
    // Made only for a subcommand that changes something, and gone when that ends, however it does.
    Bind(FileLock.init).in(.scoped(Run.self)).onClose { try $0.release() }
    Bind((any Console).self, Terminal.init).in(.scoped(Run.self))
  }
}
