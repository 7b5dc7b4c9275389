// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailLifecycle
import Testing
import CoreTestSupport
import TestSupport

/// What a container closes that is open inside it, and in which order.
@Suite struct ContainerCloseTests {
  private let log = Log()

  private enum Session: ScopeKind { typealias Input = Inputs<Order> }
  private enum Page: ScopeKind { typealias Parent = Session }

  /// Values that note their closing, and whether what they need was open then.
  private final class Part: Sendable {
    let name: String
    private let needed: Part?
    private let log: Log
    private let isOpen = Box(true)

    init(_ name: String, over needed: Part? = nil, _ log: Log) { (self.name, self.needed, self.log) = (name, needed, log) }

    func close() {
      log.add(needed?.isOpen.value ?? true ? name : "\(name), too late")
      isOpen.value = false
    }
  }

  // Told apart by their types.
  private struct Basket: Sendable { let part: Part }
  private struct View: Sendable { let part: Part }
  private struct Sheet: Sendable { let part: Part }

  private func shop(fails: Bool = false) throws -> Container {
    try Container { [log] in
      Bind { Part("database", log) }.in(.singleton).onClose {
        $0.close()
        if fails { throw Breakdown("database") }
      }
      Bind { (database: Part, order: Order) in Basket(part: Part("session \(order.number)", over: database, log)) }
        .in(.scoped(Session.self)).onClose {
          $0.part.close()
          if fails { throw Breakdown("session") }
        }
      Bind { (basket: Basket) in View(part: Part("page of \(basket.part.name)", over: basket.part, log)) }
        .in(.scoped(Page.self)).onClose { $0.part.close() }
      Bind { (basket: Basket) in Sheet(part: Part("sheet of \(basket.part.name)", over: basket.part, log)) }
        .in(.scoped(Page.self)).onClose { sheet async in sheet.part.close() }
    }
  }

  @Test func `scopes that are still open close before the container's own values, the newest and innermost first`() throws {
    let container = try shop()
    let sessions = try (1...3).map { try container.openScope(Session.self, Order(number: $0)) }
    for session in sessions { _ = try session.resolve(Basket.self) }
    let page = try sessions[0].openScope(Page.self)
    _ = try page.resolve(View.self)
    try sessions[1].close()
    try container.close()
    #expect(log.lines == ["session 2", "session 3", "page of session 1", "session 1", "database"])
    #expect(page.isClosed && sessions.allSatisfy(\.isClosed))
    try page.close()
    for session in sessions { try session.close() }
    #expect(log.lines.count == 5)
  }

  @Test func `scopes whose first value came late, and that were opened in different order, close too`() async throws {
    let container = try shop()
    let sessions = try (1...2).map { try container.openScope(Session.self, Order(number: $0)) }
    let page = try sessions[1].openScope(Page.self)
    _ = try await page.resolve(Sheet.self)
    _ = try await sessions[0].resolve(Basket.self)
    try await container.close()
    #expect(log.lines == ["sheet of session 2", "session 2", "session 1", "database"])
  }

  @Test func `an asynchronous hook in an open scope keeps everything open for code that does not await`() async throws {
    let container = try shop()
    let session = try container.openScope(Session.self, Order(number: 1))
    let page = try session.openScope(Page.self)
    let make: () throws -> Void = { _ = try page.resolve(Sheet.self) }
    try make()
    let closeNow: () throws -> Void = { try container.close() }
    #expect(closeFailure(closeNow) == "[async-close] the container\nContainerCloseTests.Sheet: has to be awaited")
    #expect(!container.isClosed && !session.isClosed && !page.isClosed && log.lines.isEmpty)
    try make()
    try await container.close()
    #expect(log.lines == ["sheet of session 1", "session 1", "database"])
  }

  @Test(arguments: [false, true]) func `the errors of scopes and of the container come together`(isAwaited: Bool) async throws {
    let container = try shop(fails: true)
    let session = try container.openScope(Session.self, Order(number: 7))
    let make: () throws -> Void = { _ = try session.resolve(Basket.self) }
    try make()
    let closeNow: () throws -> Void = { try container.close() }
    let error = await #expect(throws: CloseError.self) {
      if isAwaited { try await container.close() } else { try closeNow() }
    }
    #expect(
      error?.summary == """
        [close-failed] the container
        ContainerCloseTests.Basket: Breakdown(reason: "session")
        ContainerCloseTests.Part: Breakdown(reason: "database")
        """)
    withExtendedLifetime(session) {}
  }

  @Test func `a running withScope loses its scope, and learns that the container has closed`() async throws {
    let container = try shop()
    let (isIn, isOut) = (Door(), Door())
    let visit = Task {
      try await container.withScope(Session.self, Order(number: 4)) { scope in
        _ = try await scope.resolve(Basket.self)
        isIn.open()
        await isOut.pass()
        _ = try await scope.resolve(Basket.self)
      }
    }
    await isIn.pass()
    try await container.close()
    #expect(log.lines == ["session 4", "database"])
    isOut.open()
    #expect(
      await visit.result.summary == """
        [closed] 'ContainerCloseTests.Basket' was resolved after the container had closed

        """)
  }

  @Test func `a request to an open scope of a closed container names the container, and one inside a closed scope that scope`()
    throws
  {
    let container = try shop()
    let session = try container.openScope(Session.self, Order(number: 1))
    let page = try session.openScope(Page.self)
    try session.close()
    #expect(
      failure { try page.resolve(View.self) } == """
        [closed] 'ContainerCloseTests.View' was resolved after the scope 'ContainerCloseTests.Page' had closed

        """)
    try container.close()
    for scope in [session, page] {
      #expect(
        failure { try scope.resolve(Part.self) } == """
          [closed] 'ContainerCloseTests.Part' was resolved after the container had closed

          """)
    }
  }

  @Test func `of a scope that was dropped the container keeps what has to be closed, and nothing else`() throws {
    let (alive, others) = (Counter(), Counter())
    let container = try Container {
      Bind { Tracked(alive) }.in(.scoped(Yard.self)).onClose { _ in }
      Bind { (_: Tracked) in [Tracked(others)] }.in(.scoped(Yard.self))
    }
    do {
      let scope = try container.openScope(Yard.self)
      _ = try scope.resolve([Tracked].self)
    }
    #expect((alive.value, others.value) == (1, 0))
    try container.close()
    #expect(alive.value == 0)
  }

  @Test func `an open scope does not keep its container, nor the container the scope, once both are dropped`() throws {
    let alive = Counter()
    do {
      let container = try Container {
        Bind { Tracked(alive) }.in(.singleton)
        Bind { (tracked: Tracked) in [tracked] }.in(.scoped(Yard.self)).onClose { _ in }
      }
      let scope = try container.openScope(Yard.self)
      _ = try scope.resolve([Tracked].self)
      #expect(alive.value == 1)
    }
    #expect(alive.value == 0)
  }
}

