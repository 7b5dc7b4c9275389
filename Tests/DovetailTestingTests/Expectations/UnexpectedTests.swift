// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailTesting
import Testing

private enum Lost: Error { case forever }

/// A client of closures, of every kind, of which none is expected.
private struct Parcels: Sendable {
  var status: @Sendable (String) async throws -> String = { _ in try unexpected("Parcels.status") }
  var count: @Sendable () -> Int = { unexpected("Parcels.count", returning: 0) }
  var send: @MainActor (Int, String) async -> Void = { _, _ in unexpected("Parcels.send", returning: ()) }
  var find: @Sendable (Int) throws(Lost) -> Int? = { _ in unexpected("Parcels.find", returning: nil) }
  var drop: @Sendable () throws -> Void = { try unexpected("Parcels.drop") }
}

/// A store whose methods are not expected.
private struct StandIn: Store {
  var name: String { unexpected(returning: "none") }

  func load(from shelf: String, _ number: Int) throws -> [String] { try unexpected() }
}

private func text(_ member: String) -> String {
  """
  error: [unexpected-call] '\(member)' was called, which the test does not expect
    help: give the stand-in a '\(member)' for this test, or look for who calls it
  """
}

@Suite struct UnexpectedTests {
  @Test func `a call that the test does not expect fails it with the name of the member, and goes on`() async {
    let parcels = Parcels()
    let issues = await recorded {
      #expect(parcels.count() == 0)
      await parcels.send(1, "home")
      let found = try parcels.find(7)
      #expect(found == nil)
    }
    #expect(issues.map(\.text) == ["Parcels.count", "Parcels.send", "Parcels.find"].map { text($0) })
  }

  @Test func `a member that throws throws, and the test fails also when the error is caught`() async {
    let parcels = Parcels()
    let issues = await recorded {
      await #expect(throws: UnexpectedCall.self) { try await parcels.status("home") }
      try? parcels.drop()
      _ = try await parcels.status("work")
    }
    #expect(
      issues.map(\.text) == [
        text("Parcels.status"), text("Parcels.drop"), text("Parcels.status"), "thrown: \(text("Parcels.status"))",
      ])
  }

  @Test func `a method has its own name, and the issue is where it is written`() async {
    let line = #line - 38
    let issues = await recorded {
      let store: any Store = StandIn()
      #expect(store.name == "none")
      _ = try? StandIn().load(from: "top", 1)
    }
    #expect(issues.map(\.text) == ["name", "load(from:_:)"].map { text($0) })
    #expect(issues.first?.line == line)
  }

  @Test(
    .container(QuietModule()) {
      Bind {
        var parcels = Parcels()
        parcels.count = { 3 }
        return parcels
      }.private
      Bind((any Store).self) { (parcels: Parcels) in
        #expect(parcels.count() == 3)
        return MemoryStore()
      }
    })
  func `what the test gives is called as it is`() throws {
    #expect(try Container.test.resolve(Shop.self).store.name == "memory")
  }

  @Test func `a stand-in in a container fails the test from any task`() async throws {
    let trait = ContainerTrait.container(QuietModule()) { Bind((any Store).self) { StandIn() } }
    let test = try #require(Test.current)
    let issues = await recorded {
      try await trait.provideScope(for: test, testCase: nil) {
        let shop = try await Container.test.resolve(Shop.self)
        async let child = shop.store.name
        let name = await child
        #expect(name == "none")
        let task = Task { shop.store.name }
        #expect(await task.value == "none")
      }
    }
    #expect(issues.map(\.text) == [text("name"), text("name")])
  }
}
