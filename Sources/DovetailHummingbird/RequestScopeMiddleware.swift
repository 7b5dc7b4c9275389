// SPDX-License-Identifier: Apache-2.0
#if Hummingbird
  public import Dovetail
  public import Hummingbird

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
  /// - Any other body is streamed, and the scope closes after its last byte, when it fails, when the client goes away, and when no one
  ///   writes it at all. An error in `onClose` comes too late for the client, and is logged.
  /// - When the handler throws, the scope closes first. Then the error is answered as ever; one in `onClose` is logged.
  /// - An `HTTPResponseError` that a factory throws is answered with its response, as one of the handler is.
  /// - An error of Dovetail, such as that of a dependency that cannot be made, is logged as well, by the outermost of several such middlewares.
  ///
  /// Where handlers return bodies that are whole, such as text or what was encoded, `closing: .afterHandler` closes without writing them into
  /// memory first.
  public struct RequestScopeMiddleware<Context: ScopedRequestContext>: RouterMiddleware {
    /// Answers a request inside a scope.
    @usableFromInline let answer:
      @Sendable (Request, Context, (Request, Context) async throws -> Response) async throws -> Response

    /// Opens scopes of a kind whose input is the request.
    ///
    /// - Parameters:
    ///   - container: In which they open.
    ///   - kind: The scope type.
    ///   - closing: When the scopes close.
    ///   - isCurrent: Whether the scope is the current one of the task in which the handler runs. Without, only the context knows it, and
    ///     `Request.resolve` and `Injected` do not; a request then takes a little less time.
    @inlinable
    public init<Kind: ScopeKind>(
      _ container: Container, opening kind: Kind.Type = RequestScope.self, closing: RequestScopeClosing = .afterBody(),
      isCurrent: Bool = true
    ) where Kind.Input == Inputs<Request> {
      self.init(closing: closing, isCurrent: isCurrent) { request, _ in try container.openScope(kind, request) }
    }

    /// Opens whatever scope a closure opens: of a kind with other inputs, or inside a session.
    ///
    /// ```swift
    /// RequestScopeMiddleware { request, context in try container.openScope(Call.self, request, context.user) }
    /// ```
    ///
    /// - Parameters:
    ///   - closing: When the scopes close.
    ///   - isCurrent: Whether the scope is the current one of the task in which the handler runs, as in the other initializer.
    ///   - open: Opens the scope of one request, with `openScope`. Its error is answered as if the handler had thrown it, and logged
    ///     unless it is an `HTTPResponseError`.
    @inlinable
    public init(
      closing: RequestScopeClosing = .afterBody(), isCurrent: Bool = true,
      open: @escaping @Sendable (Request, Context) throws -> OpenScope
    ) {
      // A closure, and inlinable, so that it is compiled for the context of the program. The router knows a middleware only as one of an unknown
      // type: `handle` would copy contexts of an unknown shape for every request.
      answer = { request, context, next in
        let scope: OpenScope
        do { scope = try open(request, context) } catch { throw error.unopened(context) }
        return try await closing.answer(request, context, in: scope, isCurrent: isCurrent, next)
      }
    }

    /// Opens whatever scope a closure opens that has to await something for it, as the form that awaits nothing does.
    ///
    /// ```swift
    /// RequestScopeMiddleware { request, context in try await sessions.of(request).openScope(Call.self, request) }
    /// ```
    ///
    /// - Parameters:
    ///   - closing: When the scopes close.
    ///   - isCurrent: Whether the scope is the current one of the task in which the handler runs, as in the other initializer.
    ///   - open: Opens the scope of one request, with `openScope`. Its error is answered as if the handler had thrown it, and logged
    ///     unless it is an `HTTPResponseError`.
    @inlinable
    public init(
      closing: RequestScopeClosing = .afterBody(), isCurrent: Bool = true,
      open: @escaping @Sendable (Request, Context) async throws -> OpenScope
    ) {
      answer = { request, context, next in
        let scope: OpenScope
        do { scope = try await open(request, context) } catch { throw error.unopened(context) }
        return try await closing.answer(request, context, in: scope, isCurrent: isCurrent, next)
      }
    }

    /// Opens the scope, lets the handler answer, and sees to it that the scope closes.
    @inlinable
    public func handle(
      _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response { try await answer(request, context, next) }
  }
#endif
