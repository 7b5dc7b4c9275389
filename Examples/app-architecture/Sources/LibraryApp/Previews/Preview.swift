// SPDX-License-Identifier: Apache-2.0
internal import DovetailComponents

/// One screen in one state, without the way there: what `#Preview` shows beside the code of a view.
@MainActor package struct Preview {
  package let name: String
  private let make: @MainActor () async throws -> any Screen

  init(_ name: String, _ make: @escaping @MainActor () async throws -> any Screen) { (self.name, self.make) = (name, make) }

  /// Makes the screen.
  ///
  /// - Throws: What an override throws that replaces nothing.
  package func screen() async throws -> any Screen { try await make() }

  /// All previews.
  package static var all: [Preview] {
    [
      Preview("a shelf") { await shelf(of: AppComponent()) },
      Preview("an empty shelf") {
        await shelf(of: try AppComponent().override(\.catalogue, with: MemoryCatalogue([])))
      },
      Preview("a shelf without network") {
        await shelf(of: try AppComponent().override(\.catalogue, with: Offline()))
      },
      Preview("a book without reviews") {
        let app = try AppComponent().override(\.reviews, with: MemoryReviews([:]))
        let screen = BookScreen(model: BookComponent(app: app, book: Samples.oak).detail) {}
        await screen.appear()
        return screen
      },
      Preview("a loan that is refused") {
        let app = AppComponent()
        _ = try await app.catalogue.lend(Samples.oak)
        let screen = LoanScreen(model: BookComponent(app: app, book: Samples.oak).loan) {}
        await screen.tap("Yes")
        return screen
      },
    ]
  }

  private static func shelf(of app: AppComponent) async -> any Screen {
    let screen = ShelfScreen(model: app.shelf) { _ in }
    await screen.appear()
    return screen
  }
}
