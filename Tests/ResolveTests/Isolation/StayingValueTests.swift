// SPDX-License-Identifier: Apache-2.0
import Testing

import Dovetail
import CoreTestSupport
import TestSupport

/// Not Sendable.
private protocol APIClient: AnyObject {
  var calls: Int { get set }
}

private final class LiveClient: APIClient {
  var calls = 0
  init() { MainActor.preconditionIsolated() }
}

private final class FakeClient: APIClient {
  var calls = 100
}

private final class CountingClient: APIClient {
  let inner: any APIClient
  var calls: Int {
    get { inner.calls }
    set { inner.calls = newValue + 10 }
  }
  init(inner: any APIClient) { self.inner = inner }
}

@MainActor private final class Feed {
  let client: any APIClient
  init(client: any APIClient) { self.client = client }
}

/// Belongs to no actor, and asks later.
private struct Later: Sendable {
  let client: Provider<any APIClient>
}

private final class Once {
  let client: Lazy<any APIClient>
  init(client: Lazy<any APIClient>) { self.client = client }
}

@MainActor private final class Opener {
  let client: @MainActor () throws -> any APIClient
  init(client: @escaping @MainActor () throws -> any APIClient) { self.client = client }
}

@globalActor private actor Signal {
  static let shared = Signal()
}

@Suite struct StayingValueTests {
  static let refusal =
    "'any APIClient' belongs to MainActor and is not Sendable, so that only code of MainActor may take it"
  static let help =
    "resolve it in code of MainActor with resolve(…) of its type, Provider, Factory or Lazy, take it in a factory of MainActor, or let it conform to Sendable"

  private static func container(_ scope: Scope.Shared = .singleton) throws -> Container {
    try Container {
      Bind((any APIClient).self, LiveClient.init).in(scope, on: MainActor.self)
      Bind(Feed.init)
      Bind(Later.init)
      Bind(Once.init)
      Bind(Opener.init)
    }
  }

  /// What code of no actor gets that asks synchronously, also when main-actor code calls it.
  nonisolated private static func elsewhere(_ resolver: any Resolver) -> String {
    func calls() throws -> Int { try resolver.resolve((any APIClient).self).calls }
    return failure { try calls() }
  }

  private static func isRefused(_ body: () throws -> Int) {
    let error = #expect(throws: ResolutionError.self) { _ = try body() }
    #expect(error?.diagnostic.id.rawValue == "isolation-mismatch")
    #expect(error?.diagnostic.message == refusal)
    #expect(error?.diagnostic.help == help)
  }

  @MainActor @Test func `main-actor code has one object, however it asks`() async throws {
    let container = try Self.container()
    func now() throws -> any APIClient { try container.resolve() }
    let client = try now()
    client.calls += 1
    #expect(try now() === client)
    #expect(try await container.resolve((any APIClient).self) === client)
    func feed() throws -> Feed { try container.resolve() }
    #expect(try feed().client === client)
    #expect(try await container.resolve(Feed.self).client === client)
    func later() throws -> any APIClient { try container.resolve(Later.self).client.make() }
    #expect(try later() === client)
    func called() throws -> any APIClient { try container.resolve(Later.self).client() }
    #expect(try called() === client)
    func once() throws -> Once { try container.resolve() }
    let lazy = try once()
    func lazily() throws -> any APIClient { try lazy.client.get() }
    #expect(try lazily() === client)
    #expect(try await lazy.client.get() === client)
    #expect(lazy.client() === client)
    func opener() throws -> Opener { try container.resolve() }
    #expect(try opener().client() === client)
    func maybe() throws -> (any APIClient)? { try container.resolve() }
    #expect(try maybe() === client)
    func resolver() -> any Resolver { container }
    func some() throws -> any APIClient { try resolver().resolve() }
    #expect(try some() === client)
    #expect(try await resolver().resolve((any APIClient).self) === client)
    #expect(client.calls == 1)
  }

  @MainActor @Test func `others may await what has it, and never get it`() async throws {
    let container = try Self.container()
    let feeds = await together(64) { _ in try await container.resolve(Feed.self) }
    let client = try feeds[0].get().client
    #expect(try feeds.allSatisfy { try $0.get().client === client })
  }

  @Test func `code that runs elsewhere gets the error, before it is ready and after`() async throws {
    let container = try Self.container()
    Self.isRefused { try container.resolve((any APIClient).self).calls }
    try await MainActor.run { _ = try container.resolve((any APIClient).self).calls }
    func key() throws -> Int { try container.resolve(Key<any APIClient>()).calls }
    func named() throws -> Int { try container.resolve((any APIClient).self, named: nil).calls }
    func some() throws -> Int { try container.resolveIfBound((any APIClient).self)?.calls ?? 0 }
    func later() throws -> Int { try container.resolve(Later.self).client.make().calls }
    func once() throws -> Int { try container.resolve(Once.self).client.get().calls }
    func all() throws -> Int { try container.resolve((any APIClient)?.self)?.calls ?? 0 }
    func subscripted() throws -> Int { try container[(any APIClient).self].calls }
    for ask in [key, named, some, later, once, all, subscripted] { Self.isRefused(ask) }
  }

