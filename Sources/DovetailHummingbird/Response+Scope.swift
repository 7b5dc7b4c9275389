// SPDX-License-Identifier: Apache-2.0
#if Hummingbird
  public import Dovetail
  public import Hummingbird
  public import Logging
  internal import Synchronization

  extension Error {
    /// Whether it is an error of a container that has no response of its own: Hummingbird answers it with status 500, and is silent at `info`.
    private var isOfContainer: Bool {
      (self is ResolutionError || self is CloseError || self is GraphError) && !(self is any HTTPResponseError)
    }

    /// The error of a handler, of its body, or of closing after it; logged if it is one of a container.
    ///
    /// Only the outermost of several middlewares logs it. It is the one whose context has no scope yet.
    @usableFromInline
    func logged(_ context: some ScopedRequestContext, _ message: Logger.Message = "a request failed") -> Self {
      if context.scope == nil, isOfContainer { context.logger.error(message, error: self) }
      return self
    }

    /// The error to answer: the one that a factory threw if that has a response of its own, and otherwise this one.
    @usableFromInline
    var answered: any Error {
      let thrown = (self as? ResolutionError)?.underlying?.answered
      return thrown is any HTTPResponseError ? thrown ?? self : self
    }

    /// The error of a scope that could not be opened, after it was logged, unless it was thrown to be answered.
    @usableFromInline
    func unopened(_ context: some ScopedRequestContext) -> any Error {
      let error = answered
      // The middleware around logs what is of a container.
      let isLoggedOutside = context.scope != nil && error.isOfContainer
      if !isLoggedOutside, !(error is any HTTPResponseError) { context.logger.error("a request gets no scope", error: error) }
      return error
    }
  }

  extension OpenScope {
    /// Runs a closure for a request, in which this scope is the current one if that is wanted.
    @inlinable @inline(__always)
    func around<Result>(isCurrent: Bool, _ body: () async throws -> Result) async rethrows -> Result {
      if isCurrent { try await asCurrent(body) } else { try await body() }
    }

    /// Closes the scope, and only logs what fails.
    @usableFromInline
    func closeLogging(to logger: Logger) async {
      do { try await close() } catch { logger.error(RequestScopeClosing.failure, error: error) }
    }
  }

  extension ResponseBody {
    /// The body in memory; nothing of what made it is asked any more.
    @usableFromInline
    func collected() async throws -> ResponseBody {
      let collector = BodyCollector()
      try await write(collector)
      return collector.body
    }
  }

  extension RequestScopeClosing {
    @usableFromInline static var failure: Logger.Message { "the scope of a request closed with errors" }

    /// Lets the handler answer a request, and sees to it that its scope closes.
    @inlinable @inline(__always)
    func answer<Context: ScopedRequestContext>(
      _ request: Request, _ context: Context, in scope: OpenScope, isCurrent: Bool,
      _ next: (Request, Context) async throws -> Response
    ) async throws -> Response {
      let response: Response
      do {
        response = try await scope.around(isCurrent: isCurrent) {
          var response = try await next(request, context.inside(scope))
          if case .afterBody(let limit) = self, response.isShort(limit) { response.body = try await response.body.collected() }
          return response
        }
      } catch {
        await scope.closeLogging(to: context.logger)
        throw error.answered.logged(context)
      }
      if isAfterBody(of: response) { return response.streamed(in: scope, isCurrent: isCurrent, context) }
      do throws(CloseError) { try await scope.close() } catch { throw error.logged(context, RequestScopeClosing.failure) }
      return response
    }

    /// Whether the scope has to stay open until the body is sent.
    @inlinable @inline(__always)
    func isAfterBody(of response: Response) -> Bool {
      guard case .afterBody(let limit) = self else { return false }
      return !response.isShort(limit)
    }
  }

  extension Response {
    /// Whether the body is of a known length, and that is not above a limit.
    @usableFromInline
    func isShort(_ limit: Int) -> Bool { body.contentLength.map { $0 <= limit } ?? false }

    /// The response with a body that closes a scope when it is written, fails, or is dropped without being written.
    @usableFromInline
    consuming func streamed(in scope: OpenScope, isCurrent: Bool, _ context: some ScopedRequestContext) -> Response {
      let (body, keeper) = (body, ScopeKeeper(scope, context.logger))
      self.body = ResponseBody(contentLength: body.contentLength) { writer in
        do { try await scope.around(isCurrent: isCurrent) { try await body.write(writer) } } catch {
          await keeper.close()
          throw error.logged(context)
        }
        await keeper.close()
      }
      return self
    }
  }

  /// Closes a scope at the latest when nothing holds it any more: Hummingbird drops a body without writing it when the client is gone
  /// already, or when only the head of the response is wanted.
  private final class ScopeKeeper: Sendable {
    private let scope: OpenScope
    private let logger: Logger
    private let isClosed = Atomic<Bool>(false)

    init(_ scope: OpenScope, _ logger: Logger) {
      self.scope = scope
      self.logger = logger
    }

    deinit {
      if !isClosed.load(ordering: .acquiring) { Task { [scope, logger] in await scope.closeLogging(to: logger) } }
    }

    func close() async {
      isClosed.store(true, ordering: .releasing)
      await scope.closeLogging(to: logger)
    }
  }

  /// Writes a body into memory. One task writes.
  // SAFETY: made, written and read by the one function that is above; no other code sees it.
  private final class BodyCollector: ResponseBodyWriter, @unchecked Sendable {
    private var buffer: ByteBuffer?
    private var trailers: HTTPFields?

    func write(_ part: ByteBuffer) { if buffer?.writeImmutableBuffer(part) == nil { buffer = part } }

    func finish(_ trailers: HTTPFields?) { self.trailers = trailers }

    var body: ResponseBody {
      guard let trailers else { return buffer.map { ResponseBody(byteBuffer: $0) } ?? ResponseBody() }
      let buffer = buffer ?? ByteBuffer()
      return ResponseBody(contentLength: buffer.readableBytes) { writer in
        try await writer.write(buffer)
        try await writer.finish(trailers)
      }
    }
  }
#endif
