// SPDX-License-Identifier: Apache-2.0
#if Hummingbird
  @testable import Dovetail
  @testable import DovetailHummingbird
  import Hummingbird
  import Testing

  private let closeFailure = """
    error: [close-failed] the scope 'RequestScope' is closed, but not without errors
      'Visit' (Visits.swift): TooLate()
    """

  /// A body that asks its visit before every part, so that it fails when that is closed too early.
  private func body(_ visit: Visit, length: Int? = nil, parts: Int = 3) -> ResponseBody {
    ResponseBody(contentLength: length) { writer in
      for _ in 0..<parts { try await writer.write(ByteBuffer(string: visit.read())) }
      try await writer.finish(nil)
    }
  }

  /// Reads what is written.
  private final class Pages: ResponseBodyWriter {
    private(set) var lines: [String] = []

    func write(_ buffer: ByteBuffer) { lines.append(String(buffer: buffer)) }

    func finish(_ trailers: HTTPFields?) { lines += trailers.map { $0.map(\.value) } ?? [] }
  }

  @Suite struct ClosingTests {
    @Test func `a whole body is sent when the visit is closed`() async throws {
      let shop = try Shop()
      shop.router.get("/cars") { _, context in try await context.resolve(Visit.self).read() }
      try await shop.serve { [ledger = shop.ledger] client in
        for number in 1...3 {
          #expect(await client.ask("/cars").body == "/cars")
          #expect(ledger.closings == Array(1...number))
        }
      }
    }

    @Test func `what a whole body cannot close is answered with an error, and logged`() async throws {
      let shop = try Shop(isBroken: true)
      shop.router.get("/") { _, context in try await context.resolve(Visit.self).read() }
      try await shop.serve { client in
        let answer = await client.ask("/")
        #expect(answer.status == 500)
        #expect(answer.body == "")
      }
      #expect(shop.ledger.closings == [1])
      #expect(shop.complaintsWithoutLines == ["the scope of a request closed with errors: \(closeFailure)"])
    }

    @Test func `a handler's error stays the answer, also when closing fails`() async throws {
      let shop = try Shop(isBroken: true)
      shop.router.get("/") { _, context -> String in
        _ = try await context.resolve(Visit.self).read()
        throw HTTPError(.conflict, message: "sold")
      }
      try await shop.serve { client in
        let answer = await client.ask("/")
        #expect(answer.status == 409)
        #expect(answer.body == #"{"error":{"message":"sold"}}"#)
      }
      #expect(shop.ledger.closings == [1])
      #expect(shop.complaintsWithoutLines == ["the scope of a request closed with errors: \(closeFailure)"])
    }

    @Test(arguments: [nil, 18]) func `a body that streams finds its visit open to the end`(length: Int?) async throws {
      // A short body is not collected when the limit is below it.
      let shop = try Shop(closing: .afterBody(collectingUpTo: 17))
      shop.router.get("/wheel") { _, context in
        Response(status: .ok, body: body(try await context.resolve(Visit.self), length: length))
      }
      try await shop.serve { client in
        let answer = await client.ask("/wheel")
        #expect(answer.body == "/wheel/wheel/wheel")
        #expect(answer.field("content-length") == length.map { "\($0)" })
      }
      await shop.ledger.closed(1)
      #expect(shop.ledger.closings == [1])
    }

    @Test func `a short body of a known length is collected, and sent when the visit is closed`() async throws {
      let shop = try Shop()
      shop.router.get("/wheel") { _, context in
        Response(status: .ok, body: body(try await context.resolve(Visit.self), length: 18))
      }
      try await shop.serve { [ledger = shop.ledger] client in
        let answer = await client.ask("/wheel")
        #expect(answer.body == "/wheel/wheel/wheel")
        #expect(answer.field("content-length") == "18")
        #expect(ledger.closings == [1])
      }
    }

    @Test(arguments: [nil, 3]) func `after the handler, a visit closes before any body is written`(length: Int?) async throws {
      let shop = try Shop(closing: .afterHandler)
      shop.router.get("/") { [ledger = shop.ledger] _, context in
        _ = try await context.resolve(Visit.self).read()
        return Response(
          status: .ok,
          body: ResponseBody(contentLength: length) { writer in
            try await writer.write(ByteBuffer(string: "\(ledger.closings)"))
            try await writer.finish(nil)
          })
      }
      try await shop.serve { client in #expect(await client.ask("/").body == "[1]") }
      #expect(shop.ledger.closings == [1])
    }

    @Test func `what cannot be closed after the handler is answered with an error, and logged`() async throws {
      let shop = try Shop(isBroken: true, closing: .afterHandler)
      shop.router.get("/") { _, context in
        Response(status: .ok, body: body(try await context.resolve(Visit.self)))
      }
      try await shop.serve { client in #expect(await client.ask("/").status == 500) }
      #expect(shop.ledger.closings == [1])
      #expect(shop.complaintsWithoutLines == ["the scope of a request closed with errors: \(closeFailure)"])
    }

    @Test func `a body that is collected keeps its trailers`() async throws {
      let signed = Response(
        status: .ok,
        body: ResponseBody(contentLength: 3) { writer in
          try await writer.write(ByteBuffer(string: "car"))
          try await writer.finish([.eTag: "seven"])
        })
      let pages = Pages()
      try await signed.body.collected().write(pages)
      #expect(pages.lines == ["car", "seven"])
    }

    @Test func `a short body that fails while it is collected is answered with an error`() async throws {
      let shop = try Shop()
      shop.router.get("/") { _, context in
        let visit = try await context.resolve(Visit.self)
        return Response(
          status: .ok,
          body: ResponseBody(contentLength: 100) { writer in
            try await writer.write(ByteBuffer(string: visit.read()))
            throw HTTPError(.serviceUnavailable)
          })
      }
      try await shop.serve { client in #expect(await client.ask("/").status == 503) }
      #expect(shop.ledger.closings == [1])
    }

    @Test func `an empty answer closes the visit`() async throws {
      let shop = try Shop()
      shop.router.delete("/car") { _, context -> HTTPResponse.Status in
        _ = try await context.resolve(Visit.self).read()
        return .noContent
      }
      try await shop.serve { client in #expect(await client.ask("/car", method: "DELETE").status == 204) }
      #expect(shop.ledger.closings == [1])
    }

    @Test func `a stream that fails closes the visit, and what closing throws is logged`() async throws {
      let shop = try Shop(isBroken: true)
      shop.router.get("/") { _, context in
        let visit = try await context.resolve(Visit.self)
        return Response(
          status: .ok,
          body: ResponseBody { writer in
            try await writer.write(ByteBuffer(string: visit.read()))
            throw HTTPError(.serviceUnavailable)
          })
      }
      try await shop.serve { [ledger = shop.ledger] client in
        #expect(await client.ask("/").body == "/")
        await ledger.closed(1)
      }
      #expect(shop.ledger.closings == [1])
      #expect(shop.complaintsWithoutLines == ["the scope of a request closed with errors: \(closeFailure)"])
    }

    @Test func `a stream that nobody writes closes the visit`() async throws {
      let shop = try Shop()
      shop.router.get("/wheel") { _, context in Response(status: .ok, body: body(try await context.resolve(Visit.self))) }
      try await shop.serve { client in
        let answer = await client.ask("/wheel", method: "HEAD")
        #expect(answer.status == 200)
        #expect(answer.body == "")
      }
      await shop.ledger.closed(1)
      #expect(shop.ledger.closings == [1])
    }
  }
#endif
