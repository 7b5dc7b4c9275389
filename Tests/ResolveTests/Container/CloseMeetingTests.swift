// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailComponents
import Testing
import CoreTestSupport
import TestSupport

/// Several closings of one owner: of the container, of a scope, of a component.
@Suite struct CloseMeetingTests {
  private enum Owner: CaseIterable, Sendable { case container, scope, component }

  private final class Hall: Component, Sendable {
    let instances = Instances()
    let onClose: @Sendable () async throws -> Void
    init(_ onClose: @escaping @Sendable () async throws -> Void) { self.onClose = onClose }
    var road: Road { single(onClose: { [onClose] _ async throws in try await onClose() }) { Road() } }
  }

  /// What closes, made with one value whose hook is given.
  private struct Closing: Sendable {
    let await: @Sendable () async throws -> Void
    let now: @Sendable () throws -> Void

    init(_ owner: Owner, onClose: @escaping @Sendable () async throws -> Void) throws {
      switch owner {
      case .container:
        let container = try Container { Bind { Road() }.in(.singleton).onClose { _ async throws in try await onClose() } }
        _ = try container.resolve(Road.self)
        (self.await, now) = ({ try await container.close() }, { try container.close() })
      case .scope:
        let scope = try Container {
          Bind { Road() }.in(.scoped(Yard.self)).onClose { _ async throws in try await onClose() }
        }.openScope(Yard.self)
        _ = try scope.resolve(Road.self)
        (self.await, now) = ({ try await scope.close() }, { try scope.close() })
      case .component:
        let hall = Hall(onClose)
        _ = hall.road
        (self.await, now) = ({ try await hall.close() }, { try hall.close() })
      }
    }
  }

  @Test(arguments: Owner.allCases)
  private func `a second close awaits the end of the first, and has none of its errors`(owner: Owner) async throws {
    let (door, log, isIn) = (Door(), Log(), Door())
    let closing = try Closing(owner) {
      isIn.open()
      await door.pass()
      log.add("hook")
      throw Breakdown()
    }
    let first = Task { try await closing.await() }
    await isIn.pass()
    let began = Counter()
    let others = (1...3).map { _ in
      Task {
        began.add()
        try await closing.await()
        log.add("second")
      }
    }
    await yield { began.value == 3 }
    for _ in 1...100 { await Task.yield() }
    #expect(log.lines == [])
    door.open()
    for other in others { try await other.value }
    #expect(log.lines == ["hook", "second", "second", "second"])
    #expect(await first.result.summary.hasPrefix("[close-failed]"))
    try await closing.await()
  }

