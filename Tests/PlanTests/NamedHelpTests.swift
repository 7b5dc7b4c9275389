// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailNames
import Testing
import CoreTestSupport
import TestSupport

@MainActor private final class Stage { init() {} }
private final class Draft { init() {} }
@MainActor private final class Desk {
  private let newDraft: Provider<Draft>
  init(newDraft: Provider<Draft>) { self.newDraft = newDraft }
  func write() throws { _ = try newDraft.make() }
}

private func advice(@BindingsBuilder _ bindings: @escaping @Sendable () throws -> Bindings) -> [String] {
  Container.check(InlineModule("Hall", bindings)).diagnostics.filter { $0.id == .isolationMismatch }.map { $0.help ?? "" }
}

@Suite("The help of a finding about names") struct NamedHelpTests {
  @Test func `which belong to an actor is to be there, or to need the provider`() async throws {
    #expect(
      advice {
        NamedBind("stage") { @MainActor in Stage() }
        NamedBind("show", needs: ["stage"]) { values in try values["stage"] as Stage }
      } == [
        "write @MainActor on the factory of 'show' too, or let it need \"stageProvider\" instead of \"stage\" and resolve in code of MainActor"
      ])
    let there = try Container {
      NamedBind("stage") { @MainActor in Stage() }
      NamedBind("show", needs: ["stage"]) { @MainActor values in try values["stage"] as Stage }
      NamedBind("tour", needs: ["stageProvider"]) { values in try values["stageProvider"] as Provider<Stage> }
    }
    #expect(
      advice {
        NamedBind("stage") { @MainActor in Stage() }
        NamedBind("stageProvider") { 1 }
        NamedBind("show", needs: ["stage"]) { values in try values["stage"] as Stage }
      } == [
        "write @MainActor on the factory of 'show' too, or let it need \"stage Provider\" instead of \"stage\" and resolve in code of MainActor"
      ], "what is bound is no provider")
    _ = try await there.resolve("show", as: Stage.self)
    let stages = try await there.resolve("tour", as: Provider<Stage>.self)
    try await MainActor.run { _ = try stages.make() }
  }

  @Test func `which are kept on an actor lets their type be Sendable`() async throws {
    #expect(
      advice {
        NamedBind("draft", on: MainActor.self, Draft.init)
        NamedBind("desk", needs: ["draft"]) { _ in 1 }
      } == [
        "write @MainActor on the factory of 'desk' too, let it need \"draftProvider\" instead of \"draft\" and resolve in code of MainActor, or let its type conform to Sendable"
      ])
    let container = try Container {
      NamedBind("draft", on: MainActor.self, Draft.init)
      NamedBind("desk", needs: ["draftProvider"], Desk.init)
    }
    let desk = try await container.resolve("desk", as: Desk.self)
    try await desk.write()
  }

  @Test func `which code with a resolver declares may be awaited`() async throws {
    #expect(
      advice {
        NamedBind("stage") { @MainActor in Stage() }
        Bind { (resolver: any Resolver) in [try resolver["stage"] as Stage] }.needs(Key(dynamic: "stage"))
      } == [
        "write @MainActor on the factory of '[Stage]' too, let it resolve and declare \"stageProvider\" instead of \"stage\" and resolve in code of MainActor, or make its factory asynchronous"
      ])
    let container = try Container {
      NamedBind("stage") { @MainActor in Stage() }
      Bind { (resolver: any Resolver) async throws in [try await resolver.resolve("stage", as: Stage.self)] }
        .needs(Key(dynamic: "stage"))
    }
    #expect(try await container.resolve([Stage].self).count == 1)
  }
}
