// SPDX-License-Identifier: Apache-2.0
#if Hummingbird
  public import Dovetail
  public import Hummingbird

  /// A middleware of a type of your own that opens a scope for every request, and closes it once, as ``RequestScopeMiddleware`` does.
  ///
  /// ```swift
  /// struct Visits: ScopedRequestMiddleware {
  ///   let container: Container
  ///
  ///   func openScope(_ request: Request, _ context: ShopContext) throws -> OpenScope {
  ///     try container.openScope(Visit.self, request, context.user)
  ///   }
  /// }
  /// ```
  ///
  /// It is longer to write than a closure, and compiled as a whole for the context of the program: a request goes through fewer functions.
  public protocol ScopedRequestMiddleware<Context>: RouterMiddleware where Context: ScopedRequestContext {
    // Said again, so that a program need not say them.
    associatedtype Input = Request
    associatedtype Output = Response
    /// The context of the program's requests.
    associatedtype Context

    /// Opens the scope of one request.
    ///
    /// - Parameters:
    ///   - request: The request, before its handler sees it.
    ///   - context: Its context, in which there is no scope yet.
    /// - Returns: The scope that `openScope` of a container or of a scope returned. No other code may close it.
    /// - Throws: What is answered as if the handler had thrown it, and logged unless it is an `HTTPResponseError`.
    func openScope(_ request: Request, _ context: Context) async throws -> OpenScope

    /// When the scopes close; `.afterBody()` if you say nothing.
    var closing: RequestScopeClosing { get }

    /// Whether the scope is the current one of the task in which the handler runs; so it is if you say nothing. Otherwise only the context knows
    /// it, and `Request.resolve` and `Injected` do not.
    var isCurrent: Bool { get }
  }

  extension ScopedRequestMiddleware {
    /// As if nothing was said: `.afterBody()`.
    @inlinable
    public var closing: RequestScopeClosing { .afterBody() }

    /// As if nothing was said: true.
    @inlinable
    public var isCurrent: Bool { true }

    /// Opens the scope, lets the handler answer, and sees to it that the scope closes.
    @inlinable
    public func handle(
      _ request: Request, context: Context, next: (Request, Context) async throws -> Response
    ) async throws -> Response {
      let scope: OpenScope
      do { scope = try await openScope(request, context) } catch { throw error.unopened(context) }
      return try await closing.answer(request, context, in: scope, isCurrent: isCurrent, next)
    }
  }
#endif
