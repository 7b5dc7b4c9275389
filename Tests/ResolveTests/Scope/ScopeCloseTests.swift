// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Testing
import CoreTestSupport
import TestSupport

@Suite struct ScopeCloseTests {
  private let log = Log()

  /// A road that needs a wheel; both have something to do on closing.
  private func yard(
    wheel: @escaping @Sendable (Wheel) async throws -> Void, road: @escaping @Sendable (Road) throws -> Void
  ) throws -> Container {
    try Container {
      Bind(Wheel.init, fileID: "Garage/Yard.swift", line: 3, column: 5).in(.scoped(Yard.self)).onClose(wheel)
      Bind({ (_: Wheel) in Road() }, fileID: "Garage/Yard.swift", line: 4, column: 5).in(.scoped(Yard.self)).onClose(road)
    }
  }

  @Test func `what is closed asynchronously is awaited, newest first, one after the other`() async throws {
    let door = Door()
    let container = try Container { [log] in
      Bind(Wheel.init).in(.scoped(Yard.self)).onClose { _ in log.add("wheel") }
        .onClose { _ async in log.add("wheel, declared later") }
      Bind { (_: Wheel) async in Road() }.in(.scoped(Yard.self)).onClose { _ in
        await door.pass()
        log.add("road")
      }
      Bind { (_: Road) in Radio(frequency: 99.5) }.in(.scoped(Yard.self)).onClose { _ in log.add("radio") }
    }
    let task = Task {
      try await container.withScope(Yard.self) { _ = try await $0.resolve(Radio.self) }
    }
    await yield { door.queue == 1 }
    #expect(log.lines == ["radio"])
    door.open()
    try await task.value
    #expect(log.lines == ["radio", "road", "wheel, declared later", "wheel"])
  }

