// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Testing
import CoreTestSupport
import TestSupport

@Suite struct NestedCloseTests {
  private let log = Log()
  private let alive = Counter()

  private func workshop() throws -> Container {
    try Container { [log, alive] in
      Bind { Road(name: "workshop") }.in(.scoped(Workshop.self)).onClose { log.add($0.name) }
      Bind { (road: Road, tool: Int) in "bench \(tool)" }.in(.scoped(Tool.self)).onClose { log.add($0) }
      Bind { Tracked(alive) }.in(.scoped(Tool.self))
      Bind { Wheel() }.in(.scoped(Bench.self)).onClose { _ in log.add("wheel") }
      Bind { 99.5 }.in(.scoped(Bench.self)).onClose { _ async in log.add("radio") }
    }
  }

  private enum Tool: ScopeKind {
    typealias Parent = Workshop
    typealias Input = Inputs<Int>
  }

  @Test func `a scope that is left open inside another one closes before that one, newest first`() throws {
    let container = try workshop()
    let inner = try container.withScope(Workshop.self, Order(number: 1)) { workshop in
      let scopes = try (1...3).map { number in
        let scope = try workshop.openScope(Tool.self, number)
        _ = try scope.resolve(String.self)
        return scope
      }
      try scopes[1].close()
      #expect(log.lines == ["bench 2"])
      return scopes
    }
    #expect(log.lines == ["bench 2", "bench 3", "bench 1", "workshop"])
    #expect(inner.allSatisfy { $0.isClosed })
    #expect(
      failure { try inner[0].resolve(Tracked.self) }
        == "[closed] 'Tracked' was resolved after the scope 'NestedCloseTests.Tool' had closed\n")
    for scope in inner { try scope.close() }
    #expect(log.lines.count == 4)
  }

  @Test func `the scopes that are open inside are let go of, and so is what they made`() throws {
    let workshop = try workshop().openScope(Workshop.self, Order(number: 1))
    let inner = try workshop.openScope(Tool.self, 1)
    _ = try inner.resolve(Tracked.self)
    #expect(alive.value == 1)
    try workshop.close()
    #expect(alive.value == 0)
    withExtendedLifetime(inner) {}
  }

  @Test func `a scope that was dropped inside another one is gone before that one closes`() throws {
    let workshop = try workshop().openScope(Workshop.self, Order(number: 1))
    for number in 1...1_000 { _ = try workshop.openScope(Tool.self, number).resolve(Tracked.self) }
    #expect(alive.value == 0)
    try workshop.close()
    #expect(log.lines == [])
  }

  @Test func `what is inside and has to be awaited keeps the scope around it open for code that does not await`() async throws {
    let workshop = try workshop().openScope(Workshop.self, Order(number: 1))
    let bench = try workshop.openScope(Bench.self)
    let roads: () throws -> Void = {
      _ = try (workshop.resolve(Road.self), bench.resolve(Wheel.self), bench.resolve(Double.self))
    }
    try roads()
    let closeNow: () throws -> Void = { try workshop.close() }
    #expect(closeFailure(closeNow) == "[async-close] the scope 'Workshop'\nDouble: has to be awaited")
    #expect(!workshop.isClosed && !bench.isClosed)
    try await workshop.close()
    #expect(log.lines == ["radio", "wheel", "workshop"])
  }

  private enum Hall: ScopeKind {}
  private enum Room: ScopeKind { typealias Parent = Hall }
  private enum Desk: ScopeKind { typealias Parent = Room }

  private final class Parting: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    deinit { body() }
  }

  @Test(arguments: [false, true])
  func `what goes while a scope closes finds those beside it closed already`(isFarther: Bool) throws {
    let beside = Box<OpenScope>()
    defer { beside.value = nil }
    let container = try Container { [log] in
      Bind { Road() }.in(.scoped(Hall.self))
      Bind {
        Parting {
          guard let scope = beside.value else { return }
          log.add(failure { try scope.resolve(Road.self) })
          log.add("closed: \(scope.isClosed)")
        }
      }.in(.scoped(Room.self))
      Opens(Desk.self)
    }
    let hall = try container.openScope(Hall.self)
    let older = try hall.openScope(Room.self)
    beside.value = isFarther ? try older.openScope(Desk.self) : older
    // Has nothing to close, so it lets go of what it made before the older one is told.
    let newer = try hall.openScope(Room.self)
    _ = try newer.resolve(Parting.self)
    try hall.close()
    let asked = isFarther ? "Desk" : "Room"
    #expect(
      log.lines == [
        "[closed] 'Road' was resolved after the scope 'NestedCloseTests.\(asked)' had closed\n", "closed: true",
      ])
  }

  @Test func `errors of inner and outer scopes come together`() throws {
    let container = try Container {
      Bind { Road() }.in(.scoped(Workshop.self)).onClose { _ in throw Breakdown("outer") }
      Bind { (_: Road) in Wheel() }.in(.scoped(Bench.self)).onClose { _ in throw Breakdown("inner") }
    }
    #expect(
      closeFailure {
        try container.withScope(Workshop.self, Order(number: 1)) { _ = try $0.openScope(Bench.self).resolve(Wheel.self) }
      } == """
        [close-failed] the scope 'Workshop'
        Wheel: Breakdown(reason: "inner")
        Road: Breakdown(reason: "outer")
        """, "a scope that nobody holds leaves its values to the one around it")
    let error = closeFailure {
      let scope = try container.openScope(Workshop.self, Order(number: 1))
      let bench = try scope.openScope(Bench.self)
      _ = try bench.resolve(Wheel.self)
      defer { withExtendedLifetime(bench) {} }
      try scope.close()
    }
    #expect(
      error == """
        [close-failed] the scope 'Workshop'
        Wheel: Breakdown(reason: "inner")
        Road: Breakdown(reason: "outer")
        """)
  }

  @Test func `scopes that open while the one around them closes are closed or refused`() throws {
    for _ in 1...200 {
      let (made, closed, refused) = (Counter(), Counter(), Counter())
      let container = try Container {
        Bind { Wheel() }.in(.scoped(Bench.self)).onClose { _ in closed.add() }
        Opens(Workshop.self)
      }
      let workshop = try container.openScope(Workshop.self, Order(number: 1))
      Threads.run(5) { index in
        guard index > 0 else { return (try? workshop.close()) ?? () }
        do throws(ResolutionError) {
          let bench = try workshop.openScope(Bench.self)
          _ = try bench.resolve(Wheel.self)
          made.add()
          try? bench.close()
        } catch { if error.code == .closed { refused.add() } }
      }
      #expect(made.value + refused.value == 4)
      #expect(closed.value >= made.value)
    }
  }

  private enum Session: ScopeKind {}
  private enum Page: ScopeKind { typealias Parent = Session }

  /// A session with a value, and pages whose value takes as long to close as the hook does.
  private func session(_ hook: @escaping @Sendable () async throws -> Void) throws -> Container {
    try Container { [log] in
      Bind { Road() }.in(.scoped(Session.self)).onClose { _ in log.add("session") }
      Bind { (_: Road) in Wheel() }.in(.scoped(Page.self)).onClose { _ async throws in
        log.add("page begins")
        try await hook()
        log.add("page ends")
      }
    }
  }

  @Test func `a scope awaits one inside it that is closing already, and closes its values after it`() async throws {
    let door = Door()
    let session = try session { await door.pass() }.openScope(Session.self)
    let page = try session.openScope(Page.self)
    _ = try await page.resolve(Wheel.self)
    async let pageCloses: Void = page.close()
    await yield { door.queue == 1 }
    let closeNow: () throws -> Void = { try session.close() }
    #expect(closeFailure(closeNow) == "[async-close] the scope 'NestedCloseTests.Page'")
    #expect(!session.isClosed)
    let sessionCloses = Task { try await session.close() }
    await yield { session.isClosed }
    #expect(log.lines == ["page begins"])
    door.open()
    try await sessionCloses.value
    #expect(log.lines == ["page begins", "page ends", "session"])
    try await pageCloses
  }

  @Test func `a hook may close the scope around its own, with or without awaiting`() async throws {
    for awaits in [true, false] {
      let outer = Box<OpenScope>()
      defer { outer.value = nil }
      let container = try session { [log] in
        let closeNow: () throws -> Void = { try outer.value?.close() }
        if awaits { try await outer.value?.close() } else { try closeNow() }
        log.add("closed: \(outer.value?.isClosed ?? false)")
      }
      let session = try container.openScope(Session.self)
      outer.value = session
      let page = try session.openScope(Page.self)
      _ = try await page.resolve(Wheel.self)
      try await page.close()
    }
    #expect(log.lines == Array(repeating: ["page begins", "closed: true", "page ends", "session"], count: 2).flatMap(\.self))
  }

  @Test func `a scope and those inside it that close at once close all values in their order`() async throws {
    for round in 1...300 {
      let log = Log()
      let container = try Container {
        Bind { Road() }.in(.scoped(Session.self)).onClose { _ in log.add("session") }
        Bind { (_: Road) in Wheel() }.in(.scoped(Page.self)).onClose { _ async in
          await Task.yield()
          log.add("page")
        }
      }
      let session = try container.openScope(Session.self)
      let pages = try (1...3).map { _ in try session.openScope(Page.self) }
      for page in pages { _ = try await page.resolve(Wheel.self) }
      try await withThrowingTaskGroup { group in
        for scope in pages + [session] { group.addTask { try await scope.close() } }
        try await group.waitForAll()
      }
      try #require(log.lines == ["page", "page", "page", "session"], "round \(round)")
    }
  }
}
