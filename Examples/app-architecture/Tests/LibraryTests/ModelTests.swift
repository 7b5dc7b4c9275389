// SPDX-License-Identifier: Apache-2.0
internal import DovetailComponents
internal import LibraryApp
internal import Observation
internal import Synchronization
internal import Testing

/// Hands over the needs of one model, written by hand: for that nothing of Dovetail is necessary.
@MainActor struct LoanNeeds: LoanModel.Needs {
  var book = Samples.oak
  var catalogue: any Catalogue = MemoryCatalogue(Samples.books)
  var reminders: any Reminders = MemoryReminders()
}

@Suite("The models") @MainActor struct ModelTests {
  @Test func `show the books of the catalogue`() async throws {
    let app = AppComponent()
    #expect(app.shelf.books == .loading)
    await app.shelf.load()
    #expect(app.shelf.books == .loaded(Samples.books))
  }

  @Test func `say that the library cannot be reached`() async throws {
    let app = try AppComponent().override(\.catalogue, with: Offline()).override(\.reviews, with: Offline())
    await app.shelf.load()
    #expect(app.shelf.books == .failed("The library cannot be reached."))
    let detail = BookComponent(app: app, book: Samples.oak).detail
    await detail.load()
    #expect(detail.reviews == .failed("The library cannot be reached."))
  }

  @Test func `lend a book and remind of it`() async {
    let reminders = MemoryReminders()
    let model = LoanModel(from: LoanNeeds(reminders: reminders))
    await model.borrow()
    let loan = Loan(book: Samples.oak, weeks: 4)
    #expect(model.loan == .loaded(loan))
    #expect(await reminders.loans == [loan])
  }

  @Test func `lend no book twice, and remind of nothing then`() async {
    let reminders = MemoryReminders()
    let needs = LoanNeeds(reminders: reminders)
    await LoanModel(from: needs).borrow()
    let second = LoanModel(from: needs)
    await second.borrow()
    #expect(second.loan == .failed("Somebody else has “Oak”."))
    #expect(await reminders.loans.count == 1)
  }

  @Test func `tell observers when they change`() async {
    let model = AppComponent().shelf
    let changes = Mutex(0)
    withObservationTracking {
      _ = model.books
    } onChange: {
      changes.withLock { $0 += 1 }
    }
    await model.load()
    #expect(changes.withLock { $0 } == 1)
  }
}
