// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailComponents
internal import DovetailTesting
internal import TestSupport
internal import Testing

/// The code of the guide "Apps", in its section about modules whose default is the main actor. `GuideTests` compares the snippets.
enum Apps {
  nonisolated struct Note: Codable, Hashable {
    var text: String
  }

  nonisolated protocol NoteStore: Sendable {
    func notes() async throws -> [Note]
  }

  actor RemoteNotes: NoteStore {
    func notes() -> [Note] { [Note(text: "from the server")] }
  }

  final class Settings {
    var isSorted = true
  }

  final class NoteList {
    let store: any NoteStore
    let settings: Settings
    private(set) var notes: [Note] = []

    init(store: any NoteStore, settings: Settings) { (self.store, self.settings) = (store, settings) }

    func load() async throws { notes = try await store.notes() }
  }

  final class NoteEditor {
    var note: Note

    init(note: Note, settings: Settings) { self.note = note }
  }

  struct NotesModule: Module {
    var bindings: Bindings {
      Bind((any NoteStore).self, RemoteNotes.init).in(.singleton)
      Bind(Settings.init).in(.singleton)
      Bind(NoteList.init)
      Bind(NoteEditor.init).arguments(Note.self)
    }
  }

  final class Coordinator {
    let list: NoteList
    let editor: Factory<NoteEditor, Note>

    init(list: NoteList, editor: Factory<NoteEditor, Note>) { (self.list, self.editor) = (list, editor) }

    func edit(_ note: Note) throws -> NoteEditor { try editor.make(note) }
  }

  struct AppModule: Module {
    var bindings: Bindings {
      Include(NotesModule())
      Bind(Coordinator.init)
        .onCreate { @MainActor coordinator in coordinator.list.settings.isSorted = false }
      Bind { @MainActor (settings: Settings) in NoteEditor(note: Note(text: "Hello"), settings: settings) }.named("welcome")
    }
  }

  nonisolated protocol APIClient: AnyObject {
    var requests: Int { get set }
  }

  nonisolated final class LiveAPIClient: APIClient {
    var requests = 0
  }

  final class Search {
    let client: any APIClient

    init(client: any APIClient) { self.client = client }
  }

  struct SearchModule: Module {
    var bindings: Bindings {
      Bind((any APIClient).self, LiveAPIClient.init).in(.singleton, on: MainActor.self)
      Bind(Search.init)
    }
  }

  struct StoredNotes: NoteStore {
    func notes() -> [Note] { [Note(text: "stored")] }
  }

  @Suite struct NoteListTests {
    @Test(.container(NotesModule()) { Bind((any NoteStore).self) { StoredNotes() } })
    func `the list loads what the store has`() async throws {
      let list: NoteList = try await Container.test.resolve()
      try await list.load()
      #expect(list.notes == [Note(text: "stored")])
    }
  }

  final class NotesComponent: Component {
    let instances = Instances()

    var store: any NoteStore { single((any NoteStore).self) { RemoteNotes() } }
    var settings: Settings { single { Settings() } }
    var list: NoteList { transient { NoteList(store: store, settings: settings) } }
  }

  @Suite struct `The guide Apps: a module whose default is the main actor` {
    @Test func `it prints what the page says`() async throws {
      let log = Log()
      func print(_ value: some Any) { log.add("\(value)") }

      let container = try Container(AppModule())
      let coordinator = try await container.resolve(Coordinator.self)
      try await coordinator.list.load()
      print(coordinator.list.notes[0].text)  // from the server
      print(try coordinator.edit(Note(text: "Draft")).note.text)  // Draft
      print(try await container.resolve(NoteEditor.self, named: "welcome").note.text)  // Hello

      let count = try await Task.detached {
        let list = try await container.resolve(NoteList.self)
        try await list.load()
        return await list.notes.count
      }.value
      print(count)  // 1

      let searches = try Container(SearchModule())
      let client = try await searches.resolve((any APIClient).self)
      client.requests += 1
      print(try await searches.resolve(Search.self).client.requests)  // 1

      let notes = NotesComponent()
      try await notes.list.load()
      print(try await notes.store.notes()[0].text)  // from the server
      #expect(log.lines == (try GuidePage("Apps").printed))
      #expect(!coordinator.list.settings.isSorted)
    }

    @Test func `what resolves elsewhere without awaiting gets the error that the page shows`() async throws {
      let container = try Container(AppModule())
      let text = await Task.detached { Self.peek(container) }.value
      let shown = try GuidePage("Apps").messages.map(withoutPlaces)
      #expect(shown.contains(withoutPlaces(text.replacing("Apps.", with: ""))))
    }

    private func withoutPlaces(_ text: String) -> String {
      text.replacing(/\w+\.swift:[0-9:]+/, with: "FILE").replacing(/\x20+/, with: " ")
    }

    // What it says stands in the page:
    //
    // error: [isolation-mismatch] 'NoteList' belongs to MainActor, and was resolved synchronously by code that runs elsewhere
    //   NotesModule.swift:7:5
    //     NoteList   NotesModule.swift:7   transient in NotesModule
    //   help: resolve it from main-actor code, or from anywhere with try await resolve(…)
    nonisolated private static func peek(_ container: Container) -> String {
      do { return "\(try container.resolve(NoteList.self))" } catch { return "\(error)" }
    }
  }
}
