// SPDX-License-Identifier: Apache-2.0
#if Logging
  import Dovetail
  import DovetailLifecycle
  import DovetailLogging
  import InMemoryLogging
  import Logging
  import Testing

  @Suite struct LoggingObserverTests {
    @Test func `every event is a record with its level`() async throws {
      let paper = Paper()
      let container = try Container(observers: [LoggingObserver(paper.logger)]) {
        Bind(Bell.init).in(.singleton).onStart { _ in }.onStop { _ in }.onClose { _ in }
        Bind(Counter.init).in(.scoped(Shift.self))
      }
      try await container.start()
      try await container.withScope(Shift.self) { scope in _ = try await scope.resolve(Counter.self) }
      try await container.stop()
      try await container.close()
      #expect(
        paper.lines == [
          "debug: built the container", "debug: starting the container", "debug: starting Bell", "trace: creating Bell",
          "trace: created Bell", "debug: started Bell", "debug: started the container", "trace: opened the scope Shift",
          "trace: creating Counter", "trace: created Counter", "trace: closed the scope Shift", "debug: stopped Bell",
          "debug: stopped the container", "debug: closed Bell", "debug: closed the container",
        ])
    }

    @Test func `a record says which bind, how long, and what belongs together`() throws {
      let paper = Paper()
      let line: UInt = #line + 1
      let container = try Container(observers: [LoggingObserver(paper.logger)]) { Bind(Bell.init).named("door").in(.singleton) }
      _ = try container.resolve(Bell.self, named: "door")
      let records = paper.handler.entries.dropFirst().map(\.metadata)
      let number = records.first?["number"]
      let facts: Logger.Metadata = [
        "key": "Bell named \"door\"", "scope": "singleton", "module": "inline module",
        "declared": "LoggingObserverTests.swift:\(line):87", "number": try #require(number),
      ]
      #expect(records.first == facts)
      #expect(records.last?.filter { $0.key != "duration" } == facts)
      #expect(records.last?["duration"].map { "\($0)".hasSuffix(" ms") } == true)
    }

    @Test func `a name with a line break stays on the line of its message`() throws {
      let paper = Paper()
      let container = try Container(observers: [LoggingObserver(paper.logger)]) { Bind(Bell.init).named("left\nright") }
      _ = try container.resolve(Bell.self, named: "left\nright")
      #expect(
        paper.lines == [
          "debug: built the container", #"trace: creating Bell named "left\nright""#, #"trace: created Bell named "left\nright""#,
        ])
    }

    @Test func `a failure is recorded with its error`() throws {
      let paper = Paper(.info)
      let container = try Container(observers: [LoggingObserver(paper.logger)]) {
        Bind { () throws -> Bell in throw OutOfPaper() }
      }
      #expect(throws: ResolutionError.self) { try container.resolve(Bell.self) }
      #expect(paper.lines == ["error: Bell failed"])
      #expect(paper.handler.entries.first?.error is OutOfPaper)
    }

    @Test func `a start that its caller cancels is no failure: what it made is stopped`() async throws {
      let paper = Paper()
      let (rings, ring) = AsyncStream<Void>.makeStream()
      let container = try Container(observers: [LoggingObserver(paper.logger)]) {
        Bind(Bell.init).in(.singleton).onStart { _ in
          ring.yield()
          // Ends when its task is cancelled.
          for await _ in AsyncStream<Never>.makeStream().stream {}
          try Task.checkCancellation()
        }
      }
      let start = Task { try await container.start() }
      for await _ in rings { break }
      start.cancel()
      let error = await #expect(throws: LifecycleError.self) { try await start.value }
      #expect(error?.reason == .cancelled)
      #expect(
        paper.lines == [
          "debug: built the container", "debug: starting the container", "debug: starting Bell", "trace: creating Bell",
          "trace: created Bell", "debug: stopped the container",
        ])
    }

    @Test func `a closing that fails is recorded with its error, for the value and for the container`() throws {
      let paper = Paper(.info)
      let container = try Container(observers: [LoggingObserver(paper.logger)]) {
        Bind(Bell.init).in(.singleton).onClose { _ in throw OutOfPaper() }
      }
      _ = try container.resolve(Bell.self)
      #expect(throws: CloseError.self) { try container.close() }
      #expect(paper.lines == ["error: Bell failed", "error: the container failed"])
      #expect(paper.handler.entries.first?.error is OutOfPaper)
      #expect((paper.handler.entries.last?.error as? CloseError)?.failures.map(\.key) == ["Bell"])
    }

    @Test func `a hook that does not return is a warning`() {
      let paper = Paper()
      LoggingObserver(paper.logger).observe(
        Event(
          .unfinished(after: .seconds(10)), of: Event.Subject(key: Graph.Key(type: TypeName(Bell.self)), scope: .singleton),
          at: .now))
      #expect(paper.lines == ["warning: Bell has not returned yet"])
      #expect(paper.handler.entries.first?.metadata["duration"] == "10000.0 ms")
    }

    @Test func `nothing is recorded at a level that is off`() async throws {
      let paper = Paper(.critical)
      let container = try Container(observers: [LoggingObserver(paper.logger)]) {
        Bind(Bell.init).in(.singleton).eager
        Bind { () throws -> Counter in throw OutOfPaper() }
      }
      try await container.start()
      #expect(throws: ResolutionError.self) { try container.resolve(Counter.self) }
      try await container.close()
      #expect(paper.lines == [])
    }

    @Test func `levels can be changed, and kinds of records left out`() throws {
      let paper = Paper()
      var levels = LoggingObserver.Levels()
      (levels.containers, levels.creations, levels.reuses) = (nil, .notice, .info)
      let container = try Container(observers: [LoggingObserver(paper.logger, levels: levels)]) { Bind(Bell.init).in(.singleton) }
      _ = try container.resolve(Bell.self)
      _ = try container.resolve(Bell.self)
      #expect(paper.lines == ["notice: creating Bell", "notice: created Bell", "info: reused Bell"])
    }
  }
#endif
