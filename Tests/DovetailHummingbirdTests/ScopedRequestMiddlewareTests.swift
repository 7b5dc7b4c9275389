// SPDX-License-Identifier: Apache-2.0
#if Hummingbird
  import Dovetail
  import DovetailHummingbird
  import Hummingbird
  import Testing

  private enum Call: ScopeKind { typealias Input = Inputs<String> }

  /// Says nothing but how a scope is opened.
  private struct Plain: ScopedRequestMiddleware {
    let container: Container

    func openScope(_ request: Request, _ context: BasicScopedRequestContext) throws -> OpenScope {
      try container.openScope(RequestScope.self, request)
    }
  }

  /// Says everything, and awaits something for the scope.
  private struct Chosen: ScopedRequestMiddleware {
    let container: Container
    let closing = RequestScopeClosing.afterHandler
    let isCurrent = false

    func openScope(_ request: Request, _ context: BasicScopedRequestContext) async throws -> OpenScope {
      await Task.yield()
      guard request.uri.path != "/secret" else { throw HTTPError(.unauthorized) }
      return try container.openScope(Call.self, request.uri.path)
    }
  }

  /// A response whose text is made while its body is written.
  private func streamed(_ text: @escaping @Sendable () throws -> String) -> Response {
    Response(
      status: .ok,
      body: ResponseBody { writer in
        try await writer.write(ByteBuffer(string: text()))
        try await writer.finish(nil)
      })
  }

  @Suite struct ScopedRequestMiddlewareTests {
    @Test func `its scope is the current one, and closes when the body is written`() async throws {
      let ledger = Ledger()
      let shop = Shop(over: try Container(VisitModule(ledger: ledger)), nil, ledger)
      shop.router.add(middleware: Plain(container: shop.container))
      shop.router.get("/cars") { request, context in
        let isShared = try await request.resolve(Visit.self) === context.resolve(Visit.self)
        let visit = try await context.resolve(Visit.self)
        return streamed { "\(isShared) \(try visit.read())" }
      }
      try await shop.serve { client in #expect(await client.ask("/cars").body == "true /cars") }
      await ledger.closed(1)
      #expect(ledger.closings == [1])
    }

    @Test func `it says when its scopes close, and that only the context knows them`() async throws {
      let container = try Container { Bind { (path: String) in [path] }.in(.scoped(Call.self)) }
      let shop = Shop(over: container, nil)
      shop.router.add(middleware: Chosen(container: container))
      shop.router.get("/cars") { request, context in
        let (path, isKnown) = (try await context.resolve([String].self), (try? await request.resolve([String].self)) != nil)
        return streamed { "\(path) \(isKnown) \(context.scope?.isClosed == true)" }
      }
      try await shop.serve { client in #expect(await client.ask("/cars").body == #"["/cars"] false true"#) }
    }

    @Test func `what it throws is answered, and logged unless it is meant as an answer`() async throws {
      let shop = Shop(over: try Container { Bind { 7 } }, nil)
      shop.router.add(middleware: Chosen(container: shop.container))
      shop.router.get("/secret") { _, _ in "never" }
      shop.router.get("/cars") { _, _ in "never" }
      try await shop.serve { client in
        #expect(await client.ask("/secret").status == 401)
        #expect(await client.ask("/cars").status == 500)
      }
      #expect(
        shop.complaints == [
          """
          a request gets no scope: error: [scope-not-open] no module declares that scopes 'Call' are opened
            help: bind something .in(.scoped(Call.self)), or list Opens(Call.self) in a module
          """
        ])
    }
  }
#endif
