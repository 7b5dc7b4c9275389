// SPDX-License-Identifier: Apache-2.0
internal import DovetailComponents
internal import LibraryApp
internal import Testing

@Suite("The flow") @MainActor struct FlowTests {
  let app = AppComponent()
  let coordinator: Coordinator

  init() { coordinator = Coordinator(app: app) }

  /// Taps one button after the other, each on the screen that is there by then.
  func tap(_ labels: String...) async {
    for label in labels { await coordinator.current?.tap(label) }
  }

  @Test func `goes from the shelf to a book to a loan, and back`() async {
    await coordinator.start()
    #expect(coordinator.path == ["Shelf"])
    await tap("Oak", "Borrow")
    #expect(coordinator.path == ["Shelf", "Oak", "Borrow"])
    await tap("Not now")
    #expect(coordinator.path == ["Shelf", "Oak"])
    coordinator.back()
    coordinator.back()
    #expect(coordinator.path == ["Shelf"])
  }

  @Test func `borrows from the catalogue that the shelf shows`() async throws {
    let catalogue = MemoryCatalogue([Samples.oak])
    try app.override(\.catalogue, with: catalogue)
    await coordinator.start()
    await tap("Oak", "Borrow", "Yes")
    await #expect(throws: ServiceError.lentOut(Samples.oak)) { try await catalogue.lend(Samples.oak) }
  }

  @Test func `keeps nothing of a book that was left`() async {
    await coordinator.start()
    await tap("Oak")
    weak let model = (coordinator.current as? BookScreen)?.model
    #expect(model != nil)
    coordinator.back()
    #expect(model == nil)
  }

  @Test func `keeps nothing of an app that was left`() async {
    weak var model: ShelfModel?
    do {
      let app = AppComponent()
      let coordinator = Coordinator(app: app)
      await coordinator.start()
      model = app.shelf
      #expect(model != nil)
    }
    #expect(model == nil)
  }

  @Test func `makes the book's model once while the book is open, and a loan's anew`() {
    let component = BookComponent(app: app, book: Samples.oak)
    #expect(component.detail === component.detail)
    #expect(component.loan !== component.loan)
    #expect(component.detail !== BookComponent(app: app, book: Samples.oak).detail)
  }
}
