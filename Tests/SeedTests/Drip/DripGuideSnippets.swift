// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Testing

@Suite("Coming from Drip") struct DripGuideSnippets {
  protocol Store: Sendable { var name: String { get } }
  struct RealStore: Store { let name = "real" }
  struct FakeStore: Store { let name = "fake" }
  struct User: Sendable { let name: String }
  struct Article: Sendable { let title: String }
  struct Photo: Sendable { let title: String }

  final class Service: Sendable {
    let store: any Store
    init(store: any Store) { self.store = store }
  }

  struct Screen: Sendable {
    let store: any Store
    let user: User
    init(store: any Store, user: User) { (self.store, self.user) = (store, user) }
  }

  struct Presenter<Shown: Sendable>: Sendable {
    let shown: Shown
    let service: Service
  }

  struct MainModule: Module {
    var bindings: Bindings {
      Bind((any Store).self, RealStore.init).in(.singleton)
      Bind(Service.init).in(.singleton)
    }
  }

  struct PresenterModule: Module {
    var bindings: Bindings {
      Include(MainModule())
      Bind { Presenter(shown: $0 as Article, service: $1) }.arguments(Article.self)
      Bind { Presenter(shown: $0 as Photo, service: $1) }.arguments(Photo.self)
    }
  }

  @Test static func `an override`() throws {
    let test = try Container(MainModule()).rebuilt {
      Bind((any Store).self, FakeStore.init)
    }
    let name = try test.resolve(Service.self).store.name
    #expect(name == "fake")
  }

  @Test static func `several parents`() throws {
    let app = try Container(MainModule())
    let session = try Container { Bind(instance: User(name: "Ada")) }
    let screen = try Container {
      Bind((any Store).self) { try app.resolve((any Store).self) }
      Bind { try session.resolve(User.self) }
      Bind(Screen.init)
    }
    let made = try screen.resolve(Screen.self)
    #expect(made.store.name == "real" && made.user.name == "Ada")
  }

  @Test static func `arguments belong to the call`() throws {
    let container = try Container(PresenterModule())
    let article: Factory<Presenter<Article>, Article> = try container.resolve()
    let first = article(Article(title: "first"))
    let second = article(Article(title: "second"))
    #expect(first.shown.title == "first" && second.shown.title == "second")
  }

  @Test static func `guide snippets are compiled`() throws {
    try GuidePage.expectCompiled("ComingFromDrip", in: "Drip/DripGuideSnippets.swift")
  }
}
