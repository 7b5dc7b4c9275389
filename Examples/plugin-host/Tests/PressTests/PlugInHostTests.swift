// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import Press
internal import Synchronization
internal import Testing

@testable internal import PlugIns

/// A plug-in whose bindings a test writes.
struct TestPlugIn: PlugIn {
  let name: String
  let module: InlineModule

  init(_ name: String, @BindingsBuilder _ bindings: @escaping @Sendable () -> Bindings) {
    self.name = name
    module = InlineModule(name, bindings)
  }

  var bindings: Bindings { get throws { try module.bindings } }
}

struct Upper: Filter {
  func apply(to letter: String) -> String { letter.uppercased() }
}

/// Counts the objects that are alive.
final class Watch: Sendable {
  private let count = Mutex(0)
  var living: Int { count.withLock { $0 } }
  func change(by step: Int) { count.withLock { $0 += step } }
}

final class Watched: Sendable {
  let watch: Watch

  init(watch: Watch) {
    self.watch = watch
    watch.change(by: 1)
  }

  deinit { watch.change(by: -1) }
}

/// Asks later.
struct LateFilter: Filter {
  let upper: Provider<Upper>
  func apply(to letter: String) -> String { (try? upper.make().apply(to: letter)) ?? "\(letter) (too late)" }
}

struct WatchedFilter: Filter {
  let object: Watched
  func apply(to letter: String) -> String { letter }
}

/// Takes what the press keeps for itself.
struct Thief: Filter {
  let till: Till
  func apply(to letter: String) -> String { letter }
}

@Suite("A host of plug-ins") struct PlugInHostTests {
  let press: Container
  let host: PlugInHost

  init() throws {
    press = try Container(PressModule(sender: "Ada"))
    host = PlugInHost(press)
  }

  @Test func `prints letters as they are without plug-ins`() async {
    #expect(await host.print("Dear Bob") == "Dear Bob")
  }

  @Test func `sends letters through what plug-ins contribute, in the order in which they joined`() async throws {
    try await host.add(TestPlugIn("upper") { Bind((any Filter).self, Upper.init).contribute() })
    try await host.add(SignaturePlugIn())
    try await host.add(GlossaryPlugIn(["BOB": "a friend"]))
    #expect(await host.plugIns == ["upper", "signature", "glossary"])
    #expect(await host.print("Dear Bob") == "DEAR BOB (a friend)\nAda\n[words explained: 1]")
  }

