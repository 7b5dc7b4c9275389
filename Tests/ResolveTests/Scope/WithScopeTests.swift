// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailInjected
import Testing
import CoreTestSupport
import TestSupport

private final class Session: Sendable {
  let order: Order
  init(order: Order) async {
    await Task.yield()
    self.order = order
  }
}

private struct Bill: Sendable {
  let session: Session
  let tool: Tool
  let hours: Int
}

private struct Tool: Sendable, Equatable { let name: String }

private enum Drawer: ScopeKind {
  typealias Parent = Bench
  typealias Input = Inputs<Tool, Int>
}

/// A resolver of a program's own, which says only what it has to.
private struct Desk: Resolver {
  let container: Container

  func resolve<Value>(_ key: Key<Value>) throws(ResolutionError) -> Value { try container.resolve(key) }

  func resolveIfBound<Value>(_ key: Key<Value>) throws(ResolutionError) -> Value? { try container.resolveIfBound(key) }

  func resolve<Value, First, each Argument>(
    _ key: Key<Value>, arguments first: First, _ argument: repeat each Argument
  ) throws(ResolutionError) -> Value { try container.resolve(key, arguments: first, repeat each argument) }

  nonisolated(nonsending) func resolve<Value>(_ key: Key<Value>) async throws -> Value { try await container.resolve(key) }

  nonisolated(nonsending) func resolve<Value, First: Sendable, each Argument: Sendable>(
    _ key: Key<Value>, arguments first: First, _ argument: repeat each Argument
  ) async throws -> Value { try await container.resolve(key, arguments: first, repeat each argument) }

  func openScope<Kind: ScopeKind, each Input: Sendable>(
    _ kind: Kind.Type, at location: Dovetail.SourceLocation, _ input: repeat each Input
  ) throws(ResolutionError) -> OpenScope where Kind.Input == Inputs<repeat each Input> {
    try container.openScope(kind, at: location, repeat each input)
  }
}

/// Not Sendable.
private final class Notes {
  var lines: [String] = []
}

private enum Trace { @TaskLocal static var id = "none" }

@Suite struct WithScopeTests {
  private let closed = Log()

  private func workshop() throws -> Container {
    try Container { [closed] in
      Bind(Session.init).in(.scoped(Workshop.self)).onClose { session in
        await Task.yield()
        closed.add("session \(session.order.number)")
      }
      Bind { (session: Session) in "bench \(session.order.number)" }.in(.scoped(Bench.self)).onClose { closed.add($0) }
      Bind { (session: Session, tool: Tool, hours: Int) in Bill(session: session, tool: tool, hours: hours) }
        .in(.scoped(Drawer.self))
    }
  }

  @Test func `it returns what the closure returns, and has closed by then`() async throws {
    let container = try workshop()
    let number = try await container.withScope(Workshop.self, Order(number: 7)) { scope in
      let session = try await scope.resolve(Session.self)
      #expect(try await scope.resolve(Session.self) === session)
      return session.order.number
    }
    #expect(number == 7)
    #expect(closed.lines == ["session 7"])
  }

