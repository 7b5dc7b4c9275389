// SPDX-License-Identifier: Apache-2.0
#if Hummingbird
  import Dovetail
  import DovetailHummingbird
  import Hummingbird
  import Testing

  extension Key<Int> {
    fileprivate static var seats: Self { Self(named: "seats") }
  }

  /// Has the request, but no context.
  private func visited(_ request: Request) throws -> Visit { try request.resolve() }

  @Suite struct RequestResolveTests {
    @Test func `code that has only the request asks that`() async throws {
      let shop = try Shop()
      shop.router.get("/cars") { request, context in
        let visits = [try await context.resolve(Visit.self), try visited(request), try await request.resolve(Visit.self)]
        async let child = visited(request)
        return "\(visits.map(\.number)) \(try await child.number)"
      }
      try await shop.serve { client in
        #expect(await client.ask("/cars").body == "[1, 1, 1] 1")
        #expect(await client.ask("/cars").body == "[2, 2, 2] 2")
      }
      #expect(shop.ledger.closings == [1, 2])
    }

    @Test func `it asks by key, and what the container shares`() async throws {
      let container = try Container {
        Bind { 4 }.named(.seats)
        Opens(RequestScope.self)
      }
      let shop = Shop(over: container, RequestScopeMiddleware(container))
      shop.router.get("/") { request, _ in "\(try await request.resolve(.seats))" }
      try await shop.serve { client in #expect(await client.ask("/").body == "4") }
    }

    @Test func `while a body streams, the scope is that of its request`() async throws {
      let shop = try Shop()
      shop.router.get("/wheels") { request, _ in
        Response(
          status: .ok,
          body: ResponseBody { writer in
            try await writer.write(ByteBuffer(string: visited(request).read()))
            try await writer.finish(nil)
          })
      }
      try await shop.serve { client in #expect(await client.ask("/wheels").body == "/wheels") }
      await shop.ledger.closed(1)
      #expect(shop.ledger.closings == [1])
    }

    @Test func `with a scope that is not the current one, only the context knows it: in the handler and in what it streams`()
      async throws
    {
      let container = try Container {
        Bind { (request: Request) in "\(request.uri.path)" }
        Opens(RequestScope.self)
      }
      let shop = Shop(over: container, RequestScopeMiddleware(container, isCurrent: false))
      shop.router.get("/cars") { request, context in
        let (path, isKnown) = (try await context.resolve(String.self), (try? await request.resolve(String.self)) != nil)
        return Response(
          status: .ok,
          body: ResponseBody { writer in
            let isKnownNow = (try? await request.resolve(String.self)) != nil
            try await writer.write(ByteBuffer(string: "\(path) \(isKnown) \(isKnownNow)"))
            try await writer.finish(nil)
          })
      }
      try await shop.serve { client in #expect(await client.ask("/cars").body == "/cars false false") }
    }

    @Test(arguments: [false, true])
    func `where no scope is open it says what to do: without the middleware, and in a detached task`(hasScope: Bool) async throws
    {
      let container = try Container { Opens(RequestScope.self) }
      let shop = Shop(over: container, hasScope ? RequestScopeMiddleware(container) : nil)
      shop.router.get("/") { request, _ in
        await Task.detached { do { return try visited(request).read() } catch { return "\(error)" } }.value
      }
      try await shop.serve { client in
        #expect(
          await client.ask("/").body == """
            error: [scope-not-open] 'Visit' was resolved where no scope is open
              help: add RequestScopeMiddleware(container) to the router, before the routes that resolve from a request, and resolve in the \
            task of the handler; with isCurrent: false use the context
            """)
      }
    }
  }
#endif
