// SPDX-License-Identifier: Apache-2.0
internal import Observation

/// One book and what readers think of it: the detail. It knows nothing of the catalogue that the screens before and after it need.
@MainActor @Observable package final class BookModel {
  /// What the book's screen needs, whoever has it.
  @MainActor package protocol Needs {
    var book: Book { get }
    var reviews: any Reviews { get }
  }

  package let book: Book
  package private(set) var reviews = Content<[Review]>.loading
  private let service: any Reviews

  package init(from needs: some Needs) { (book, service) = (needs.book, needs.reviews) }

  package func load() async { reviews = await .fetched { try await service.reviews(of: book) } }
}
