// SPDX-License-Identifier: Apache-2.0
internal import Observation

/// The books to choose from: the master.
@MainActor @Observable package final class ShelfModel {
  /// What the shelf needs, whoever has it.
  @MainActor package protocol Needs {
    var catalogue: any Catalogue { get }
  }

  package private(set) var books = Content<[Book]>.loading
  private let catalogue: any Catalogue

  package init(from needs: some Needs) { catalogue = needs.catalogue }

  package func load() async { books = await .fetched { try await catalogue.books() } }
}
