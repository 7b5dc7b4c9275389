// SPDX-License-Identifier: Apache-2.0
import DovetailInjected
import DovetailRelatives
import Testing

import Dovetail
import CoreTestSupport
import TestSupport

/// Asks the framework when it goes, as the `deinit` of a program's own object may. Inside a lock of the framework that would end the process.
private final class LastWords: Sendable {
  private let said: Counter
  private let container: Box<Container>

  init(_ said: Counter, _ container: Box<Container> = Box()) {
    self.said = said
    self.container = container
  }

  deinit {
    _ = try? Container.shared
    _ = try? container.value?.resolve(Radio.self)
    _ = try? container.value?.resolve(Provider<Radio>.self)
    _ = container.value?.graph
    said.add()
  }
}

private struct Departure: Error {
  let words: LastWords
}

/// Carries its bind, which asks a container when it is read.
private struct Curious: Injectable, Sendable {
  static let asked = Box<Container>()
  static var binding: AnyBind {
    _ = try? asked.value?.resolve(Ordinary.self)
    return AnyBind(Bind(Curious.init))
  }
}

private struct Ordinary: Injectable, Sendable {
  static var binding: AnyBind { AnyBind(Bind(Ordinary.init)) }
}

@Suite struct DeinitTests {
  private let said = Counter()

  @Test func `what a type's own bind asks while it is read is answered`() throws {
    let container = try Container {}
    Curious.asked.value = container
    defer { Curious.asked.value = nil }
    #expect(try container.resolve(Curious.self) as Curious? != nil)
    #expect(container.graph.bindings.map(\.key.description).sorted() == ["Curious", "Ordinary"])
  }

  @Test func `events that a recorder forgets go outside its lock`() throws {
    let recorder = RecordingObserver()
    let box = Box<Container>()
    let container = try Container(observers: [recorder]) { [said] in
      Bind { () throws -> Road in throw Departure(words: LastWords(said, box)) }
      Bind { Radio(frequency: 1) }
    }
    box.value = container
    #expect(throws: ResolutionError.self) { try container.resolve(Road.self) }
    recorder.removeAll()
    #expect(said.value == 1)
    #expect(recorder.events.map(\.description.first) == ["c", "c"], "the radio was made while the events went")
    box.value = nil
  }

  @Test func `what a lock's closure drops is released when the lock is open`() {
    let box = Box<Guarded>()
    let lock = Guarded(LastLook(said, box))
    box.value = lock
    lock.replace(with: nil)
    #expect(said.value == 1)
    box.value = nil
  }

  @Test(arguments: 1...20)
  func `objects that ask when they go do no harm where threads build, fail and close`(round: Int) throws {
    let box = Box<Container>()
    do {
      let container = try Container { [said] in
        Bind { LastWords(said, box) }.in(.weak)
        Bind { LastWords(said, box) }.named("scoped").in(.scoped(Yard.self))
        Bind { () throws -> Road in throw Departure(words: LastWords(said, box)) }.in(.singleton)
        Bind { Radio(frequency: 1) }
      }
      box.value = container
      Threads.run(8) { _ in
        for _ in 0..<10 {
          _ = try? container.resolve(LastWords.self)
          _ = try? container.resolve(Road.self)
          try? container.withScope(Yard.self) { _ = try $0.resolve(LastWords.self, named: "scoped") }
        }
      }
    }
    box.value = nil
    #expect(said.value >= 8 * 10 + 10)
  }
}

/// A lock around an object that looks through it when it goes.
private final class Guarded: Sendable {
  private let state: Lock<LastLook?>

  init(_ last: LastLook) { state = Lock(last) }

  func replace(with last: LastLook?) { state.withLock { $0 = last } }
  var isEmpty: Bool { state.withLock { $0 == nil } }
}

private final class LastLook: Sendable {
  private let said: Counter
  private let lock: Box<Guarded>

  init(_ said: Counter, _ lock: Box<Guarded>) {
    self.said = said
    self.lock = lock
  }

  deinit { if lock.value?.isEmpty ?? false { said.add() } }
}

extension LastLook: Equatable {
  static func == (left: LastLook, right: LastLook) -> Bool { left === right }
}
