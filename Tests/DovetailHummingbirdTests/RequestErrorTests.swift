// SPDX-License-Identifier: Apache-2.0
#if Hummingbird
  import Dovetail
  import DovetailHummingbird
  import Hummingbird
  import InMemoryLogging
  import Logging
  import Testing

  private struct Empty: Error {}

  /// Cannot be made, by code that awaits or not.
  private final class Tank: Sendable {
    init() throws { throw Empty() }
  }

  private final class Pump: Sendable {
    init() async throws { throw Empty() }
  }

  /// Cannot be closed.
  private final class Tap: Sendable {}

  private enum Inner: ScopeKind {
    typealias Parent = RequestScope
    typealias Input = Inputs<String>
  }

  /// Nothing says that it is opened.
  private enum Unknown: ScopeKind {
    typealias Parent = RequestScope
    typealias Input = Inputs<String>
  }

  private struct FailingModule: Module {
    var bindings: Bindings {
      Bind { () throws in try Tank() }
      Bind { () async throws in try await Pump() }
      Bind(Tap.init).in(.scoped(Inner.self)).onClose { _ in throw Empty() }
      Opens(RequestScope.self)
    }
  }

  /// The error of a factory as it is logged.
  private func failed(_ type: String) -> String {
    """
    a request failed: error: [failed-factory] the factory of '\(type)' threw: Empty()
      RequestErrorTests.swift
        \(type)   RequestErrorTests.swift   transient in FailingModule
      help: fix the cause and resolve it again: nothing of the failed attempt was kept
    """
  }

  private let closeFailure = """
    error: [close-failed] the scope 'Inner' is closed, but not without errors
      'Tap' (RequestErrorTests.swift): Empty()
    """

  private struct Unhandled: Error {}

  private final class User: Sendable {}
  private struct Basket {}
  private struct Stock {}

  /// A response whose body asks while it is written.
  private func streamed(_ ask: @escaping @Sendable () async throws -> Void) -> Response {
    Response(
      status: .ok,
      body: ResponseBody { writer in
        try await ask()
        try await writer.finish(nil)
      })
  }

  @Suite struct RequestErrorTests {
    private func shop() throws -> Shop {
      let container = try Container(FailingModule())
      return Shop(over: container, RequestScopeMiddleware(container))
    }

    /// A shop with a scope inside the scope of every request.
    private func nested(opening inner: @escaping @Sendable (OpenScope) throws -> OpenScope) throws -> Shop {
      let container = try Container(FailingModule())
      let shop = Shop(over: container, RequestScopeMiddleware(container))
      shop.router.add(
        middleware: RequestScopeMiddleware { _, context in
          guard let outer = context.scope else { throw Unhandled() }
          return try inner(outer)
        })
      return shop
    }

    @Test func `a dependency that fails in a handler is logged once as an error, with the request's metadata`() async throws {
      let shop = try shop()
      shop.router.get("/sync") { _, context in "\(try { try context.resolve(Tank.self) }())" }
      shop.router.get("/async") { request, _ in "\(try await request.resolve(Pump.self))" }
      try await shop.serve { client in
        for path in ["/sync", "/async"] { #expect(await client.ask(path).status == 500) }
      }
      #expect(shop.complaintsWithoutLines == [failed("Tank"), failed("Pump")])
      #expect(shop.log.entries.filter { $0.level == .error }.allSatisfy { $0.metadata["hb.request.id"] != nil })
    }

    @Test func `a dependency that fails while a body streams is logged once`() async throws {
      let shop = try shop()
      shop.router.get("/") { _, context in streamed { _ = try await context.resolve(Tank.self) } }
      try await shop.serve { client in _ = await client.ask("/") }
      #expect(shop.complaintsWithoutLines == [failed("Tank")])
    }

    @Test func `an error of a container that a handler lets out of its own scope is logged once`() async throws {
      let shop = try shop()
      shop.router.get("/") { request, _ in
        try await Container(FailingModule()).withScope(RequestScope.self, request) { outer in
          try await outer.withScope(Inner.self, "") { "\(try await $0.resolve(Tap.self))" }
        }
      }
      shop.router.get("/graph") { _, _ in "\(try Container { Bind { (_: Tank) in 7 } })" }
      try await shop.serve { client in
        #expect(await client.ask("/").status == 500)
        #expect(await client.ask("/graph").status == 500)
      }
      #expect(shop.complaintsWithoutLines.count == 2)
      #expect(shop.complaintsWithoutLines.first == "a request failed: \(closeFailure)")
      #expect(shop.complaints.last?.hasPrefix("a request failed: error: [missing-binding]") == true)
    }

    @Test func `an error that is a response, and one that is not of a container, are not logged`() async throws {
      let shop = try shop()
      shop.router.get("/conflict") { _, _ -> String in throw HTTPError(.conflict) }
      shop.router.get("/other") { _, _ -> String in throw Unhandled() }
      shop.router.get("/cancelled") { _, _ -> String in throw CancellationError() }
      shop.router.get("/stream") { _, _ in streamed { throw HTTPError(.conflict) } }
      shop.router.get("/answered") { _, context in
        do { return "\(try await context.resolve(Tank.self))" } catch is ResolutionError { return "no tank" }
      }
      try await shop.serve { client in
        #expect(await client.ask("/conflict").status == 409)
        #expect(await client.ask("/other").status == 500)
        #expect(await client.ask("/cancelled").status == 500)
        _ = await client.ask("/stream")
        #expect(await client.ask("/answered").body == "no tank")
      }
      #expect(shop.complaints.isEmpty)
    }

    @Test func `a response that a factory throws is the answer, and is not logged`() async throws {
      let container = try Container {
        Bind { (request: Request) throws in
          guard request.headers[.authorization] != nil else { throw HTTPError(.unauthorized, message: "who are you?") }
          return User()
        }.in(.scoped(RequestScope.self))
        Bind { (_: User) in Basket() }
        Bind { () async throws -> Stock in throw HTTPError(.serviceUnavailable) }.in(.singleton)
        Bind { (_: Request) throws in try Container { Bind { () throws -> Stock in throw HTTPError(.gone) } }.resolve(Stock.self)
        }
        .named("old")
      }
      let shop = Shop(over: container, RequestScopeMiddleware(container))
      shop.router.get("/basket") { _, context in "\(try await context.resolve(Basket.self))" }
      shop.router.get("/stock") { _, context in "\(try await context.resolve(Stock.self))" }
      shop.router.get("/old") { _, context in "\(try context.resolve(Stock.self, named: "old"))" }
      shop.router.get("/caught") { _, context in
        do { return "\(try await context.resolve(Stock.self))" } catch {
          return "\((error as? ResolutionError)?.code.description ?? "")"
        }
      }
      try await shop.serve { client in
        #expect(await client.ask("/basket").status == 401)
        #expect(await client.ask("/stock").status == 503)
        #expect(await client.ask("/old").status == 410)
        #expect(await client.ask("/caught").body == "failed-factory")
      }
      #expect(shop.complaints.isEmpty)
    }

    @Test func `the response of a factory counts where a scope is opened with its value, too`() async throws {
      let container = try Container {
        Bind { () throws -> Stock in throw HTTPError(.forbidden) }
        Opens(RequestScope.self)
      }
      let shop = Shop(
        over: container,
        RequestScopeMiddleware { request, _ in
          _ = try container.resolve(Stock.self)
          return try container.openScope(RequestScope.self, request)
        })
      shop.router.get("/") { _, _ in "never" }
      try await shop.serve { client in #expect(await client.ask("/").status == 403) }
      #expect(shop.complaints.isEmpty)
    }

    @Test func `scopes inside of scopes log a failing dependency once`() async throws {
      let shop = try nested { try $0.openScope(Inner.self, "") }
      shop.router.get("/") { _, context in "\(try await context.resolve(Tank.self))" }
      shop.router.get("/stream") { _, context in streamed { _ = try await context.resolve(Pump.self) } }
      try await shop.serve { client in
        #expect(await client.ask("/").status == 500)
        _ = await client.ask("/stream")
      }
      #expect(shop.complaintsWithoutLines == [failed("Tank"), failed("Pump")])
    }

    @Test func `an inner scope that fails to close is logged once`() async throws {
      let shop = try nested { try $0.openScope(Inner.self, "") }
      shop.router.get("/") { _, context in
        _ = try await context.resolve(Tap.self)
        return "closed too late"
      }
      shop.router.get("/conflict") { _, context -> String in
        _ = try await context.resolve(Tap.self)
        throw HTTPError(.conflict)
      }
      try await shop.serve { client in
        #expect(await client.ask("/").status == 500)
        #expect(await client.ask("/conflict").status == 409)
      }
      #expect(
        shop.complaintsWithoutLines == [
          "a request failed: \(closeFailure)", "the scope of a request closed with errors: \(closeFailure)",
        ])
    }

    @Test func `an inner scope that cannot be opened is logged once`() async throws {
      let shop = try nested { try $0.openScope(Unknown.self, "") }
      shop.router.get("/") { _, _ in "never" }
      try await shop.serve { client in #expect(await client.ask("/").status == 500) }
      #expect(
        shop.complaints == [
          """
          a request failed: error: [scope-not-open] no module declares that scopes 'Unknown' are opened
            help: bind something .in(.scoped(Unknown.self)), or list Opens(Unknown.self) in a module
          """
        ])
    }

    @Test func `an inner scope that code of the program refuses is logged once`() async throws {
      let shop = try nested { _ in throw Unhandled() }
      shop.router.get("/") { _, _ in "never" }
      try await shop.serve { client in #expect(await client.ask("/").status == 500) }
      #expect(shop.complaints == ["a request gets no scope: Unhandled()"])
    }
  }
#endif
