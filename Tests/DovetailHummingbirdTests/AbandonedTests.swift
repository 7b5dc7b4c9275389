// SPDX-License-Identifier: Apache-2.0
#if Hummingbird
  import Dovetail
  import DovetailHummingbird
  import Hummingbird
  import Testing

  /// A body without an end: only a client that goes away ends it.
  private func endless(_ visit: Visit) -> ResponseBody {
    ResponseBody { writer in
      let part = ByteBuffer(string: String(repeating: "and on ", count: 1000))
      while true {
        _ = try visit.read()
        try await writer.write(part)
        // What is written is taken at once, and would not let go of the thread.
        await Task.yield()
      }
    }
  }

  @Suite struct AbandonedTests {
    @Test func `a client that goes away in the middle of a stream closes the visit`() async throws {
      let shop = try Shop()
      shop.router.get("/") { _, context in Response(status: .ok, body: endless(try await context.resolve(Visit.self))) }
      try await shop.serve { [ledger = shop.ledger] client in
        #expect(await client.leave("/", after: "and on").status == 200)
        await ledger.closed(1)
      }
      #expect(shop.ledger.closings == [1])
    }

    @Test func `a stream that waits for something else is told that its client is gone when it asks for that`() async throws {
      let shop = try Shop()
      shop.router.get("/") { request, context in
        let visit = try await context.resolve(Visit.self)
        return Response(
          status: .ok,
          body: ResponseBody { writer in
            try await request.body.consumeWithCancellationOnInboundClose { _ in
              try await writer.write(ByteBuffer(string: visit.read()))
              // Never ends by itself, but when its task is cancelled.
              for await _ in AsyncStream<Never>.makeStream().stream {}
            }
          })
      }
      try await shop.serve { [ledger = shop.ledger] client in
        #expect(await client.leave("/", after: "\r\n\r\n1\r\n/").body == "/")
        await ledger.closed(1)
      }
      #expect(shop.ledger.closings == [1])
    }

    @Test func `hundreds of requests at once are closed once each, whatever becomes of them`() async throws {
      let shop = try Shop()
      shop.router.get("/whole") { _, context in try await context.resolve(Visit.self).read() }
      shop.router.get("/failing") { _, context -> String in
        _ = try await context.resolve(Visit.self).read()
        throw HTTPError(.badRequest)
      }
      shop.router.get("/stream") { _, context in
        let visit = try await context.resolve(Visit.self)
        return Response(
          status: .ok,
          body: ResponseBody { writer in
            for _ in 0..<5 { try await writer.write(ByteBuffer(string: visit.read())) }
            try await writer.finish(nil)
          })
      }
      shop.router.get("/endless") { _, context in Response(status: .ok, body: endless(try await context.resolve(Visit.self))) }
      let (paths, rounds) = (["/whole", "/failing", "/stream", "/endless"], 100)
      try await shop.serve { [ledger = shop.ledger] client in
        await withTaskGroup(of: String.self) { group in
          for index in 0..<paths.count * rounds {
            let path = paths[index % paths.count]
            group.addTask {
              if path == "/endless" { return await client.leave(path, after: "and on").status == 200 ? path : "nothing" }
              let answer = await client.ask(path)
              return answer.status == 200 ? answer.body : "\(answer.status)"
            }
          }
          var answers: [String: Int] = [:]
          for await answer in group { answers[answer, default: 0] += 1 }
          #expect(
            answers == ["/whole": rounds, "400": rounds, "/stream/stream/stream/stream/stream": rounds, "/endless": rounds])
        }
        await ledger.closed(paths.count * rounds)
      }
      #expect(shop.ledger.closings.sorted() == Array(1...paths.count * rounds))
      #expect(shop.complaints.isEmpty)
    }
  }
#endif
