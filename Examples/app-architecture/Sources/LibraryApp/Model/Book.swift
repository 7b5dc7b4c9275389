// SPDX-License-Identifier: Apache-2.0

nonisolated package struct Book: Hashable, Sendable {
  package let title: String
  package let author: String

  package init(title: String, author: String) { (self.title, self.author) = (title, author) }
}

nonisolated package struct Review: Hashable, Sendable {
  package let reader: String
  package let text: String

  package init(reader: String, text: String) { (self.reader, self.text) = (reader, text) }
}

nonisolated package struct Loan: Hashable, Sendable {
  package let book: Book
  package let weeks: Int

  package init(book: Book, weeks: Int) { (self.book, self.weeks) = (book, weeks) }
}
