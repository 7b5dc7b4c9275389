// SPDX-License-Identifier: Apache-2.0
internal import LibraryApp

@main struct Library {
  static func main() async throws {
    if CommandLine.arguments.contains("--previews") { try await showPreviews() } else { await walk() }
  }

  /// Borrows a book, as a reader would.
  @MainActor private static func walk() async {
    let coordinator = Coordinator(app: AppComponent())
    await coordinator.start()
    for label in ["The Joint Book", "Borrow", "Yes", "Done"] {
      show(coordinator)
      print(">> taps \(label)")
      await coordinator.current?.tap(label)
    }
    show(coordinator)
  }

  @MainActor private static func showPreviews() async throws {
    for preview in Preview.all { print("-- \(preview.name)\n\(try await preview.screen().text)") }
  }

  @MainActor private static func show(_ coordinator: Coordinator) { print(coordinator.current?.text ?? "") }
}
