// SPDX-License-Identifier: Apache-2.0
#if Hummingbird
  public import Dovetail
  public import Hummingbird
  internal import Logging

  /// Opens a scope for every request, and closes it once, whatever becomes of the request.
  ///
  /// ```swift
  /// let router = Router(context: BasicScopedRequestContext.self)
  /// router.add(middleware: RequestScopeMiddleware(container))
  /// router.get("/menu") { _, context in try await context.resolve(Menu.self).text }
  /// ```
  ///
  /// - A body of a known length that is small is written into memory, then the scope closes, and then the response is sent. So what a
  ///   transaction writes on closing is there before the client hears of it, and an error in `onClose` is answered with status 500.
  /// - Any other body is streamed, and the scope closes after its last byte, when it fails, when the client goes away, and when nobody
  ///   writes it at all. An error in `onClose` comes too late for the client, and is logged.
  /// - When the handler throws, the scope closes first. Then the error is answered as ever; one in `onClose` is logged.
  public struct RequestScopeMiddleware<Context: ScopedRequestContext>: RouterMiddleware {
    private let open: @Sendable (Request, Context) async throws -> OpenScope
    private let limit: Int

    /// Opens scopes of a kind whose input is the request.
    ///
    /// - Parameters:
    ///   - container: In which they open.
    ///   - kind: The kind of scope.
    ///   - limit: The length in bytes up to which a body is written before the scope closes; a longer one is streamed.
    public init<Kind: ScopeKind>(
      _ container: Container, opening kind: Kind.Type = RequestScope.self, collectingUpTo limit: Int = 64 * 1024
    ) where Kind.Input == Inputs<Request> {
      self.init(collectingUpTo: limit) { request, _ in try container.openScope(kind, request) }
    }

    /// Opens whatever scope a closure opens: of a kind with other inputs, or inside a session.
    ///
    /// ```swift
    /// RequestScopeMiddleware { request, context in try container.openScope(Call.self, request, context.user) }
    /// ```
    ///
    /// - Parameters:
    ///   - limit: The length in bytes up to which a body is written before the scope closes; a longer one is streamed.
    ///   - open: Opens the scope of one request, with `openScope`. Its error is logged, and answered as if the handler had thrown it.
    public init(
      collectingUpTo limit: Int = 64 * 1024, open: @escaping @Sendable (Request, Context) async throws -> OpenScope
    ) {
      self.limit = limit
      self.open = open
    }

    /// Opens the scope, lets the handler answer, and sees to it that the scope closes.
    public func handle(
      _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
      let scope = try await opened(request, context)
      var context = context
      context.scope = scope
      let response: Response
      let isWhole: Bool
      do {
        (response, isWhole) = try await scope.asCurrent { [context] in
          let response = try await next(request, context)
          guard let length = response.body.contentLength, length <= limit else { return (response, false) }
          return (try await response.collected(), true)
        }
      } catch {
        try? await scope.close(logging: context.logger)
        throw error
      }
      guard isWhole else { return response.streamed(in: scope, logging: context.logger) }
      try await scope.close(logging: context.logger)
      return response
    }

    private func opened(_ request: Request, _ context: Context) async throws -> OpenScope {
      do { return try await open(request, context) } catch {
        context.logger.error("a request gets no scope", error: error)
        throw error
      }
    }
  }
#endif
