// SPDX-License-Identifier: Apache-2.0
import Testing

@testable import Dovetail
import CoreTestSupport
import TestSupport

/// A word on the heap, so that a sanitizer sees what is let go of too often or never.
private final class Word: Sendable {
  let text: String
  init(_ text: String) { self.text = text }
}

@MainActor private final class Sign {
  let words: [Word]

  init() {
    MainActor.preconditionIsolated()
    words = []
  }
  init(a: Word) { words = [a] }
  init(a: Word, b: Word) { words = [a, b] }
  init(a: Word, b: Word, c: Word) { words = [a, b, c] }
  init(a: Word, b: Word, c: Word, d: Word) { words = [a, b, c, d] }
  init(a: Word, b: Word, c: Word, d: Word, e: Word) { words = [a, b, c, d, e] }
  init(a: Word, b: Word, c: Word, d: Word, e: Word, f: Word) { words = [a, b, c, d, e, f] }
  init(a: Word, b: Word, c: Word, d: Word, e: Word, f: Word, g: Word) {
    MainActor.preconditionIsolated()
    words = [a, b, c, d, e, f, g]
  }
}

@MainActor private protocol Shown: AnyObject, Sendable {}
extension Sign: Shown {}

@globalActor private actor Signal {
  static let shared = Signal()
}

@Signal private final class Lever {
  let word: Word
  init(word: Word) {
    Signal.preconditionIsolated()
    self.word = word
  }
}

@Signal private final class Frame {
  let lever: Lever
  init(lever: Lever) { self.lever = lever }
}

private struct Reader: Sendable {
  let lever: Lever
}

/// Not Sendable.
private final class Note {
  var text: String
  init(_ text: String) { self.text = text }
}

private actor Stenographer {
  private(set) var notes = 0

  func desk() -> @isolated(any) @Sendable (Word) throws -> Note {
    belonging { word in
      self.notes += 1
      return Note("\(word.text) \(self.notes)")
    }
  }

  private func belonging(
    @_inheritActorContext(always) _ make: @escaping @isolated(any) @Sendable (Word) throws -> Note
  ) -> @isolated(any) @Sendable (Word) throws -> Note { make }
}

@Suite struct FactoryIsolationTests {
  private static func container(@BindingsBuilder _ binds: @escaping @Sendable () throws -> Bindings) throws -> Container {
    try Container {
      Bind { Word("halt") }
      Include(InlineModule("signs", binds))
    }
  }

  @Test func `a bind says what the compiler knows of its factory`() {
    #expect(Bind(Word.init).declaration.isolation == nil)
    #expect(Bind { Word("halt") }.declaration.isolation == nil)
    #expect(Bind(Sign.init(a:)).declaration.isolation == "MainActor")
    #expect(Bind((any Shown).self, Sign.init(a:)).declaration.isolation == "MainActor")
    #expect(Bind { @MainActor in Word("halt") }.declaration.isolation == "MainActor")
    #expect(Bind(Lever.init).declaration.isolation == "Signal")
    #expect(Bind { (word: Word) async in await Lever(word: word) }.declaration.isolation == nil)
    #expect(Bind { (word: Word) async in await Lever(word: word) }.declaration.isAsync)
    #expect(!Bind(Lever.init).declaration.isAsync)
  }

  @MainActor @Test func `a closure that does not say where it runs runs anywhere, also when main-actor code writes it`() {
    #expect(Bind { Word("halt") }.declaration.isolation == nil)
  }

  @MainActor @Test func `an initialiser of the main actor gets what it takes, however much that is`() async throws {
    let container = try Self.container {
      Bind(Sign.init as @MainActor @Sendable () -> Sign).named("0")
      Bind(Sign.init(a:)).named("1")
      Bind(Sign.init(a:b:)).named("2")
      Bind(Sign.init(a:b:c:)).named("3")
      Bind(Sign.init(a:b:c:d:)).named("4")
      Bind(Sign.init(a:b:c:d:e:)).named("5")
      Bind(Sign.init(a:b:c:d:e:f:)).named("6")
      Bind(Sign.init(a:b:c:d:e:f:g:)).named("7")
    }
    func now(_ count: Int) throws -> Sign { try container.resolve(Sign.self, named: "\(count)") }
    for _ in 1...100 {
      for count in 0...7 {
        let sign = try now(count)
        #expect(sign.words.map(\.text) == Array(repeating: "halt", count: count))
        let awaited = try await container.resolve(Sign.self, named: "\(count)")
        #expect(awaited.words.count == count)
      }
    }
  }

  @MainActor @Test func `closures of the main actor keep what they capture, and hand on their errors`() throws {
    let (prefix, log) = (Word("signal"), Log())
    let container = try Self.container {
      Bind { @MainActor [prefix] (word: consuming Word) in "\(prefix.text) \(word.text)" }
      Bind { @MainActor (word: Word, fails: Bool) throws -> Int in
        log.add(word.text)
        if fails { throw Breakdown("no signal") }
        return prefix.text.count
      }.arguments(Bool.self)
    }
    for _ in 1...100 { #expect(try container.resolve(String.self) == "signal halt") }
    #expect(try container.resolve(Int.self, arguments: false) == 6)
    #expect(
      failure { try container.resolve(Int.self, arguments: true) } == """
        [failed-factory] the factory of 'Int' threw: Breakdown(reason: "no signal")
        Int
        """)
    #expect(log.lines == ["halt", "halt"])
  }

