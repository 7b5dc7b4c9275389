// SPDX-License-Identifier: Apache-2.0
package import Dovetail

/// The services that exist once, the coordinator, and the objects of a session.
package struct SessionModule: Module {
  package init() {}

  package var bindings: Bindings {
    Bind((any Catalogue).self) { MemoryCatalogue(Samples.books) }.in(.singleton)
    Bind((any Reminders).self, MemoryReminders.init).in(.singleton)
    Bind(LogInCoordinator.init).in(.singleton)
    Bind(ReaderHome.init).in(.scoped(Session.self))
    Bind(LoanDesk.init).in(.scoped(Session.self)).onClose { await $0.close() }
  }
}
