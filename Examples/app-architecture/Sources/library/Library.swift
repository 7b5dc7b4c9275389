// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import LibraryApp

@main struct Library {
  static func main() async throws {
    if CommandLine.arguments.contains("--previews") {
      try await showPreviews()
    } else if CommandLine.arguments.contains("--log-in") {
      try await logIn()
    } else {
      await walk()
    }
  }

  /// Logs a reader in and out.
  @MainActor private static func logIn() async throws {
    let coordinator = try await Container(SessionModule()).resolve(LogInCoordinator.self)
    try await coordinator.logIn(Reader(name: "Ada"))
    try await coordinator.home?.desk.borrow(Samples.oak)
    print(coordinator.home?.reader.name ?? "nobody", "has", await coordinator.home?.desk.loans.map(\.book.title) ?? [])
    try await coordinator.logOut()
    print(coordinator.home?.reader.name ?? "nobody", "is logged in")
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
