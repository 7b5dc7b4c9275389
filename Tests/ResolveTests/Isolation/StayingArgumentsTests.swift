// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Testing
import TestSupport

/// Belongs to nobody, and is not Sendable.
private final class Paper {
  let title: String
  init(title: String) { self.title = title }
}

@MainActor private final class Desk {
  private let paper: Factory<Paper, String>
  init(paper: Factory<Paper, String>) { self.paper = paper }
  func take(_ title: String) -> Paper { paper(title) }
}

private struct OfficeModule: Module {
  var bindings: Bindings {
    Bind(Paper.self) { @MainActor (title: String) in Paper(title: title) }.arguments(String.self)
    Bind(Desk.init)
  }
}

private enum Day: ScopeKind { typealias Input = Inputs<> }

/// What is made with arguments and is not Sendable stays with the actor of the calling code.
@Suite struct StayingArgumentsTests {
  @MainActor @Test func `code of the actor gives the arguments at once, however it asks`() throws {
    let container = try Container(OfficeModule())
    #expect(try container.resolve(Paper.self, arguments: "one").title == "one")
    let make: Factory<Paper, String> = try container.resolve()
    #expect(try make.make("two").title == "two")
    #expect(make("three").title == "three")
    #expect(try container.resolve(Desk.self).take("four").title == "four")
  }

  @MainActor @Test func `asynchronous code of the actor does the same`() async throws {
    let container = try Container(OfficeModule())
    #expect(try await container.resolve(Paper.self, arguments: "one").title == "one")
    let make: Factory<Paper, String> = try await container.resolve()
    #expect(try await make.make("two").title == "two")
    let desk: Desk = try await container.resolve()
    #expect(desk.take("three").title == "three")
  }

  @MainActor @Test func `a scope gives it to the code of the actor as the container does`() throws {
    let container = try Container(OfficeModule(), InlineModule("days") { Bind { 1 }.in(.scoped(Day.self)) })
    let day = try container.openScope(Day.self)
    #expect(try day.resolve(Paper.self, arguments: "one").title == "one")
    try day.close()
  }

  @Test func `other code is refused, awaited or not`() async throws {
    let container = try Container(OfficeModule())
    let refusal = "'Paper' belongs to MainActor and is not Sendable, so that only code of MainActor may take it"
    func now() throws -> String { try container.resolve(Paper.self, arguments: "one").title }
    func made() throws -> String { try container.resolve(Factory<Paper, String>.self).make("two").title }
    for body in [now, made] {
      let error = #expect(throws: ResolutionError.self) { try body() }
      #expect(error?.diagnostic.message == refusal)
    }
    let awaited = await #expect(throws: ResolutionError.self) {
      try await container.resolve(Paper.self, arguments: "three").title
    }
    #expect(awaited?.diagnostic.message == refusal)
    let make: Factory<Paper, String> = try await container.resolve()
    let later = await #expect(throws: ResolutionError.self) { try await make.make("four").title }
    #expect(later?.diagnostic.message == refusal)
  }

  @Test func `what belongs to nobody is made anywhere, and stays there`() async throws {
    let container = try Container { Bind(Paper.init).arguments(String.self) }
    func now() throws -> String { try container.resolve(Paper.self, arguments: "one").title }
    #expect(try now() == "one")
    #expect(try await container.resolve(Paper.self, arguments: "two").title == "two")
  }
}
