// SPDX-License-Identifier: Apache-2.0
import Testing
import TestSupport

@testable import Dovetail
@testable import DovetailRuntime

/// Sleepers are texts here, and values too: the state never looks at either.
private typealias State = AsyncBuildState<String, String>

@Suite struct AsyncBuildStateTests {
  private let step = ResolutionError.Step.named("Database")

  private static func word(_ ending: AsyncEnding<String>?) -> String {
    switch ending {
    case .built(let value): "built \(value)"
    case .failed(let error): "failed \(error)"
    case .left: "left"
    case .again: "again"
    case nil: "sleeps"
    }
  }

  @Test func `the first task starts the build, and others join it`() {
    var state = State()
    let entrances = (1...3).map { _ in state.enter(wanting: step) }
    #expect(entrances.map(\.isFirst) == [true, false, false])
    #expect(entrances.allSatisfy { $0.build === entrances[0].build })
    #expect(Set(entrances.map(\.ticket)).count == 3)
  }

  @Test func `all who sleep are woken in the order of their coming, and late sleepers do not sleep at all`() {
    var state = State()
    let tickets = (1...4).map { _ in state.enter(wanting: step).ticket }
    for place in 0..<3 { #expect(Self.word(state.suspend(tickets[place], "task \(place)")) == "sleeps") }
    let (sleepers, ending) = state.finish(.success("value"))
    #expect(sleepers == ["task 0", "task 1", "task 2"])
    #expect(Self.word(ending) == "built value")
    #expect(Self.word(state.suspend(tickets[3], "task 3")) == "built value")
  }

  @Test func `one who leaves goes alone, and the last one gives the build up`() {
    var state = State()
    let first = state.enter(wanting: step)
    let second = state.enter(wanting: step)
    _ = state.suspend(first.ticket, "first")
    let left = state.leave(first.ticket)
    #expect(left.sleeper == "first")
    #expect(left.abandoned == nil)
    let last = state.leave(second.ticket)
    #expect(last.sleeper == nil)
    #expect(last.abandoned === first.build)
    #expect(Self.word(state.suspend(second.ticket, "second")) == "left")
    #expect(state.leave(second.ticket).abandoned == nil)
  }

  @Test func `who joins a build that was given up looks again when it fails, and takes its value when it does not`() {
    for (result, told) in [(Result<String, any Error>.failure(Breakdown()), "again"), (.success("late"), "built late")] {
      var state = State()
      let first = state.enter(wanting: step)
      _ = state.leave(first.ticket)
      let second = state.enter(wanting: step)
      #expect(!second.isFirst)
      _ = state.suspend(second.ticket, "second")
      let (sleepers, ending) = state.finish(result)
      #expect(sleepers == ["second"])
      #expect(Self.word(ending) == told)
      let third = state.enter(wanting: step)
      #expect(third.isFirst)
      #expect(third.build !== first.build)
    }
  }

  @Test func `a failure is told once and not kept`() {
    var state = State()
    let first = state.enter(wanting: step)
    _ = state.suspend(first.ticket, "first")
    #expect(Self.word(state.finish(.failure(Breakdown())).ending) == "failed Breakdown(reason: \"out of fuel\")")
    #expect(state.enter(wanting: step).isFirst)
  }

  @Test func `a build that begins after one that was given up is none that was`() {
    var state = State()
    _ = state.leave(state.enter(wanting: step).ticket)
    _ = state.finish(.failure(Breakdown()))
    let second = state.enter(wanting: step)
    _ = state.suspend(second.ticket, "second")
    // Whoever looked again instead would begin a third build, and so on without end.
    #expect(Self.word(state.finish(.failure(Breakdown())).ending) == "failed Breakdown(reason: \"out of fuel\")")
  }

  @Test func `leaving after the end changes nothing`() {
    var state = State()
    let first = state.enter(wanting: step)
    _ = state.finish(.success("value"))
    let left = state.leave(first.ticket)
    #expect(left.sleeper == nil)
    #expect(left.abandoned == nil)
    #expect(Self.word(state.suspend(first.ticket, "first")) == "built value")
  }

  @Test func `an entrance that is refused leaves no trace`() {
    var state = State()
    let first = state.enter(wanting: step)
    #expect(state.refuse(first.ticket).abandoned === first.build)
    #expect(state.finish(.success("value")).sleepers.isEmpty)
  }
}
