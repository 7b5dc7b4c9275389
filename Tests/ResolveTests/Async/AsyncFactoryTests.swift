// SPDX-License-Identifier: Apache-2.0
import Testing

import Dovetail
import CoreTestSupport
import TestSupport

/// Made with what only the caller knows, and what has to be awaited.
private final class Journey: Sendable {
  let to: String
  let tank: Tank

  init(to: String, tank: Tank) async throws {
    if to.isEmpty { throw Breakdown("nowhere to go") }
    await Task.yield()
    (self.to, self.tank) = (to, tank)
  }
}

private struct Agency {
  let journeys: Factory<Journey, String>
  init(journeys: Factory<Journey, String>) { self.journeys = journeys }
}

@Suite struct AsyncFactoryTests {
  private func container() throws -> Container {
    try Container {
      Bind(Tank.init).in(.singleton)
      Bind(Journey.init).arguments(String.self)
      Bind(Agency.init)
    }
  }

  @Test func `a factory makes by awaiting what is made asynchronously`() async throws {
    let journeys = try await container().resolve(Agency.self).journeys
    let (ghent, bruges) = (try await journeys.make("Ghent"), try await journeys.make("Bruges"))
    #expect([ghent.to, bruges.to] == ["Ghent", "Bruges"])
    #expect(ghent.tank === bruges.tank)
  }

  @Test func `asked synchronously it says that it has to be awaited`() throws {
    let journeys = try container().resolve(Agency.self).journeys
    do {
      _ = try journeys.make("Ghent")
      Issue.record("made")
    } catch {
      #expect(error.code == .unawaited)
      #expect(error.key.description == "Journey")
      #expect(error.diagnostic.message == "'Journey' is made asynchronously each time")
      #expect(
        error.diagnostic.help
          == "await it, in an async function (the top level of a main.swift is none): resolve(…), make(…) of an AsyncProvider or a Factory, "
          + "get() of a Lazy, or a closure () async throws -> T"
      )
    }
  }

  @Test func `it throws what resolve throws`() async throws {
    let container = try container()
    let journeys = try await container.resolve(Agency.self).journeys
    let failed = await asyncFailure { try await journeys.make("") }
    let resolved = await asyncFailure { try await container.resolve(Journey.self, arguments: "") }
    #expect(failed == resolved)
    #expect(failed == "[failed-factory] the factory of 'Journey' threw: Breakdown(reason: \"nowhere to go\")\nJourney")
    let wrong = try await container.resolve(Factory<Journey, Int>.self)
    #expect(
      await asyncFailure { try await wrong.make(3) }
        == "[wrong-arguments] 'Journey' is made with the arguments (String), not (Int)\nJourney")
    try await container.close()
    #expect(
      await asyncFailure { try await journeys.make("Ghent") }
        == "[closed] 'Journey' was resolved after the container had closed\n")
  }

  @Test func `a loop through it is an error with the path`() async throws {
    let container = try Container {
      Bind { (wheels: Factory<Wheel, Int>) async throws -> Road in
        _ = try await wheels.make(4)
        return Road()
      }.in(.singleton)
      Bind { (count: Int, road: Road) async -> Wheel in Wheel() }.arguments(Int.self)
    }
    #expect(
      await asyncFailure { try await container.resolve(Road.self) }
        == "[dependency-cycle] 'Road' waits for itself across tasks: 'Road' -> 'Road'\nRoad -> Wheel -> Road")
  }

  @Test func `it awaits for a synchronous factory, and goes to the main actor`() async throws {
    let container = try Container {
      Bind(Tank.init).in(.singleton)
      Bind { (name: String, tank: Tank) in "\(name) \(tank.litres)" }.arguments(String.self)
      Bind { @MainActor (count: Int) in Array(repeating: Wheel(), count: count) }.arguments(Int.self)
      Bind { Road() }
    }
    #expect(try await container.resolve(Factory<String, String>.self).make("diesel") == "diesel 60")
    #expect(try await container.resolve(Factory<[Wheel], Int>.self).make(4).count == 4)
    #expect(try await container.resolve(Factory<Road>.self).make().name == "Route 66")
  }

  @Test func `one that a test made is awaited as well`() async throws {
    let tank = try await Tank()
    let agency = Agency(journeys: Factory { [journey = try await Journey(to: "Bonn", tank: tank)] _ in journey })
    #expect(try await agency.journeys.make("Ghent").to == "Bonn")
  }

  @Test func `64 tasks that make with it share what is shared`() async throws {
    let journeys = try await container().resolve(Agency.self).journeys
    let made = try await together(64) { index in try await journeys.make("\(index)") }.map { try $0.get() }
    #expect(Set(made.map(\.to)).count == 64)
    #expect(Set(made.map { ObjectIdentifier($0.tank) }).count == 1)
  }

  @Test(arguments: [Life.single, .weak, .scoped])
  func `a shared value takes the arguments of its first caller, before its defaults`(life: Life) async throws {
    let tank = Bind { (text: String) async throws -> Ticket in Ticket(text) }.arguments(defaults: "default")
    let container = try Container {
      Bind { 1 }.in(.scoped(Workshop.self))
      switch life {
      case .single: tank.in(.singleton)
      case .weak: tank.in(.weak)
      case .scoped: tank.in(.scoped(Workshop.self))
      }
    }
    try await container.withScope(Workshop.self, Order(number: 1)) { scope in
      let first = try await scope.resolve(Ticket.self, arguments: "given")
      let second = try await scope.resolve(Ticket.self, arguments: "late")
      let third = try await scope.resolve(Ticket.self)
      #expect([first.text, second.text, third.text] == ["given", "given", "given"])
    }
    try await container.withScope(Workshop.self, Order(number: 2)) { scope in
      let other = try await scope.resolve(Ticket.self)
      #expect(other.text == (life == .single ? "given" : "default"))
    }
  }

  enum Life: CaseIterable { case single, weak, scoped }

  @Test(arguments: [false, true])
  func `the arguments reach the subclass for which an async bind stands`(isAwaited: Bool) async throws {
    let container = try Container {
      Bind(Placard.self) { (board: Board) async in board }
      if isAwaited {
        Bind { (text: String) async in Board(text) }.arguments(defaults: "plain")
      } else {
        Bind { (text: String) in Board(text) }.arguments(defaults: "plain")
      }
    }
    let placards = try await container.resolve(Factory<Placard, String>.self)
    let (made, plain) = (try await placards.make("given"), try await container.resolve(Placard.self))
    #expect([made.text, plain.text] == ["given", "plain"])
  }
}

private final class Ticket: Sendable {
  let text: String

  init(_ text: String) { self.text = text }
}

private class Placard: @unchecked Sendable {
  let text: String

  init(_ text: String) { self.text = text }
}

private final class Board: Placard, @unchecked Sendable {}
