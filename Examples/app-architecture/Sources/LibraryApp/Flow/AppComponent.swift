// SPDX-License-Identifier: Apache-2.0
package import DovetailComponents

/// What there is once in the app, and the shelf, where it begins.
@MainActor package final class AppComponent: Component, ShelfModel.Needs {
  package let instances = Instances()

  package init() {}

  package var catalogue: any Catalogue { single((any Catalogue).self) { MemoryCatalogue(Samples.books) } }
  package var reviews: any Reviews { single((any Reviews).self) { MemoryReviews(Samples.reviews) } }
  package var reminders: any Reminders { single((any Reminders).self) { MemoryReminders() } }

  package var shelf: ShelfModel { single { ShelfModel(from: self) } }
}
