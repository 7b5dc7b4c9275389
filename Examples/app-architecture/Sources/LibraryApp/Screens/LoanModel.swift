// SPDX-License-Identifier: Apache-2.0
internal import Observation

/// Borrowing a book: the detail of the detail. It needs the catalogue again, and reminders, which nobody before it knows of.
@MainActor @Observable package final class LoanModel {
  /// The needs of the loan's screen.
  @MainActor package protocol Needs {
    var book: Book { get }
    var catalogue: any Catalogue { get }
    var reminders: any Reminders { get }
  }

  package let book: Book
  package private(set) var loan: Content<Loan>?
  private let catalogue: any Catalogue
  private let reminders: any Reminders

  package init(from needs: some Needs) {
    (book, catalogue, reminders) = (needs.book, needs.catalogue, needs.reminders)
  }

  package func borrow() async {
    loan = .loading
    loan = await .fetched {
      let loan = try await catalogue.lend(book)
      await reminders.remind(of: loan)
      return loan
    }
  }
}
