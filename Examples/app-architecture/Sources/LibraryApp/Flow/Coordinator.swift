// SPDX-License-Identifier: Apache-2.0

/// Knows which screen comes after which. Screens and models know nothing of each other.
@MainActor package final class Coordinator {
  private let app: AppComponent
  private var screens: [any Screen] = []

  package init(app: AppComponent) { self.app = app }

  /// The screen that is on the display.
  package var current: (any Screen)? { screens.last }

  /// The titles of the screens, the one on the display last.
  package var path: [String] { screens.map(\.title) }

  package func start() async {
    screens = []
    await show(ShelfScreen(model: app.shelf) { [weak self] book in await self?.open(book) })
  }

  package func back() {
    if screens.count > 1 { screens.removeLast() }
  }

  private func open(_ book: Book) async {
    let component = BookComponent(app: app, book: book)
    await show(BookScreen(model: component.detail) { [weak self] in await self?.borrow(with: component) })
  }

  private func borrow(with component: BookComponent) async {
    await show(LoanScreen(model: component.loan) { [weak self] in self?.back() })
  }

  private func show(_ screen: some Screen) async {
    screens.append(screen)
    await screen.appear()
  }
}
