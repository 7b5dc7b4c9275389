// SPDX-License-Identifier: Apache-2.0
//
// Views that own a container or a scope, and the traits of previews, as the guide Apps shows them. The main of Sample.swift draws them.
internal import DovetailSwiftUI
internal import SwiftUI

// A container for each user.

struct User: Hashable, Sendable {
  let name: String
}

struct Offline: Error {}

/// Has the loans of everybody.
@MainActor enum Server {
  static var isDown = false
  static var saves = 0
}

final class Loans: Sendable {
  let user: User
  let titles: [String]

  init(user: User) async throws {
    if await Server.isDown { throw Offline() }
    (self.user, titles) = (user, ["Oak"])
  }

  @MainActor func save() {
    print("saved the loans of \(user.name)")
    Server.saves += 1
  }
}

struct SessionModule: Module {
  let user: User

  var bindings: Bindings {
    Bind(instance: user)
    Bind(Loans.init).in(.singleton).onClose { await $0.save() }
  }
}

struct LoansView: View {
  @Injected var loans: Loans

  var body: some View { Text("\(loans.user.name) has \(loans.titles.joined(separator: ", "))") }
}

struct HomeView: View {
  let user: User

  var body: some View {
    ContainerHost(id: user) {
      let container = try Container(SessionModule(user: user))
      do { _ = try await container.resolve(Loans.self) } catch {
        try await container.close()
        throw error
      }
      return container
    } content: {
      LoansView()
    }
  }
}

struct FriendlyView: View {
  let user: User

  var body: some View {
    ContainerHost(id: user) {
      try await session(of: user)
    } content: {
      LoansView()
    } loading: {
      Text("Fetching the loans of \(user.name)")
    } failure: { _, retry in
      Text("The library does not answer.")
      Button("Ask Again", action: retry)
    } onCloseError: { error in
      print("not saved: \(error)")
    }
  }
}

func session(of user: User) async throws -> Container {
  let container = try Container(SessionModule(user: user))
  do { _ = try await container.resolve(Loans.self) } catch {
    try await container.close()
    throw error
  }
  return container
}

// Traits of previews.

extension PreviewTrait where T == Preview.ViewTraits {
  @MainActor static var offline: Self {
    .container(AppModule()) { Bind((any Catalogue).self, Empty.init).in(.singleton) }
  }
}

struct AdaAtHome: PreviewModifier {
  static func makeSharedContext() async throws -> Container {
    try await session(of: User(name: "Ada"))
  }

  func body(content: Content, context: Container) -> some View {
    content.container(context)
  }
}

// A scope for each window.

struct Book: Hashable, Codable, Sendable {
  var title = "Oak"
}

enum BookWindow: ScopeKind {
  typealias Input = Inputs<Book>
}

@MainActor final class Notes {
  let book: Book

  init(book: Book) { self.book = book }

  func save() async {
    print("saved the notes about \(book.title)")
    Server.saves += 1
  }
}

struct ReadingModule: Module {
  var bindings: Bindings {
    Bind(Notes.init).in(.scoped(BookWindow.self)).onClose { await $0.save() }
  }
}

struct NotesView: View {
  @Injected var notes: Notes

  var body: some View { Text("notes about \(notes.book.title)") }
}

struct BookView: View {
  let book: Book
  let container: Container

  var body: some View {
    ContainerHost(id: book) {
      try container.openScope(BookWindow.self, book)
    } content: {
      NotesView()
    }
  }
}
