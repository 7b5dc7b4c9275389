// SPDX-License-Identifier: Apache-2.0
#if Hummingbird
  import Dovetail
  import DovetailHummingbird
  import Hummingbird
  import Testing

  private struct User: Sendable { let name: String }

  private enum Session: ScopeKind { typealias Input = Inputs<User> }

  private enum Call: ScopeKind {
    typealias Parent = Session
    typealias Input = Inputs<Request, String>
  }

  private struct MemberContext: ChildRequestContext, ScopedRequestContext {
    var coreContext: CoreRequestContextStorage
    var scope: OpenScope?

    init(context: BasicScopedRequestContext) {
      coreContext = context.coreContext
      scope = context.scope
    }
  }

  /// Asks as code that does not await.
  private func now<Value>(_ ask: () throws -> Value) rethrows -> Value { try ask() }

  @Suite struct RequestScopeTests {
    @Test func `handlers ask their context, and a request shares what is made for it`() async throws {
      let shop = try Shop()
      shop.router.get("/cars") { _, context in
        let (first, second) = (try await context.resolve(Visit.self), try now { try context.resolve(Visit.self) })
        return "\(first === second) \(try first.read())"
      }
      try await shop.serve { client in
        for _ in 1...2 { #expect(await client.ask("/cars").body == "true /cars") }
      }
      #expect(shop.ledger.closings == [1, 2])
    }

    @Test func `what lives longer reaches the visit of the request that calls it`() async throws {
      let shop = try Shop()
      shop.router.get("/cars") { _, context in try await context.resolve(Clerk.self).greet() }
      shop.router.get("/wheels") { _, context in
        let clerk = try await context.resolve(Clerk.self)
        return Response(
          status: .ok,
          body: ResponseBody { writer in
            try await writer.write(ByteBuffer(string: clerk.greet()))
            try await writer.finish(nil)
          })
      }
      try await shop.serve { client in
        for path in ["/cars", "/wheels"] { #expect(await client.ask(path).body == "welcome to \(path)") }
      }
      await shop.ledger.closed(2)
      #expect(shop.ledger.closings == [1, 2])
    }

    @Test func `a request that needs nothing of its scope opens one all the same, and makes nothing`() async throws {
      let shop = try Shop()
      shop.router.get("/") { _, context in "\(context.scope?.isClosed == false)" }
      try await shop.serve { client in #expect(await client.ask("/").body == "true") }
      #expect(shop.ledger.opened == 0)
    }

    @Test func `a child context passes the scope on`() async throws {
      let shop = try Shop()
      shop.router.group("members", context: MemberContext.self).get("/list") { _, context in
        try await context.resolve(Visit.self).read()
      }
      try await shop.serve { client in #expect(await client.ask("/members/list").body == "/members/list") }
      #expect(shop.ledger.closings == [1])
    }

    @Test func `a closure opens a scope with inputs of its own, inside a session`() async throws {
      let container = try Container {
        Bind { (user: User, request: Request, language: String) in [user.name, request.uri.path, language] }
          .in(.scoped(Call.self))
        Opens(Session.self)
      }
      let session = try container.openScope(Session.self, User(name: "Ada"))
      let shop = Shop(
        over: container, RequestScopeMiddleware { request, _ in try session.openScope(Call.self, request, "nl") })
      shop.router.get("/cars") { _, context in try await context.resolve([String].self).joined(separator: " ") }
      try await shop.serve { client in #expect(await client.ask("/cars").body == "Ada /cars nl") }
      try await session.close()
    }

    @Test func `a closure may await what it needs to open a scope`() async throws {
      let container = try Container {
        Bind { (user: User, request: Request) in [user.name, request.uri.path] }.in(.scoped(Call.self))
        Opens(Session.self)
      }
      let session = try container.openScope(Session.self, User(name: "Ada"))
      let shop = Shop(
        over: container,
        RequestScopeMiddleware { request, _ in
          await Task.yield()
          return try session.openScope(Call.self, request, "nl")
        })
      shop.router.get("/cars") { _, context in try await context.resolve([String].self).joined(separator: " ") }
      try await shop.serve { client in #expect(await client.ask("/cars").body == "Ada /cars") }
      try await session.close()
    }

    @Test func `a closure that refuses to open a scope has its own answer`() async throws {
      let shop = Shop(over: try Container {}, RequestScopeMiddleware { _, _ in throw HTTPError(.unauthorized) })
      shop.router.get("/") { _, _ in "never" }
      try await shop.serve { client in #expect(await client.ask("/").status == 401) }
      #expect(shop.complaints.isEmpty)
    }

    @Test func `without the middleware a handler is told what is missing`() async throws {
      let shop = Shop(over: try Container {}, nil)
      shop.router.get("/") { _, context in
        do { return try await context.resolve(Visit.self).read() } catch let error as ResolutionError { return "\(error)" }
      }
      try await shop.serve { client in
        #expect(
          await client.ask("/").body == """
            error: [scope-not-open] 'Visit' was resolved where no scope is open
              help: add RequestScopeMiddleware(container) to the router, before the routes that resolve from a request
            """)
      }
    }

    @Test func `a container that knows no such scope is complained about in the log`() async throws {
      let container = try Container { Bind { 7 } }
      let shop = Shop(over: container, RequestScopeMiddleware(container))
      shop.router.get("/") { _, _ in "never" }
      try await shop.serve { client in #expect(await client.ask("/").status == 500) }
      #expect(
        shop.complaints == [
          """
          a request gets no scope: error: [scope-not-open] no module declares that scopes 'RequestScope' are opened
            help: bind something .in(.scoped(RequestScope.self)), or list Opens(RequestScope.self) in a module
          """
        ])
    }
  }
#endif