  @Test(arguments: Owner.allCases)
  private func `code that does not await is told that a closing is in progress`(owner: Owner) async throws {
    let (door, isIn) = (Door(), Door())
    let closing = try Closing(owner) {
      isIn.open()
      await door.pass()
    }
    let first = Task { try await closing.await() }
    await isIn.pass()
    let error = #expect(throws: CloseError.self) { try closing.now() }
    let name =
      switch owner {
      case .container: "the container"
      case .scope: "the scope 'Yard'"
      case .component: "the component 'CloseMeetingTests.Hall'"
      }
    #expect(
      "\(try #require(error))" == """
        error: [async-close] \(name) is being closed elsewhere
          help: wait for its end with try await close()
        """)
    door.open()
    try await first.value
    try closing.now()
  }

  @Test(arguments: Owner.allCases)
  private func `a hook that closes its own owner, also from a task that it awaits, returns at once`(owner: Owner) async throws {
    let (closing, log) = (Box<Closing>(), Log())
    closing.value = try Closing(owner) {
      try await closing.value?.await()
      try closing.value?.now()
      try await Task { try await closing.value?.await() }.value
      log.add("hook")
    }
    try await closing.value?.await()
    #expect(log.lines == ["hook"])
    closing.value = nil
  }

  @Test func `a hook without await that closes its own owner returns at once`() throws {
    let (box, log) = (Box<Container>(), Log())
    let container = try Container {
      Bind { Road() }.in(.singleton).onClose { _ in
        try box.value?.close()
        log.add("road")
      }
      Bind { (_: Road) in Wheel() }.in(.scoped(Yard.self)).onClose { _ in
        try box.value?.close()
        log.add("wheel")
      }
    }
    box.value = container
    let scope = try container.openScope(Yard.self)
    _ = try scope.resolve(Wheel.self)
    try scope.close()
    #expect(log.lines == ["wheel", "road"], "the container closes when the scope has closed")
    box.value = nil
  }

  @Test func `a session that closes while a page of it closes elsewhere waits for the page`() async throws {
    let (door, isIn, log) = (Door(), Door(), Log())
    let container = try Container {
      Bind { Road() }.in(.scoped(Workshop.self)).onClose { _ in log.add("session") }
      Bind { (_: Road) in Wheel() }.in(.scoped(Bench.self)).onClose { _ async in
        isIn.open()
        await door.pass()
        log.add("page")
      }
    }
    let session = try container.openScope(Workshop.self, Order(number: 1))
    let page = try session.openScope(Bench.self)
    _ = try await page.resolve(Wheel.self)
    let first = Task { try await page.close() }
    await isIn.pass()
    let closeNow: @Sendable () throws -> Void = { try session.close() }
    #expect(
      "\(try #require(#expect(throws: CloseError.self, performing: closeNow)))" == """
        error: [async-close] the scope 'Bench' is being closed elsewhere
          help: wait for its end with try await close()
        """)
    let second = Task { try await session.close() }
    for _ in 1...100 { await Task.yield() }
    #expect(log.lines == [])
    door.open()
    try await second.value
    #expect(log.lines == ["page", "session"])
    try await first.value
  }

  @Test func `a scope that ends while another thread closes its container waits for that, and throws nothing`() throws {
    for _ in 1...50 {
      let (log, isInside, isClosing) = (Log(), Counter(), Counter())
      let container = try Container {
        Bind { Wheel() }.in(.singleton).onClose { _ in log.add("container") }
        Bind { (_: Wheel) in Road() }.in(.scoped(Yard.self)).onClose { _ in
          isClosing.add()
          spin(for: .microseconds(100))
          log.add("yard")
        }
      }
      Threads.run(2) { index in
        do {
          if index == 0 {
            spin { isInside.value > 0 }
            return try container.close()
          }
          try container.withScope(Yard.self) { scope in
            _ = try scope.resolve(Road.self)
            isInside.add()
            spin { isClosing.value > 0 }
          }
          log.add("end")
        } catch { Issue.record(error) }
      }
      #expect([["yard", "container", "end"], ["yard", "end", "container"]].contains(log.lines))
    }
  }

  @Test func `a page that a thread closes is closed before the session that another one closes`() throws {
    for _ in 1...50 {
      let log = Log()
      let container = try Container {
        Bind { Road() }.in(.scoped(Workshop.self)).onClose { _ in log.add("session") }
        Bind { (_: Road) in Wheel() }.in(.scoped(Bench.self)).onClose { _ in
          spin(for: .microseconds(50))
          log.add("page")
        }
      }
      let session = try container.openScope(Workshop.self, Order(number: 1))
      let page = try session.openScope(Bench.self)
      _ = try page.resolve(Wheel.self)
      let refused = Counter()
      Threads.run(2) { index in
        do { try index == 0 ? page.close() : session.close() } catch { refused.add() }
      }
      if refused.value > 0 { try session.close() }
      #expect(log.lines == ["page", "session"])
    }
  }

  @Test func `a container that a hook has closed waits for what a task closes inside it, and the scope says so`() async throws {
    let (door, isIn, log, box) = (Door(), Door(), Log(), Box<Container>())
    let container = try Container {
      Bind { Road() }.in(.singleton).onClose { _ in log.add("container") }
      Bind { 1 }.in(.scoped(Yard.self)).onClose { _ async in
        isIn.open()
        await door.pass()
        log.add("scope")
      }
      Bind { "end" }.in(.scoped(Yard.self)).onClose { _ in try box.value?.close() }
    }
    let line = "\(#line - 2):12)"
    box.value = container
    defer { box.value = nil }
    let (slow, ending) = (try container.openScope(Yard.self), try container.openScope(Yard.self))
    _ = try await (container.resolve(Road.self), slow.resolve(Int.self), ending.resolve(String.self))
    let closing = Task { try await slow.close() }
    await isIn.pass()
    func end() throws { try ending.close() }
    #expect(
      #expect(throws: CloseError.self) { try end() }?.description == """
        error: [close-failed] the scope 'Yard' is closed, but not without errors
          'String' (CloseMeetingTests.swift:\(line): error: [async-close] the scope 'Yard' is being closed elsewhere
              help: wait for its end with try await close()
        """)
    #expect(log.lines == [])
    door.open()
    try await closing.value
    try await container.close()
    #expect(log.lines == ["scope", "container"])
  }

  @Test func `what a synchronous opener leaves to a task closes in its order, and the container waits for it`() async throws {
    let (door, log) = (Door(), Log())
    let container = try Container {
      Bind { Road() }.in(.singleton).onClose { _ in log.add("container") }
      Bind { (_: Road) in 1 }.in(.scoped(Yard.self)).onClose { _ in log.add("need") }
      Bind { (number: Int) in "\(number)" }.in(.scoped(Yard.self)).onClose { _ async in
        await door.pass()
        log.add("awaited")
      }
      Bind { (_: String) throws -> Wheel in throw Breakdown() }
    }
    let opener = try await container.resolve(ScopeOpener<Yard, Wheel>.self)
    func open() throws { _ = try opener.open() }
    let error = #expect(throws: CloseError.self) { try open() }
    #expect(error?.failures.map(\.key) == ["String"])
    #expect(log.lines == [])
    let closing = Task { try await container.close() }
    door.open()
    try await closing.value
    #expect(log.lines == ["awaited", "need", "container"])
  }

  @Test func `a container that a hook has closed closes what was dropped inside it at once`() throws {
    let (log, box) = (Log(), Box<Container>())
    let container = try Container {
      Bind { Road() }.in(.singleton).onClose { _ in log.add("container") }
      Bind { (_: Road) in 1 }.in(.scoped(Yard.self)).onClose { _ in log.add("dropped") }
      Bind { "end" }.in(.scoped(Yard.self)).onClose { _ in try box.value?.close() }
    }
    box.value = container
    defer { box.value = nil }
    do { _ = try container.openScope(Yard.self).resolve(Int.self) }
    let ending = try container.openScope(Yard.self)
    _ = try ending.resolve(String.self)
    try ending.close()
    #expect(log.lines == ["dropped", "container"])
  }
}
