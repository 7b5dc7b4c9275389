// SPDX-License-Identifier: Apache-2.0
#if Hummingbird
  internal import Dovetail
  internal import Hummingbird
  internal import Logging
  internal import Synchronization

  extension OpenScope {
    /// Closes the scope, and logs what fails besides throwing it.
    nonisolated(nonsending) func close(logging logger: Logger) async throws(CloseError) {
      do { try await close() } catch {
        logger.error("the scope of a request closed with errors", error: error)
        throw error
      }
    }
  }

  extension Response {
    /// The response with its body in memory; nothing of what made it is asked any more.
    func collected() async throws -> Response {
      let collector = BodyCollector()
      try await body.write(collector)
      var copy = self
      copy.body = collector.body
      return copy
    }

    /// The response with a body that closes a scope when it is written, fails, or is dropped without being written.
    consuming func streamed(in scope: OpenScope, logging logger: Logger) -> Response {
      let (body, keeper) = (body, ScopeKeeper(scope, logger))
      self.body = ResponseBody(contentLength: body.contentLength) { writer in
        do { try await scope.asCurrent { try await body.write(writer) } } catch {
          await keeper.close()
          throw error
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
      if !isClosed.load(ordering: .acquiring) { Task { [scope, logger] in try? await scope.close(logging: logger) } }
    }

    func close() async {
      isClosed.store(true, ordering: .releasing)
      try? await scope.close(logging: logger)
    }
  }

  /// Writes a body into memory. One task writes.
  // SAFETY: made, written and read by the one function that is above; nobody else ever sees it.
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
