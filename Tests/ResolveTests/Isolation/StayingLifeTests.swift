// SPDX-License-Identifier: Apache-2.0
import DovetailLifecycle
import DovetailRelatives
import Testing

import Dovetail
import CoreTestSupport
import TestSupport

/// Not Sendable.
private class Client {
  var calls = 0
  let log: Log
  init(log: Log) { self.log = log }

  func close() {
    MainActor.preconditionIsolated()
    log.add("closed after \(calls)")
  }
}

private final class FakeClient: Client {}

@MainActor private final class Feed {
  let client: Client
  init(client: Client) { self.client = client }
}

@globalActor private actor Signal {
  static let shared = Signal()
}

/// Keeps everything; made with a limit that it needs.
private struct Shelf: CustomScope {
  let limit: Int

  func storage<Value: Sendable>(for type: Value.Type) -> any ScopeStorage<Value> { Storage<Value>() }

  private final class Storage<Value: Sendable>: ScopeStorage {
    let kept = Lock<Value?>(nil)

    func instance(_ make: () throws -> Value) throws -> Value {
      if let value = kept.withLock({ $0 }) { return value }
      let value = try make()
      kept.withLock { $0 = value }
      return value
    }
  }
}

@Suite struct StayingLifeTests {
  private let log = Log()

  @MainActor private static func file(_ client: Client) { client.log.add("filed after \(client.calls)") }

  @Test func `onClose may belong to the actor that keeps the value, and calls its functions`() async throws {
    let container = try Container { [log] in
      Bind(instance: log)
      Bind(Client.init).onClose { @MainActor client in Self.file(client) }.in(.singleton, on: MainActor.self).onClose {
        $0.close()
      }
    }
    try await MainActor.run { try container.resolve(Client.self).calls = 2 }
    try await container.close()
    #expect(log.lines == ["closed after 2", "filed after 2"])
  }

  private func module(_ scope: Scope.Shared = .singleton) -> some Module {
    InlineModule("clients") { [log] in
      Bind(instance: log)
      Bind(Client.init).in(scope, on: MainActor.self).onClose { $0.close() }
      Bind(Feed.init)
    }
  }

