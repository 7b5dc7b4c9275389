// SPDX-License-Identifier: Apache-2.0

/// A library in memory. A real app would have one behind a network here.
package actor MemoryCatalogue {
  private let shelf: [Book]
  private var lent: Set<Book> = []

  package init(_ books: [Book]) { shelf = books }

  package func books() -> [Book] { shelf }

  package func lend(_ book: Book) throws -> Loan {
    guard lent.insert(book).inserted else { throw ServiceError.lentOut(book) }
    return Loan(book: book, weeks: 4)
  }
}

/// Reviews in memory.
package struct MemoryReviews: Reviews {
  let reviews: [Book: [Review]]

  package init(_ reviews: [Book: [Review]]) { self.reviews = reviews }

  package func reviews(of book: Book) -> [Review] { reviews[book] ?? [] }
}

/// Reminders in memory.
package actor MemoryReminders {
  package private(set) var loans: [Loan] = []

  package init() {}

  package func remind(of loan: Loan) { loans.append(loan) }
}

// Declared here, the conformances leave the initialisers isolated to no actor, also in a module whose default is the main actor.
extension MemoryCatalogue: Catalogue {}
extension MemoryReminders: Reminders {}