  @MainActor @Test func `code of no actor that main-actor code calls gets the error, since it could send the value elsewhere`()
    throws
  {
    let container = try Self.container()
    _ = try container.resolve((any APIClient).self).calls
    let text = "[isolation-mismatch] \(Self.refusal)\nany APIClient"
    #expect(Self.elsewhere(container) == text)
    // Also while a factory of the main actor runs.
    let inner = Log()
    let other = try container.child {
      Bind { @MainActor (resolver: any Resolver, client: any APIClient) -> Int in
        inner.add(Self.elsewhere(resolver))
        return client.calls
      }
    }
    #expect(try other.resolve(Int.self) == 0)
    #expect(inner.lines == [text])
  }

  @MainActor @Test func `a factory of the actor that takes a resolver asks for it`() async throws {
    let container = try Self.container().child {
      Bind { @MainActor (resolver: any Resolver) -> Int in try resolver.resolve((any APIClient).self).calls + 7 }
      Bind { @MainActor (resolver: any Resolver) -> String in
        try resolver.withScope(Workshop.self, Order(number: 1)) { scope in
          "\(try scope.resolve((any APIClient).self).calls)"
        }
      }
      Opens(Workshop.self)
    }
    #expect(try await container.resolve(Int.self) == 7)
    #expect(try await container.resolve(String.self) == "0")
    #expect(try await Task.detached { try await container.resolve(Int.self) }.value == 7)
  }

  @Test func `awaiting it elsewhere is the same error`() async throws {
    let container = try Self.container()
    for ready in [false, true] {
      if ready { try await MainActor.run { _ = try container.resolve((any APIClient).self).calls } }
      let error = await #expect(throws: ResolutionError.self) { try await container.resolve((any APIClient).self).calls }
      #expect(error?.diagnostic.message == Self.refusal)
      #expect(error?.diagnostic.help == Self.help)
      let onSignal = await #expect(throws: ResolutionError.self) {
        try await { @Signal in try await container.resolve((any APIClient).self).calls }()
      }
      #expect(onSignal?.diagnostic.message == Self.refusal)
    }
  }

  @Test func `another global actor keeps its values as the main actor does`() async throws {
    let container = try Container { Bind((any APIClient).self) { FakeClient() }.in(.singleton, on: Signal.self) }
    let counts = try await { @Signal in
      @Signal func now() throws -> any APIClient { try container.resolve() }
      try now().calls += 1
      return [try now().calls, try await container.resolve((any APIClient).self).calls]
    }()
    #expect(counts == [101, 101])
    let error = await #expect(throws: ResolutionError.self) {
      try await { @MainActor in try await container.resolve((any APIClient).self).calls }()
    }
    #expect(
      error?.diagnostic.message
        == "'any APIClient' belongs to Signal and is not Sendable, so that only code of Signal may take it")
  }

  @MainActor @Test func `an open scope has its own`() async throws {
    let container = try Self.container(.scoped(Workshop.self))
    let scope = try container.openScope(Workshop.self, Order(number: 1))
    func now() throws -> any APIClient { try scope.resolve() }
    let client = try now()
    #expect(try now() === client)
    #expect(try await scope.resolve((any APIClient).self) === client)
    #expect(try await scope.resolve(Feed.self).client === client)
    #expect(Self.elsewhere(scope) == "[isolation-mismatch] \(Self.refusal)\nany APIClient")
    let other = try container.openScope(Workshop.self, Order(number: 2))
    func second() throws -> any APIClient { try other.resolve() }
    #expect(try second() !== client)
    try await scope.close()
    #expect(throws: ResolutionError.self) { _ = try now() }
  }

  @MainActor @Test func `a weak one is shared while main-actor code holds it`() throws {
    let container = try Self.container(.weak)
    func now() throws -> any APIClient { try container.resolve() }
    var client: (any APIClient)? = try now()
    client?.calls = 5
    #expect(try now().calls == 5)
    #expect(Self.elsewhere(container) == "[isolation-mismatch] \(Self.refusal)\nany APIClient")
    client = nil
    #expect(try now().calls == 0)
  }

  @MainActor @Test func `one request shares it within the graph`() throws {
    let container = try Container {
      Bind((any APIClient).self) { @MainActor in LiveClient() }.in(.graph)
      Bind { @MainActor (one: any APIClient, other: any APIClient) in one === other }
    }
    #expect(try container.resolve(Bool.self))
  }

  @MainActor @Test func `collections of it are for main-actor code too`() throws {
    let container = try Container {
      Bind((any APIClient).self, LiveClient.init).in(.singleton, on: MainActor.self).contribute(key: "live")
      Bind((any APIClient).self) { FakeClient() }.in(.singleton, on: MainActor.self).contribute(key: "fake")
    }
    func all() throws -> [any APIClient] { try container.resolve() }
    func named() throws -> [String: any APIClient] { try container.resolve() }
    #expect(try all().map(\.calls) == [0, 100])
    #expect(try all()[0] === named()["live"])
    nonisolated func elsewhere() throws -> Int { try container.resolve([any APIClient].self).count }
    Self.isRefused(elsewhere)
  }

  @MainActor @Test func `a decorator of the actor wraps it`() throws {
    let container = try Self.container().rebuilt {
      Decorate((any APIClient).self) { @MainActor (inner: any APIClient) in CountingClient(inner: inner) }
    }
    func now() throws -> any APIClient { try container.resolve() }
    try now().calls += 1
    #expect(try now().calls == 11)
    #expect(try now() === now())
    #expect(Self.elsewhere(container) == "[isolation-mismatch] \(Self.refusal)\nany APIClient")
  }
}