  @Test func `closing runs on the actor, once, wherever the owner is closed`() async throws {
    let container = try Container(module())
    try await MainActor.run { try container.resolve(Client.self).calls = 3 }
    let error = #expect(throws: CloseError.self) {
      func now() throws { try container.close() }
      try now()
    }
    #expect(error?.reason == .unawaited)
    try await container.close()
    try await container.close()
    #expect(log.lines == ["closed after 3"])
  }

  @MainActor @Test func `a scope closes its own on the actor`() async throws {
    let container = try Container(module(.scoped(Workshop.self)))
    try await container.withScope(Workshop.self, Order(number: 1)) { scope in
      try await scope.resolve(Feed.self).client.calls = 2
    }
    #expect(log.lines == ["closed after 2"])
  }

  @MainActor @Test func `an override in a test stays on the actor too, whatever its factory says`() async throws {
    let container = try Container(module()).rebuilt { Bind(Client.self) { (log: Log) in FakeClient(log: log) } }
    func now() throws -> Client { try container.resolve() }
    #expect(try now() is FakeClient)
    #expect(try now() === now())
    #expect(try await container.resolve(Feed.self).client === now())
    nonisolated func elsewhere() throws -> Int { try container.resolve(Client.self).calls }
    let error = #expect(throws: ResolutionError.self) { try elsewhere() }
    #expect(
      error?.diagnostic.message == "'Client' belongs to MainActor and is not Sendable, so that only code of MainActor may take it"
    )
    #expect(
      container.graph.bindings.filter { $0.key.type.description == "Client" }.map(\.isolation) == ["MainActor", "MainActor"])
  }

  @MainActor @Test func `an override hands out an object that the test has made`() throws {
    let fake = FakeClient(log: log)
    let container = try Container(module()).rebuilt(overriding: FakeModule(made: { fake }))
    func now() throws -> Client { try container.resolve() }
    #expect(try now() === fake)
  }

  private struct FakeModule: Module {
    let made: @MainActor @Sendable () -> Client
    var bindings: Bindings { Bind(Client.self, made) }
  }

  @MainActor @Test func `a bind that starts from another one stays with the same actor`() throws {
    let container = try Container { [log] in
      Bind(instance: log)
      Bind { (log: Log) -> Client in FakeClient(log: log) }
        .inheriting(Bind(Client.init).in(.singleton, on: MainActor.self))
    }
    func now() throws -> Client { try container.resolve() }
    #expect(try now() === now())
    nonisolated func elsewhere() throws -> Int { try container.resolve(Client.self).calls }
    #expect(throws: ResolutionError.self) { try elsewhere() }
  }

  @MainActor @Test func `a child asks its parent for the one object`() throws {
    let parent = try Container(module())
    let child = try parent.child { Bind { @MainActor (client: Client) in "\(client.calls)" } }
    func above() throws -> Client { try parent.resolve() }
    func below() throws -> Client { try child.resolve() }
    try above().calls = 8
    #expect(try below() === above())
    #expect(try child.resolve(String.self) == "8")
  }

  @Test func `the start of a container makes it on its actor`() async throws {
    let container = try Container {
      Bind(instance: log)
      Bind { @MainActor (log: Log) in
        MainActor.preconditionIsolated()
        log.add("made")
        return Client(log: log)
      }.in(.singleton, on: MainActor.self).eager
    }
    try await container.start()
    #expect(log.lines == ["made"])
    try await container.stop()
  }

  @MainActor @Test func `what it needs may be awaited`() async throws {
    let container = try Container {
      Bind { () async -> Log in
        await Task.yield()
        return Log()
      }.in(.singleton)
      Bind(Client.init).in(.singleton, on: MainActor.self)
    }
    let client = try await container.resolve(Client.self)
    func now() throws -> Client { try container.resolve() }
    #expect(try now() === client)
  }

  @Test func `what cannot be kept is found before anything runs`() {
    #expect(
      findings { Bind(Client.init).in(.custom(Shelf(limit: 1)), on: MainActor.self) } == [
        "'Client' is kept on MainActor in a custom scope, which takes Sendable values only",
        "let it conform to Sendable, and leave out 'on: MainActor.self', or use .singleton, .weak or .scoped(Kind.self)",
      ])
    #expect(
      findings {
        Bind(Client.init).in(.singleton, on: MainActor.self)
        Bind { (client: Client) in "\(client.calls)" }
      } == [
        "'String' takes 'Client', which belongs to MainActor and is not Sendable",
        "write @MainActor on the factory of 'String' too, let it take Provider<Client> and resolve in code of MainActor, or let Client conform to Sendable",
      ])
    #expect(
      findings {
        Bind(Client.init).in(.singleton, on: MainActor.self)
        Bind { (client: Client) async in "\(client.calls)" }
      } == [
        "'String' takes 'Client', which belongs to MainActor and is not Sendable",
        "let it take Provider<Client> and resolve in code of MainActor, or let Client conform to Sendable",
      ])
    #expect(
      findings {
        Bind(Client.init).in(.singleton, on: MainActor.self)
        Decorate(Client.self) { (client: Client) in client }
      } == [
        "'Client' takes 'Client', which belongs to MainActor and is not Sendable",
        "write @MainActor on the decorator of 'Client' too",
      ])
  }

  @Test func `a factory of another actor than the one that keeps the value is a finding`() {
    let twice = [
      "the binding of 'Client' belongs to Signal and to MainActor, and no code runs on both",
      "let its factory and all that its modifiers take belong to one actor",
    ]
    #expect(findings { Bind { @Signal (log: Log) in Client(log: log) }.in(.singleton, on: MainActor.self) } == twice)
    #expect(
      findings { Bind { @Signal () in Log() }.override.in(.singleton, on: MainActor.self) }.first
        == twice[0].replacing("Client", with: "Log"))
  }

  @Test func `so is an override that belongs to another actor than the one that keeps the value`() throws {
    let container = try Container { [log] in
      Bind(instance: log)
      Bind(Client.init).in(.singleton, on: MainActor.self)
    }
    let error = #expect(throws: GraphError.self) {
      try container.rebuilt { Bind(Client.self) { @Signal (log: Log) in FakeClient(log: log) } }
    }
    #expect(
      error?.report.errors.map(\.message) == [
        "the binding of 'Client' belongs to Signal and to MainActor, and no code runs on both"
      ])
  }

  @Test func `what is Sendable may leave, as without an actor`() async throws {
    let container = try Container {
      Bind { () -> Log in
        MainActor.preconditionIsolated()
        return Log()
      }.in(.singleton, on: MainActor.self)
    }
    let log = try await container.resolve(Log.self)
    func now() throws -> Log { try container.resolve() }
    #expect(try now() === log)
  }

  private func findings(@BindingsBuilder _ binds: @escaping @Sendable () throws -> Bindings) -> [String] {
    let all = InlineModule("all") {
      Bind(instance: log)
      Include(InlineModule("others", binds))
    }
    return Container.check(all).diagnostics.filter { $0.severity == .error }.flatMap { [$0.message, $0.help ?? ""] }
  }
}
