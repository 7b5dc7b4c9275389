// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailTesting
internal import TestSupport
internal import Testing

/// Not Sendable, as the client of another module may be.
nonisolated protocol Client: AnyObject {
  var calls: Int { get set }
}

nonisolated final class LiveClient: Client {
  var calls = 0
}

nonisolated final class FakeClient: Client {
  var calls = 100
}

nonisolated enum Visit: ScopeKind {}

final class Inbox {
  let client: any Client
  let again: Provider<any Client>
  let later: Lazy<any Client>

  init(client: any Client, again: Provider<any Client>, later: Lazy<any Client>) {
    (self.client, self.again, self.later) = (client, again, later)
  }

  func all() throws -> [any Client] { [client, try again.make(), again(), try later.get(), later()] }
}

struct InboxModule: Module {
  let scope: Scope.Shared
  var bindings: Bindings {
    Bind((any Client).self, LiveClient.init).in(scope, on: MainActor.self)
    Bind(Inbox.init)
  }
}

@Suite struct StayingValueTests {
  @Test func `code without annotation has one object, however it asks`() async throws {
    let container = try Container(InboxModule(scope: .singleton))
    let client = try now(container)
    client.calls += 1
    #expect(try now(container) === client)
    #expect(try await container.resolve((any Client).self) === client)
    let clients = try await container.resolve(Inbox.self).all()
    #expect(clients.count == 5)
    #expect(clients.allSatisfy { $0 === client })
  }

  @Test func `an open scope has its own`() async throws {
    let container = try Container(InboxModule(scope: .scoped(Visit.self)))
    let calls = try await container.withScope(Visit.self) { scope in
      try await scope.resolve((any Client).self).calls = 3
      return try await scope.resolve(Inbox.self).client.calls
    }
    #expect(calls == 3)
  }

  @Test func `an override in a test is the object that the test has made`() async throws {
    let fake = FakeClient()
    let made: @MainActor @Sendable () -> any Client = { fake }
    let container = try Container(InboxModule(scope: .singleton)).rebuilt { Bind((any Client).self, made) }
    #expect(try await container.resolve(Inbox.self).client === fake)
  }

  @Test func `code that runs elsewhere gets the whole error`() async throws {
    let container = try Container(InboxModule(scope: .singleton))
    _ = try now(container).calls
    let text = await Task.detached { await Self.elsewhere(container) }.value
    #expect(
      text.replacing(/StayingValueTests\.swift:[0-9:]+/, with: "FILE") == """
        error: [isolation-mismatch] 'any Client' belongs to MainActor and is not Sendable, so that only code of MainActor may take it
          FILE
            any Client   FILE   singleton in InboxModule
          help: resolve it in code of MainActor with resolve(…) of its type, Provider, Factory or Lazy, take it in a factory of MainActor, or let it conform to Sendable
        """)
  }

  private func now(_ container: Container) throws -> any Client { try container.resolve() }

  @concurrent private static func elsewhere(_ container: Container) async -> String {
    do { return "\(try await container.resolve((any Client).self).calls)" } catch { return "\(error)" }
  }
}