  @Test func `what belongs to another global actor is made there, with what it takes, for who awaits it`() async throws {
    let container = try Self.container {
      Bind(Lever.init)
      Bind(Frame.init).in(.singleton)
    }
    let frames = await together(64) { _ in try await container.resolve(Frame.self) }
    let first = try frames[0].get()
    #expect(frames.allSatisfy { (try? $0.get()) === first })
    #expect(try await container.resolve(Lever.self) !== (try await container.resolve(Lever.self)))
    let now: () throws -> Frame = { try container.resolve() }
    #expect(try now() === first)
  }

  @Test func `an asynchronous factory may take it`() async throws {
    let container = try Self.container {
      Bind(Lever.init)
      Bind { (lever: Lever) async in lever.word.text }
    }
    #expect(try await container.resolve(String.self) == "halt")
  }

  @Test func `one actor of many makes what belongs to it`() async throws {
    let stenographer = Stenographer()
    let desk = await stenographer.desk()
    let container = try Self.container {
      Bind(desk)
    }
    #expect(container.graph.bindings.map(\.isolation).contains("Stenographer"))
    // A note is not Sendable, so that it cannot leave the stenographer.
    #expect(
      await asyncFailure { try await container.resolve(Note.self).text } == """
        [isolation-mismatch] 'Note' belongs to Stenographer and is not Sendable, so that only code of Stenographer may take it
        Note
        """)
    #expect(await stenographer.notes == 0)
  }

  @MainActor @Test func `what is not Sendable is taken by code of its actor only`() async throws {
    let container = try Self.container {
      Bind { @MainActor (word: Word) in Note(word.text) }
      Bind { @MainActor (note: Note) in Sign(a: Word("\(note.text)!")) }
    }
    func now<Value>(_ type: Value.Type) throws -> Value { try container.resolve() }
    #expect(try now(Sign.self).words.map(\.text) == ["halt!"])
    #expect(try await Task.detached { try await container.resolve(Sign.self) }.value.words.map(\.text) == ["halt!"])
    #expect(try now(Note.self).text == "halt")
    #expect(try await container.resolve(Note.self).text == "halt")
    nonisolated func elsewhere() throws -> String { try container.resolve(Note.self).text }
    let error = #expect(throws: ResolutionError.self) { try elsewhere() }
    #expect(
      error?.diagnostic.message == "'Note' belongs to MainActor and is not Sendable, so that only code of MainActor may take it")
    #expect(
      error?.diagnostic.help == """
        resolve it in code of MainActor with resolve(…) of its type, Provider, Factory or Lazy, take it in a factory of MainActor, or let it conform to Sendable
        """)
    let awaited = await #expect(throws: ResolutionError.self) {
      try await Task.detached { try await container.resolve(Note.self).text }.value
    }
    #expect(awaited?.diagnostic.message == error?.diagnostic.message)
  }

  @Test func `asked for synchronously it is an error that says how to ask`() throws {
    let container = try Self.container { Bind(Lever.init) }
    let error = #expect(throws: ResolutionError.self) { try container.resolve(Lever.self) }
    #expect(
      error?.diagnostic.message
        == "'Lever' belongs to Signal, and was resolved synchronously by code that runs elsewhere")
    #expect(error?.diagnostic.help == "resolve it from a factory of Signal, or from anywhere with try await resolve(…)")
  }

  @Test func `a synchronous factory of another actor, or of none, cannot take it`() {
    #expect(
      Self.findings { Bind(Reader.init) } == [
        "'Reader' takes 'Lever', which belongs to Signal",
        "write @Signal on the factory of 'Reader' too: Bind { @Signal in Reader(…: $0) }, let it take AsyncProvider<Lever> or Lazy<Lever>, or make its factory asynchronous",
      ])
    #expect(
      Self.findings { Bind { @MainActor (lever: Lever) in Reader(lever: lever) } } == [
        "'Reader' takes 'Lever', which belongs to Signal",
        "write @Signal on the factory of 'Reader' instead of @MainActor: Bind { @Signal in Reader(…: $0) }, let it take AsyncProvider<Lever> or Lazy<Lever>, or make its factory asynchronous",
      ])
    #expect(Self.findings { Bind { @Signal (lever: Lever) in Reader(lever: lever) } } == [])
    #expect(Self.findings { Bind { (lever: Lever) async in Reader(lever: lever) } } == [])
    #expect(Self.findings { Bind { (lever: Lazy<Lever>) in Word("\(lever)") }.named("later") } == [])
  }

  private static func findings(@BindingsBuilder _ binds: @escaping @Sendable () throws -> Bindings) -> [String] {
    let module = InlineModule("signs") {
      Bind { Word("halt") }
      Bind(Lever.init)
    }
    let others = InlineModule("others", binds)
    let report = Container.check(
      InlineModule("all") {
        Include(module); Include(others)
      })
    return report.diagnostics.filter { $0.id == .isolationMismatch }.flatMap { [$0.message, $0.help ?? ""] }
  }

  @Test func `an immediate task that code of an actor begins is not run by that actor`() async throws {
    guard #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) else { return }
    let log = Log()
    @Sendable func begin(_ resolver: any Resolver) -> Reader? {
      Task.immediate {
        do { _ = try synchronously { try resolver.resolve(Lever.self) } } catch {
          log.add(String("\(error)".prefix { $0 != "\n" }))
        }
      }
      return nil
    }
    let container = try Container {
      Bind { Word("up") }
      Bind(Lever.init)
      Bind { @Signal (resolver: any Resolver) in begin(resolver) }
    }
    _ = try await container.resolve(Reader?.self)
    #expect(
      log.lines == [
        "error: [isolation-mismatch] 'Lever' belongs to Signal, and was resolved synchronously by code that runs elsewhere"
      ])
  }
}
