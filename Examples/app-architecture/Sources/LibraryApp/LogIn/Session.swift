// SPDX-License-Identifier: Apache-2.0
package import Dovetail

/// A user of the library.
package struct Reader: Hashable, Sendable {
  package let name: String

  package init(name: String) { self.name = name }
}

/// The time from a reader's log-in to the log-out.
package enum Session: ScopeKind {
  package typealias Input = Inputs<Reader>
}

/// The loans of one reader. Log-out reminds of them.
package actor LoanDesk {
  private let catalogue: any Catalogue
  private let reminders: any Reminders
  package private(set) var loans: [Loan] = []

  package init(catalogue: any Catalogue, reminders: any Reminders) {
    (self.catalogue, self.reminders) = (catalogue, reminders)
  }

  package func borrow(_ book: Book) async throws { loans.append(try await catalogue.lend(book)) }

  package func close() async {
    for loan in loans { await reminders.remind(of: loan) }
  }
}

/// The root of a session: the objects that its first screen takes.
nonisolated package struct ReaderHome: Sendable {
  package let reader: Reader
  package let desk: LoanDesk

  package init(reader: Reader, desk: LoanDesk) { (self.reader, self.desk) = (reader, desk) }
}