  @Test func `onClose that throws keeps nothing else from being closed, and all errors are collected`() async throws {
    let container = try yard { [log] _ in
      log.add("wheel")
      throw Breakdown("stuck")
    } road: { [log] _ in
      log.add("road")
      throw Breakdown("flooded")
    }
    let error = await #expect(throws: CloseError.self) {
      try await container.withScope(Yard.self) { _ = try await $0.resolve(Road.self) }
    }
    #expect(log.lines == ["road", "wheel"])
    #expect(
      error?.description == """
        error: [close-failed] the scope 'Yard' is closed, but not without errors
          'Road' (Yard.swift:4:5): Breakdown(reason: "flooded")
          'Wheel' (Yard.swift:3:5): Breakdown(reason: "stuck")
        """)
    #expect(error?.failures.map { $0.error as? Breakdown } == [Breakdown("flooded"), Breakdown("stuck")])
  }

  @Test(arguments: [false, true])
  func `hooks that fail, that await and that do neither run in one order, newest first`(isCancelled: Bool) async throws {
    let container = try Container { [log] in
      Bind { 1 }.in(.scoped(Yard.self)).onClose { _ in log.add("oldest") }
      Bind { (_: Int) in Wheel() }.in(.scoped(Yard.self)).onClose { _ in
        await Task.yield()
        log.add("awaits and fails")
        throw Breakdown("stuck")
      }
      Bind { (_: Wheel) in true }.in(.scoped(Yard.self)).onClose { _ in log.add("does neither") }
      Bind { (_: Bool) in Road() }.in(.scoped(Yard.self)).onClose { _ in
        log.add("fails")
        throw Breakdown("flooded")
      }
      Bind { (_: Road) in "newest" }.in(.scoped(Yard.self)).onClose(shielded: false) { name in
        await Task.yield()
        log.add(name)
      }
    }
    let scope = try container.openScope(Yard.self)
    _ = try await scope.resolve(String.self)
    let closing = Task {
      if isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
      return await asyncFailure { try await scope.close() }
    }
    #expect(
      await closing.value == """
        [close-failed] the scope 'Yard'
        Road: Breakdown(reason: "flooded")
        Wheel: Breakdown(reason: "stuck")
        """)
    #expect(log.lines == ["newest", "fails", "does neither", "awaits and fails", "oldest"])
  }

  @Test func `the error of the closure is not lost when onClose throws too`() async throws {
    let container = try yard { _ in
      throw Breakdown("stuck")
    } road: { _ in
    }
    let error = await #expect(throws: CloseError.self) {
      try await container.withScope(Yard.self) {
        _ = try await $0.resolve(Wheel.self)
        throw Breakdown("no fuel")
      }
    }
    #expect(error?.cause as? Breakdown == Breakdown("no fuel"))
    #expect(
      error?.description == """
        error: [close-failed] the scope 'Yard' is closed, but not without errors
          'Wheel' (Yard.swift:3:5): Breakdown(reason: "stuck")
          it closed after an error: Breakdown(reason: "no fuel")
        """)
  }

  @Test func `synchronous scopes collect the errors too`() throws {
    let container = try Container { [log] in
      Bind(Wheel.init).in(.scoped(Yard.self)).onClose { _ in log.add("wheel") }
        .onClose { _ in throw Breakdown("stuck") }
      Bind { (_: Wheel) in Road() }.in(.scoped(Yard.self)).onClose { throw Breakdown($0.name) }
    }
    #expect(
      closeFailure { try container.withScope(Yard.self) { _ = try $0.resolve(Road.self) } } == """
        [close-failed] the scope 'Yard'
        Road: Breakdown(reason: "Route 66")
        Wheel: Breakdown(reason: "stuck")
        """)
    #expect(log.lines == ["wheel"])
    #expect(
      closeFailure {
        try container.withScope(Yard.self) {
          _ = try $0.resolve(Wheel.self)
          throw Breakdown("no fuel")
        }
      } == """
        [close-failed] the scope 'Yard'
        Wheel: Breakdown(reason: "stuck")
        after Breakdown(reason: "no fuel")
        """)
  }

  @Test func `containers collect the errors of their singletons, and close once`() async throws {
    let container = try Container { [log] in
      Bind(Wheel.init).in(.singleton).onClose { _ in throw Breakdown("stuck") }
      Bind { (_: Wheel) in Road() }.in(.singleton).onClose { road in
        await Task.yield()
        log.add(road.name)
      }
    }
    _ = try await container.resolve(Road.self)
    #expect(
      await asyncFailure { try await container.close() } == """
        [close-failed] the container
        Wheel: Breakdown(reason: "stuck")
        """)
    #expect(container.isClosed)
    try await container.close()
    #expect(log.lines == ["Route 66"])
  }

  @Test func `a scope that is closed by code that does not await refuses what has to be awaited on closing`() throws {
    let made = Counter()
    let container = try Container {
      Bind { made.add() }.in(.scoped(Yard.self)).onClose { _ async in }
      Bind { (_: Int) in Road() }
    }
    let error = #expect(throws: ResolutionError.self) {
      try container.withScope(Yard.self) { _ = try $0.resolve(Road.self) }
    }
    #expect(
      error?.summary == """
        [async-need] 'Int' is closed asynchronously, and the scope 'Yard' is closed by code that does not await
        Road -> Int
        """)
    #expect(error?.diagnostic.help == "open the scope with try await withScope(…) { scope async throws in … }")
    #expect(made.value == 0)
  }

  @Test func `so does a scope inside it, however that one is opened`() async throws {
    let container = try Container {
      Bind(Wheel.init).in(.scoped(Bench.self)).onClose { _ async in }
      Bind { () async in Road() }.in(.scoped(Bench.self)).onClose { _ async in }
    }
    let result: Task<[String], any Error> = try container.withScope(Workshop.self, Order(number: 1)) { workshop in
      let bench = try workshop.openScope(Bench.self)
      #expect(failure { try bench.resolve(Wheel.self) }.hasPrefix("[async-need] 'Wheel' is closed asynchronously"))
      return Task { [await asyncFailure { try await bench.resolve(Road.self) }] }
    }
    #expect(try await result.value[0].contains("Road"))
  }

  @Test func `what can only be closed by awaiting stays open until somebody awaits`() async throws {
    let container = try yard { [log] _ in
      await Task.yield()
      log.add("wheel")
    } road: { [log] _ in
      log.add("road")
    }
    let scope = try container.openScope(Yard.self)
    let road = try await scope.resolve(Road.self)
    let closeNow: () throws -> Void = { try scope.close() }
    let error = #expect(throws: CloseError.self) { try closeNow() }
    #expect(
      error?.description == """
        error: [async-close] the scope 'Yard' cannot be closed by code that does not await
          'Wheel' (Yard.swift:3:5) is closed asynchronously, and was not waited for
          help: close it with try await close() in an async function (the top level of a main.swift is none); nothing has been closed yet
        """)
    #expect(log.lines == [])
    #expect(try await scope.resolve(Road.self) === road)
    try await scope.close()
    #expect(log.lines == ["road", "wheel"])
    try closeNow()
  }

  @Test func `a container that can only be closed by awaiting stays open until somebody awaits`() async throws {
    let container = try Container { [log] in
      Bind { () async in Road() }.in(.singleton).onClose { road async in log.add(road.name) }
    }
    _ = try await container.resolve(Road.self)
    let closeNow: () throws -> Void = { try container.close() }
    #expect(
      closeFailure(closeNow) == """
        [async-close] the container
        Road: has to be awaited
        """)
    #expect(!container.isClosed)
    try await container.close()
    #expect(log.lines == ["Route 66"])
  }

  @Test func `many tasks may close a scope at once, and everything closes once`() async throws {
    for _ in 1...200 {
      let closed = Counter()
      let container = try Container {
        for number in 0..<4 {
          Bind(Wheel.init).named("\(number)").in(.scoped(Yard.self)).onClose { _ in
            await Task.yield()
            closed.add()
          }
        }
      }
      let scope = try container.openScope(Yard.self)
      for number in 0..<4 { _ = try await scope.resolve(Wheel.self, named: "\(number)") }
      let results = await together(8) { _ in try await scope.close() }
      #expect(results.allSatisfy { $0.summary == "()" })
      await yield { closed.value == 4 }
      #expect(scope.isClosed)
    }
  }

  @Test func `code that does not await may try to close a scope while others close it, and everything closes once`() async throws
  {
    @Sendable func closeNow(_ scope: OpenScope) throws(CloseError) { try scope.close() }
    for _ in 1...200 {
      let (closed, wrong) = (Counter(), Counter())
      let container = try Container {
        for number in 0..<4 {
          Bind(Wheel.init).named("\(number)").in(.scoped(Yard.self)).onClose { _ async in closed.add() }
        }
      }
      let scope = try container.openScope(Yard.self)
      for number in 0..<4 { _ = try await scope.resolve(Wheel.self, named: "\(number)") }
      _ = await together(8) { index in
        if index == 3 { return try await scope.close() }
        do throws(CloseError) { try closeNow(scope) } catch { if ![.unawaited, .closing].contains(error.reason) { wrong.add() } }
      }
      #expect(closed.value == 4 && wrong.value == 0 && scope.isClosed)
    }
  }

  @Test func `onClose may close the scope again, and gets nothing out of it`() async throws {
    let box = Box<OpenScope>()
    let container = try yard { [log] _ in
      try await box.value?.close()
      log.add(await asyncFailure { try await box.value?.resolve(Road.self) })
    } road: { _ in
    }
    try await container.withScope(Yard.self) { scope in
      box.value = scope
      _ = try await scope.resolve(Wheel.self)
    }
    #expect(log.lines == ["[closed] 'Road' was resolved after the scope 'Yard' had closed\n"])
  }
}