  @Test func `it closes when the closure throws`() async throws {
    let container = try workshop()
    await #expect(throws: Breakdown("no tyres")) {
      try await container.withScope(Workshop.self, Order(number: 1)) { scope in
        _ = try await scope.resolve(Session.self)
        throw Breakdown("no tyres")
      }
    }
    #expect(closed.lines == ["session 1"])
  }

  @Test func `it closes when the task is cancelled, and onClose does not notice`() async throws {
    let (door, log) = (Door(), Log())
    let container = try Container {
      Bind { Road() }.in(.scoped(Yard.self)).onClose { road in
        try Task.checkCancellation()
        await Task.yield()
        log.add("\(road.name), cancelled: \(Task.isCancelled)")
      }
    }
    let task = Task {
      try await container.withScope(Yard.self) { scope in
        _ = try await scope.resolve(Road.self)
        try await door.passUnlessCancelled()
      }
    }
    await yield { door.queue == 1 }
    task.cancel()
    #expect(await task.result.summary == "CancellationError")
    #expect(log.lines == ["Route 66, cancelled: false"])
  }

  @Test func `a closure that takes no notice of its cancellation is waited for, then the scope closes`() async throws {
    let container = try workshop()
    let door = Door()
    let task = Task { [closed] in
      try await container.withScope(Workshop.self, Order(number: 2)) { scope in
        _ = try await scope.resolve(Session.self)
        await door.pass()
        return closed.lines
      }
    }
    await yield { door.queue == 1 }
    task.cancel()
    door.open()
    #expect(try await task.value == [])
    #expect(closed.lines == ["session 2"])
  }

  @Test func `kinds nest, with several inputs, and close from the inside out`() async throws {
    let container = try workshop()
    try await container.withScope(Workshop.self, Order(number: 3)) { workshop in
      try await workshop.withScope(Bench.self) { bench in
        #expect(try await bench.resolve(String.self) == "bench 3")
        try await bench.withScope(Drawer.self, Tool(name: "hammer"), 5) { drawer in
          let bill = try await drawer.resolve(Bill.self)
          #expect(bill.session === (try await workshop.resolve(Session.self)))
          #expect(bill.tool == Tool(name: "hammer") && bill.hours == 5)
        }
      }
      #expect(closed.lines == ["bench 3"])
    }
    #expect(closed.lines == ["bench 3", "session 3"])
  }

  @Test func `a resolver of another type opens scopes with any number of inputs`() async throws {
    let desk = Desk(container: try workshop())
    let number = try await desk.withScope(Workshop.self, Order(number: 6)) { try await $0.resolve(Session.self).order.number }
    #expect(number == 6)
    let bench = try desk.openScope(Workshop.self, Order(number: 8)).openScope(Bench.self)
    try await bench.withScope(Drawer.self, Tool(name: "file"), 1) { drawer in
      let bill = try await drawer.resolve(Bill.self)
      #expect(bill.session.order == Order(number: 8))
    }
  }

  @Test func `a kind whose parent is not open is refused before the closure runs`() async throws {
    let container = try workshop()
    let entered = Counter()
    #expect(
      await asyncFailure { try await container.withScope(Bench.self) { _ async in entered.add() } }
        == "[scope-not-open] a scope 'Bench' opens inside a scope 'Workshop', and none is open here\n")
    #expect(
      await asyncFailure { try await container.withScope(Yard.self) { _ async in entered.add() } }
        == "[scope-not-open] no module declares that scopes 'Yard' are opened\n")
    #expect(entered.value == 0)
  }

  @Test func `child tasks share the scope and have it as the current one`() async throws {
    let container = try workshop()
    try await container.withScope(Workshop.self, Order(number: 4)) { scope in
      async let first = scope.resolve(Session.self)
      async let second = Task { try await scope.resolve(Session.self) }.value
      let session = try await first
      #expect(session === (try await second))
      let all = try await withThrowingTaskGroup(of: Order.self) { group in
        for _ in 1...8 { group.addTask { try await Injected(Key(Order.self)).projectedValue.get() } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(all == Array(repeating: Order(number: 4), count: 8))
    }
  }

  @Test func `two scopes that are open at once are current for their own tasks only`() async throws {
    let container = try workshop()
    let meeting = Meeting(2)
    let found = await together(2) { index in
      try await container.withScope(Workshop.self, Order(number: index)) { _ in
        await meeting.join()
        return try await Injected(Key(Order.self)).projectedValue.get().number
      }
    }
    #expect(found.map(\.summary) == ["0", "1"])
    #expect(
      failure { try withContainer(container) { try Injected(Key(Order.self)).projectedValue.get() } }.hasPrefix("[scope-not"))
  }

  @Test func `3,000 concurrent scopes share nothing but what the container shares`() async throws {
    let (closed, built) = (Counter(), Counter())
    let container = try Container {
      Bind(Session.init).in(.scoped(Workshop.self)).onClose { _ async in closed.add() }
      Bind { () async -> Road in
        built.add()
        return Road()
      }.in(.singleton)
      Bind { (session: Session, road: Road) in "\(session.order.number) on \(road.name)" }
    }
    let found = await together(3_000) { number in
      try await container.withScope(Workshop.self, Order(number: number)) { scope in
        async let one = scope.resolve(String.self)
        async let other = scope.resolve(String.self)
        let (texts, session) = (try await [one, other], try await scope.resolve(Session.self))
        guard texts == Array(repeating: "\(number) on Route 66", count: 2) else { throw Breakdown("\(texts)") }
        return session
      }
    }
    let sessions = try found.map { try $0.get() }
    #expect(sessions.map(\.order.number) == Array(0..<3_000))
    #expect(Set(sessions.map { ObjectIdentifier($0) }).count == 3_000)
    #expect(closed.value == 3_000)
    #expect(built.value == 1)
  }

  @MainActor @Test func `the closure runs where its caller does, and may return what is not Sendable`() async throws {
    let notes = Notes()
    let same = try await workshop().withScope(Workshop.self, Order(number: 5)) { scope in
      MainActor.assertIsolated()
      notes.lines.append("\(try await scope.resolve(Session.self).order.number)")
      return notes
    }
    #expect(same === notes)
    #expect(notes.lines == ["5"])
  }

  @Test func `a factory may open a scope and await what is in it`() async throws {
    let container = try Container {
      Bind(Session.init).in(.scoped(Workshop.self))
      Bind { (resolver: any Resolver) async throws -> [Int] in
        var numbers: [Int] = []
        for number in 1...3 {
          numbers.append(
            try await resolver.withScope(Workshop.self, Order(number: number)) { try await $0.resolve(Session.self).order.number }
          )
        }
        return numbers
      }
    }
    #expect(try await container.resolve([Int].self) == [1, 2, 3])
  }

  @Test func `onClose has the task-locals of who closes`() async throws {
    let log = Log()
    let container = try Container {
      Bind { Road() }.in(.scoped(Yard.self)).onClose { _ async in log.add(Trace.id) }
    }
    try await Trace.$id.withValue("request 7") {
      try await container.withScope(Yard.self) { _ = try await $0.resolve(Road.self) }
    }
    #expect(log.lines == ["request 7"])
  }
}