/// Child containers are inside their parent.
@Suite struct ChildCloseTests {
  private let log = Log()

  private func family() throws -> (parent: Container, children: [Container]) {
    let parent = try Container { [log] in Bind { Road() }.in(.singleton).onClose { _ in log.add("parent") } }
    let children = try (1...2).map { number in
      try parent.child { [log] in
        Bind { (_: Road) in Wheel() }.in(.singleton).onClose { _ in log.add("child \(number)") }
        Bind { (_: Wheel) in Radio(frequency: 99.5) }.in(.scoped(Yard.self)).onClose { _ in log.add("yard of child \(number)") }
      }
    }
    return (parent, children)
  }

  @Test(arguments: [false, true])
  func `a parent closes its child containers first, the newest first, with the scopes inside them`(isAwaited: Bool) async throws {
    let (parent, children) = try family()
    let yard = try children[0].openScope(Yard.self)
    let make: () throws -> Void = {
      _ = try yard.resolve(Radio.self)
      _ = try children[1].resolve(Wheel.self)
    }
    try make()
    let closeNow: () throws -> Void = { try parent.close() }
    if isAwaited { try await parent.close() } else { try closeNow() }
    #expect(log.lines == ["child 2", "yard of child 1", "child 1", "parent"])
    for child in children { try await child.close() }
    #expect(log.lines.count == 4)
  }

  @Test func `a child closes alone, and its parent goes on`() throws {
    let (parent, children) = try family()
    _ = try children[0].resolve(Wheel.self)
    try children[0].close()
    #expect(log.lines == ["child 1"])
    _ = try children[1].resolve(Wheel.self)
    try parent.close()
    #expect(log.lines == ["child 1", "child 2", "parent"])
  }

  @Test func `a child that was dropped closes with its parent, in its place`() throws {
    let (parent, children) = try family()
    func useAnother() throws {
      let another = try parent.child { [log] in
        Bind { (_: Road) in Wheel() }.in(.singleton).onClose { _ in log.add("dropped child") }
        Bind { (_: Wheel) in Radio(frequency: 99.5) }.in(.scoped(Yard.self)).onClose { _ in log.add("dropped yard") }
      }
      _ = try another.openScope(Yard.self).resolve(Radio.self)
    }
    try useAnother()
    let last = try parent.child { [log] in Bind { (_: Road) in Wheel() }.in(.singleton).onClose { _ in log.add("last child") } }
    _ = try last.resolve(Wheel.self)
    _ = try children[0].resolve(Wheel.self)
    #expect(log.lines == [])
    try parent.close()
    #expect(log.lines == ["last child", "dropped yard", "dropped child", "child 1", "parent"])
    withExtendedLifetime((children, last)) {}
  }

  @Test func `a child that was dropped with nothing to close is forgotten`() throws {
    let (parent, _) = try family()
    _ = try parent.resolve(Road.self)
    try parent.close()
    #expect(log.lines == ["parent"])
  }

  @Test func `a started child is stopped before its parent, and refuses a parent's close that cannot await`() async throws {
    let parent = try Container { [log] in
      Bind { Road() }.in(.singleton).onStart { _ in }.onStop { _ in log.add("parent stops") }.onClose { _ in log.add("parent") }
    }
    let child = try parent.child { [log] in
      Bind { (_: Road) in Wheel() }.in(.singleton).onStart { _ in }.onStop { _ in log.add("child stops") }
        .onClose { _ in log.add("child") }
    }
    try await child.start()
    let closeNow: () throws -> Void = { try parent.close() }
    #expect(throws: CloseError.self, performing: closeNow)
    #expect(!parent.isClosed && log.lines.isEmpty)
    try await parent.start()
    try await parent.close()
    #expect(log.lines == ["child stops", "parent stops", "child", "parent"])
  }
}
