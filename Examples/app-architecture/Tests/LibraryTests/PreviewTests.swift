// SPDX-License-Identifier: Apache-2.0
internal import LibraryApp
internal import Testing

@Suite("The previews") @MainActor struct PreviewTests {
  static let texts = [
    "a shelf": "== Shelf\n   ( The Joint Book )\n   ( Oak )",
    "an empty shelf": "== Shelf\n   No books yet.",
    "a shelf without network": "== Shelf\n   The library cannot be reached.",
    "a book without reviews": "== Oak\n   by Per Ek\n   No reviews yet.\n   ( Borrow )",
    "a loan that is refused": "== Borrow\n   Somebody else has “Oak”.\n   ( Done )",
  ]

  @Test func `show every screen in the state that they name`() async throws {
    for preview in Preview.all { #expect(try await preview.screen().text == PreviewTests.texts[preview.name]) }
    #expect(Preview.all.map(\.name).sorted() == PreviewTests.texts.keys.sorted())
  }
}