  @Test func `refuses a plug-in that does not fit, with the report, and goes on`() async throws {
    try await host.add(SignaturePlugIn())
    let error = await #expect(throws: PlugInError.self) { try await host.add(SpellingPlugIn()) }
    #expect(
      error?.description == """
        the plug-in 'spelling' does not fit:
        error: [missing-binding] nothing is bound for 'any Dictionary'
          Spelling.swift:12:9
          any Filter -> any Dictionary
            any Filter   Spelling.swift:12   transient in SpellingPlugIn
          help: add Bind((any Dictionary).self, …) to SpellingPlugIn, or make the dependency optional: (any Dictionary)?
          docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/missing-binding.md

        1 error
        """)
    #expect(await host.plugIns == ["signature"])
    #expect(await host.print("Dear Bob") == "Dear Bob\nAda")
  }

  @Test func `runs no factory of a plug-in that it refuses`() async throws {
    let plugIn = TestPlugIn("eager") {
      Bind { (journal: Journal) in
        journal.note("ran")
        return Upper()
      }
      Bind((any Filter).self) { (upper: Upper, missing: Int) in upper }.contribute()
    }
    await #expect(throws: PlugInError.self) { try await host.add(plugIn) }
    #expect(try await press.resolve(Journal.self).lines == [])
  }

  @Test func `refuses a plug-in that adds nothing`() async {
    let error = await #expect(throws: PlugInError.self) { try await host.add(TestPlugIn("idle") {}) }
    guard case .refused(_, let report) = error else { return #expect(Bool(false), "\(String(describing: error))") }
    #expect(report.errors.map(\.id) == [.emptyCollection])
  }

  @Test func `refuses a plug-in that takes what the press keeps for itself`() async {
    let thief = TestPlugIn("thief") { Bind((any Filter).self, Thief.init).contribute() }
    let error = await #expect(throws: PlugInError.self) { try await host.add(thief) }
    guard case .refused(_, let report) = error else { return #expect(Bool(false), "\(String(describing: error))") }
    #expect(report.errors.map(\.message) == ["'Till' is private to PressModule"])
  }

  @Test func `refuses a plug-in that fails to start, and closes what it had opened`() async throws {
    struct Jammed: Error {}
    let plugIn = TestPlugIn("jammed") {
      Bind { (journal: Journal) in WordList([:], journal: journal) }.in(.singleton).onClose { $0.close() }
      Bind((any Filter).self) { (list: WordList) throws -> Footnote in throw Jammed() }.contribute()
    }
    let error = await #expect(throws: PlugInError.self) { try await host.add(plugIn) }
    #expect(error?.description.contains("the factory of 'any Filter' threw: Jammed()") == true)
    #expect(try await press.resolve(Journal.self).lines == ["the word list is open", "the word list is closed"])
    #expect(await host.plugIns == [])
  }

  @Test func `does not know two plug-ins by one name`() async throws {
    try await host.add(SignaturePlugIn())
    let error = await #expect(throws: PlugInError.self) { try await host.add(SignaturePlugIn()) }
    #expect(error?.description == "a plug-in 'signature' is here already; remove it first, or choose another name")
    #expect(await host.print("Dear Bob") == "Dear Bob\nAda")
  }

  @Test func `keeps what a plug-in binds from the press and from other plug-ins`() async throws {
    try await host.add(
      TestPlugIn("own") {
        Bind { 7 }
        Bind((any Filter).self, Upper.init).contribute()
      })
    #expect(throws: ResolutionError.self) { try press.resolve(Int.self) }
    let other = TestPlugIn("other") { Bind((any Filter).self) { (_: Int) in Upper() }.contribute() }
    await #expect(throws: PlugInError.self) { try await host.add(other) }
  }

  @Test func `closes and releases everything of a plug-in that leaves`() async throws {
    let watch = Watch()
    try await host.add(
      TestPlugIn("watched") {
        Bind { Watched(watch: watch) }.in(.singleton)
        Bind((any Filter).self) { (object: Watched) in WatchedFilter(object: object) }.contribute()
      })
    #expect(watch.living == 1)
    try await host.remove("watched")
    #expect(watch.living == 0)
  }

  @Test func `gives nothing of a plug-in that left to those who still hold something of it`() async throws {
    let plugIn = TestPlugIn("late") {
      Bind(Upper.init)
      Bind((any Filter).self, LateFilter.init).contribute()
    }
    let container = try press.child(plugIn)
    let filters = try await container.resolve([any Filter].self)
    #expect(filters.map { $0.apply(to: "Dear Bob") } == ["DEAR BOB"])
    try await container.close()
    #expect(filters.map { $0.apply(to: "Dear Bob") } == ["Dear Bob (too late)"])
  }

  @Test func `lets a plug-in have its own of what the press has, and the press keeps its`() async throws {
    try await host.add(
      TestPlugIn("own letterhead") {
        Bind { Letterhead(sender: "Eve") }
        Bind((any Filter).self, Signature.init).contribute()
      })
    #expect(await host.print("Dear Bob") == "Dear Bob\nEve")
    #expect(try await press.resolve(Letterhead.self).sender == "Ada")
  }

  @Test func `takes a plug-in in again that had left`() async throws {
    try await host.add(GlossaryPlugIn(["glue": "not needed"]))
    try await host.remove("glossary")
    #expect(await host.print("glue") == "glue")
    try await host.add(GlossaryPlugIn(["glue": "sticky"]))
    #expect(await host.print("glue") == "glue (sticky)\n[words explained: 1]")
    #expect(
      try await press.resolve(Journal.self).lines == [
        "the word list is open", "the word list is closed", "the word list is open",
      ])
  }

  @Test func `lets a plug-in go whose closing fails, and says so`() async throws {
    struct Jammed: Error {}
    try await host.add(
      TestPlugIn("jammed") {
        Bind(Upper.init).in(.singleton).onClose { _ in throw Jammed() }
        Bind((any Filter).self) { (upper: Upper) in upper }.contribute()
      })
    let error = await #expect(throws: PlugInError.self) { try await host.remove("jammed") }
    #expect(error?.description.hasPrefix("the plug-in 'jammed' left, but:\nerror: [close-failed]") == true)
    #expect(await host.plugIns == [])
    let again = await #expect(throws: PlugInError.self) { try await host.remove("jammed") }
    #expect(again?.description == "no plug-in 'jammed' is here")
  }

  @Test func `takes in and lets go of many plug-ins at once`() async throws {
    try await withThrowingTaskGroup { group in
      for number in 1...50 {
        group.addTask { [host] in
          let plugIn = TestPlugIn("\(number)") { Bind((any Filter).self, Upper.init).contribute() }
          try await host.add(plugIn)
          if number % 2 == 0 { try await host.remove("\(number)") }
        }
      }
      try await group.waitForAll()
    }
    #expect(await host.plugIns.count == 25)
    #expect(await host.print("Dear Bob") == "DEAR BOB")
  }
}
