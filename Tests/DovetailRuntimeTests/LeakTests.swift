// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Testing
import CoreTestSupport
import TestSupport

/// Holds all that can lead back to its container.
private final class Hub: Sendable {
  let tracked: Tracked
  let provider: Provider<Hub>
  let lazy: Lazy<Hub>
  let resolver: any Resolver
  let closure: @Sendable () -> Hub

  init(
    tracked: Tracked, provider: Provider<Hub>, lazy: Lazy<Hub>, resolver: any Resolver, closure: @escaping @Sendable () -> Hub
  ) {
    self.tracked = tracked
    self.provider = provider
    self.lazy = lazy
    self.resolver = resolver
    self.closure = closure
  }
}

@Suite struct LeakTests {
  private let alive = Counter()

  private func plain() throws -> Container {
    try Container { [alive] in
      Bind { Tracked(alive) }.in(.singleton)
      Bind { Tracked(alive) }.named("graph").in(.graph)
      Bind { Tracked(alive) }.named("weak").in(.weak)
      Bind { Tracked(alive) }.named("yard").in(.scoped(Yard.self)).onClose { _ in }
      Bind { (one: Tracked, _: any Resolver) in one }.named("alias").in(.singleton).onClose { _ in }
    }
  }

  @Test func `a container that is dropped frees all that it made`() throws {
    do {
      let container = try plain()
      let child = try container.child { [alive] in Bind { Tracked(alive) }.named("child").in(.singleton) }
      for name in [nil, "graph", "weak", "alias", "child"] { _ = try child.resolve(Tracked.self, named: name) }
      _ = try child.resolve(Provider<Tracked>.self)().self
      #expect(alive.value == 2)
    }
    #expect(alive.value == 0)
  }

  private func hub() throws -> Container {
    try Container { [alive] in
      Bind(Hub.init).in(.singleton)
      Bind { Tracked(alive) }
    }
  }

  @Test func `a container whose instances ask it is freed once it is closed`() throws {
    do {
      let container = try hub()
      let hub = try container.resolve(Hub.self)
      #expect(hub.provider() === hub && hub.closure() === hub)
      #expect(alive.value == 1)
      try container.close()
      #expect(failure { try hub.resolver.resolve(Tracked.self) }.hasPrefix("[closed]"))
      #expect(failure { try hub.provider.make() }.hasPrefix("[closed]"))
      #expect(failure { try hub.lazy.get() }.hasPrefix("[closed]"))
    }
    #expect(alive.value == 0)
  }

  @Test func `deferred needs outlive their container without harm`() throws {
    func abandoned() throws -> Hub {
      let container = try hub()
      let hub = try container.resolve(Hub.self)
      try container.close()
      return hub
    }
    do {
      let hub = try abandoned()
      for _ in 1...3 { #expect(failure { try hub.provider.make() }.hasPrefix("[closed] 'Hub' was resolved")) }
      #expect(failure { try hub.lazy.get() }.hasPrefix("[closed] 'Hub' was resolved"))
      #expect(alive.value == 1)
    }
    #expect(alive.value == 0)
  }

  @Test func `nested deferred needs that the program asked for live with the container`() throws {
    let provider = try hub().resolve(Provider<[Lazy<Tracked>]?>.self)
    #expect(try provider.make() == nil)
    let nested: Provider<Provider<Lazy<Tracked>>> = try hub().resolve()
    #expect(nested()()() !== nested()()())
  }

  @Test func `10,000 scopes whose instances ask them leave nothing behind`() throws {
    let container = try Container { [alive] in
      Bind { (order: Order, hub: Provider<Hub>) in Tracked(alive) }.in(.scoped(Workshop.self)).onClose { _ in }
      Bind(Hub.init).in(.scoped(Workshop.self))
    }
    for number in 1...10_000 {
      try container.withScope(Workshop.self, Order(number: number)) { scope in
        guard try scope.resolve(Hub.self).provider().tracked === scope.resolve(Tracked.self) else { throw Breakdown() }
      }
    }
    #expect(alive.value == 0)
    withExtendedLifetime(container) {}
  }

  @Test func `100,000 requests, each in a scope and half of them awaited, leave nothing behind`() async throws {
    let closed = Counter()
    let container = try Container { [alive] in
      Bind { (order: Order) in Tracked(alive) }.in(.scoped(Workshop.self)).onClose { _ in closed.add() }
      Bind { (tracked: Tracked) async in [tracked] }.in(.scoped(Workshop.self)).onClose { _ async in closed.add() }
      Bind { (session: Tracked, order: Order, own: Provider<Tracked>) in (session, own) }.in(.scoped(Bench.self))
        .onClose { _ in closed.add() }
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<8 {
        group.addTask {
          for number in stride(from: task, to: 100_000, by: 8) {
            try await LeakTests.serve(number, in: container)
          }
        }
      }
      try await group.waitForAll()
    }
    // A task lets go of what it held after its value was taken.
    for _ in 0..<1_000_000 where alive.value > 0 { await Task.yield() }
    #expect(alive.value == 0)
    #expect(closed.value == 200_000)
    withExtendedLifetime(container) {}
  }

  /// One request: half of them synchronous with a scope inside, half of them awaited.
  private static func serve(_ number: Int, in container: Container) async throws {
    let order = Order(number: number)
    guard number % 2 == 0 else {
      return try await container.withScope(Workshop.self, order) { scope in
        let all = try await scope.resolve([Tracked].self)
        guard try await scope.resolve(Tracked.self) === all.first else { throw Breakdown() }
      }
    }
    try container.withScope(Workshop.self, order) { scope in
      try scope.withScope(Bench.self) { bench in
        let (tracked, own) = try bench.resolve((Tracked, Provider<Tracked>).self)
        guard try scope.resolve(Tracked.self) === tracked, own() === tracked else { throw Breakdown() }
      }
    }
  }

  @Test func `a scope that is held after it closed holds nothing itself`() throws {
    let container = try plain()
    let scope = try container.openScope(Yard.self)
    _ = try scope.resolve(Tracked.self, named: "yard")
    #expect(alive.value == 1)
    try scope.close()
    #expect(alive.value == 0)
  }

  @Test func `a scope that is dropped is freed, but for what its container has to close, and that with the container`() throws {
    do {
      let container = try plain()
      _ = try container.openScope(Yard.self).resolve(Tracked.self, named: "yard")
      _ = try container.openScope(Yard.self).resolve(Tracked.self, named: "graph")
      #expect(alive.value == 1)
    }
    #expect(alive.value == 0)
  }

  @Test func `a failed build leaves nothing behind, except the shared parts that were built`() throws {
    do {
      let container = try Container { [alive] in
        Bind { (_: Tracked, _: Tracked) throws -> Road in throw Breakdown() }
          .needs(Tracked.self, named: "transient", "shared").in(.singleton)
        Bind { Tracked(alive) }.named("transient")
        Bind { Tracked(alive) }.named("shared").in(.singleton)
      }
      for _ in 1...100 { #expect(throws: ResolutionError.self) { try container.resolve(Road.self) } }
      #expect(alive.value == 1)
    }
    #expect(alive.value == 0)
  }

  @Test func `1,000 containers leave nothing behind`() throws {
    for _ in 1...1_000 {
      let container = try plain()
      _ = try container.resolve(Tracked.self, named: "alias")
      _ = try container.resolve([Provider<Tracked>]?.self)
    }
    #expect(alive.value == 0)
  }
}
