// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailInjected
import Testing
import CoreTestSupport
import TestSupport

private final class Connection: Sendable {
  let tracked: Tracked
  let order: Order
  init(tracked: Tracked, order: Order) async throws {
    await Task.yield()
    (self.tracked, self.order) = (tracked, order)
  }
}

/// Lives as long as the container, and tries to keep what lives in a scope.
private final class Registry: Sendable {
  let order: String
  let tracked: Tracked
  init(tracked: Tracked, order: Provider<Order>) async {
    await Task.yield()
    self.tracked = tracked
    do throws(ResolutionError) { self.order = "\(try order.make().number)" } catch { self.order = error.summary }
  }
}

private struct Ticket: Sendable {
  let orders: AsyncProvider<Connection>
  let lazy: Lazy<Connection>
  let resolver: any Resolver
}

@Suite struct ScopeFaultTests {
  private let alive = Counter()
  private let closed = Counter()
  private let built = Counter()

  private func server(_ build: @escaping @Sendable () async throws -> Void = {}) throws -> Container {
    try Container { [alive, closed, built] in
      Bind { Tracked(alive) }
      Bind { (tracked: Tracked, order: Order) async throws -> Connection in
        built.add()
        try await build()
        return try await Connection(tracked: tracked, order: order)
      }.in(.scoped(Workshop.self)).onClose { _ async in closed.add() }
      Bind { (_: Connection) in Road() }.in(.scoped(Workshop.self))
      Bind(Ticket.init).in(.scoped(Workshop.self))
      Bind(Registry.init).in(.singleton)
    }
  }

  @Test func `a scope that leaks past its closure answers nothing, and holds nothing`() async throws {
    let container = try server()
    let (scope, ticket) = try await container.withScope(Workshop.self, Order(number: 1)) { scope in
      _ = try await scope.resolve(Road.self)
      return (scope, try await scope.resolve(Ticket.self))
    }
    #expect(alive.value == 0 && closed.value == 1)
    let message = "[closed] 'Connection' was resolved after the scope 'Workshop' had closed\n"
    #expect(await asyncFailure { try await scope.resolve(Connection.self) } == message)
    #expect(await asyncFailure { try await ticket.orders() } == message)
    #expect(await asyncFailure { try await ticket.lazy.get() } == message)
    #expect(await asyncFailure { try await ticket.resolver.resolve(Connection.self) } == message)
    #expect(
      await asyncFailure { try await scope.withScope(Workshop.self, Order(number: 2)) { _ async in } }
        == "[closed] the scope 'Workshop' was opened after the scope 'Workshop' had closed\n")
    #expect(alive.value == 0)
  }

  @Test func `a task that is left behind gets the error of the closed scope`() async throws {
    let container = try server()
    let door = Door()
    let task = try await container.withScope(Workshop.self, Order(number: 1)) { scope async in
      Task {
        await door.pass()
        return (
          await asyncFailure { try await scope.resolve(Road.self) },
          await asyncFailure { try await Injected(Key(Order.self)).projectedValue.get() }
        )
      }
    }
    door.open()
    let (direct, injected) = await task.value
    #expect(direct == "[closed] 'Road' was resolved after the scope 'Workshop' had closed\n")
    #expect(injected == "[closed] 'Order' was resolved after the scope 'Workshop' had closed\n")
  }

  @Test func `64 tasks that ask first for an async instance of a scope build one`() async throws {
    for round in 1...200 {
      let container = try server()
      let scope = try container.openScope(Workshop.self, Order(number: round))
      let found = await together(64) { index in
        if index % 2 == 0 { _ = try await scope.resolve(Road.self) }
        return try await scope.resolve(Connection.self)
      }
      let first = try found[0].get()
      #expect(found.allSatisfy { (try? $0.get()) === first })
      #expect(built.value == round)
      try await scope.close()
      #expect(closed.value == round)
    }
  }

  @Test func `a waiter that is cancelled while another one waits goes alone, and the scope goes on`() async throws {
    let door = Door()
    let container = try server { try await door.passUnlessCancelled() }
    try await container.withScope(Workshop.self, Order(number: 1)) { (scope) async throws in
      let first = Task { try await scope.resolve(Connection.self).order.number }
      let second = Task { try await scope.resolve(Road.self).name }
      await yield { door.queue == 1 }
      first.cancel()
      #expect(await first.result.summary == "CancellationError")
      door.open()
      #expect(try await second.value == "Route 66")
      #expect(try await scope.resolve(Connection.self).order.number == 1)
    }
    #expect(built.value == 1 && closed.value == 1 && alive.value == 0)
  }

  @Test func `an init that hangs ends with the scope whose task is cancelled`() async throws {
    let door = Door()
    let container = try server { try await door.passUnlessCancelled() }
    let task = Task {
      try await container.withScope(Workshop.self, Order(number: 1)) { _ = try await $0.resolve(Road.self) }
    }
    await yield { door.queue == 1 }
    task.cancel()
    #expect(await task.result.summary == "CancellationError")
    await yield { alive.value == 0 }
    #expect(closed.value == 0)
  }

  @Test func `an init that throws is told with its path, and built again within the same scope`() async throws {
    let failures = Counter()
    let container = try server { if failures.add() == 1 { throw Breakdown() } }
    try await container.withScope(Workshop.self, Order(number: 1)) { (scope) async throws in
      #expect(
        await asyncFailure { try await scope.resolve(Road.self) } == """
          [failed-factory] the factory of 'Connection' threw: Breakdown(reason: "out of fuel")
          Road -> Connection
          """)
      #expect(try await scope.resolve(Road.self).name == "Route 66")
    }
    #expect(closed.value == 1 && alive.value == 0)
  }

  @Test func `a scope that closes during a build closes what comes of it and hands nothing out`() async throws {
    let door = Door()
    let container = try server { await door.pass() }
    let (opened, request) = (Box<OpenScope>(), Box<Task<Connection, any Error>>())
    let visit = Task {
      try await container.withScope(Workshop.self, Order(number: 1)) { scope in
        opened.value = scope
        request.value = Task { try await scope.resolve(Connection.self) }
        await yield { door.queue == 1 }
      }
    }
    await yield { opened.value?.isClosed ?? false }
    #expect(closed.value == 0, "the scope waits for the build")
    door.open()
    try await visit.value
    #expect(
      await request.value?.result.summary == "[closed] 'Connection' was resolved after the scope 'Workshop' had closed\n")
    (opened.value, request.value) = (nil, nil)
    #expect(closed.value == 1)
    await yield { alive.value == 0 }
  }

  @Test func `what fails on closing after its build is an error of the closing`() async throws {
    let door = Door()
    let container = try Container {
      Bind { () async -> Road in
        await door.pass()
        return Road()
      }.in(.scoped(Yard.self)).onClose { _ in throw Breakdown("stuck") }
    }
    let scope = try container.openScope(Yard.self)
    let task = Task { try await scope.resolve(Road.self) }
    await yield { door.queue == 1 }
    let closing = Task { try await scope.close() }
    await yield { scope.isClosed }
    door.open()
    #expect(await closing.result.summary == "[close-failed] the scope 'Yard'\nRoad: Breakdown(reason: \"stuck\")")
    let error = await #expect(throws: ResolutionError.self) { try await task.value }
    #expect(error?.code == .closed)
  }

  @Test func `a scope that closes amid awaited requests closes all that it made, and the rest get an error`() async throws {
    for round in 1...300 {
      let (made, closed) = (Counter(), Counter())
      let container = try Container {
        for number in 0..<8 {
          Bind { () async -> Wheel in
            if number % 2 == 0 { await Task.yield() }
            made.add()
            return Wheel()
          }.named("\(number)").in(.scoped(Yard.self)).onClose { _ in
            if number % 3 == 0 { await Task.yield() }
            closed.add()
          }
        }
      }
      let scope = try container.openScope(Yard.self)
      let results = await together(17) { index in
        guard index < 16 else {
          for _ in 0..<round % 5 { await Task.yield() }
          return try await scope.close()
        }
        _ = try await scope.resolve(Wheel.self, named: "\(index / 2)")
      }
      for result in results {
        #expect(result.summary == "()" || result.summary.hasPrefix("[closed] 'Wheel' named "), "\(result.summary)")
      }
      await yield { made.value == closed.value }
      #expect(failure { try scope.resolveIfBound(Wheel.self, named: "0") }.hasPrefix("[closed]"))
    }
  }

  @Test func `an async singleton that is asked for first in a scope is built outside of it, and stays`() async throws {
    let container = try server()
    let registry = try await container.withScope(Workshop.self, Order(number: 7)) { scope in
      #expect(try await scope.resolve(Connection.self).order.number == 7)
      return try await scope.resolve(Registry.self)
    }
    #expect(
      registry.order == """
        [scope-not-open] 'Order' lives in the scope 'Workshop', which is not open here
        Order
        """)
    #expect(try await container.resolve(Registry.self) === registry)
    #expect(alive.value == 1)
  }

  @Test func `the build of a singleton goes on for others when the scope that asked first is gone`() async throws {
    let door = Door()
    let container = try Container {
      Bind { () async throws -> Road in
        try await door.passUnlessCancelled()
        return Road()
      }.in(.singleton)
      Opens(Yard.self)
    }
    let first = Task { try await container.withScope(Yard.self) { try await $0.resolve(Road.self) } }
    await yield { door.queue == 1 }
    let (second, asked) = (Task { try await container.resolve(Road.self) }, Counter())
    let third = Task {
      asked.add()
      return try await container.resolve(Road.self)
    }
    await yield { asked.value == 1 }
    for _ in 1...10 { await Task.yield() }
    first.cancel()
    #expect(await first.result.summary == "CancellationError")
    door.open()
    #expect(try await second.value === (try await third.value))
  }

  @Test func `a synchronous singleton that is asked for first in a scope sees no scope either, but its container`() throws {
    let container = try Container {
      Bind { (order: Provider<Order>) in [failure { try order.make() }] }.in(.singleton)
      Bind { Road(name: try Injected(Key<String>()).projectedValue.get()) }.in(.weak)
      Bind { "Route 1" }
      Opens(Workshop.self)
    }
    try container.withScope(Workshop.self, Order(number: 7)) { (scope) throws in
      #expect(try scope.resolve([String].self)[0].hasPrefix("[scope-not-open] 'Order' lives in the scope 'Workshop'"))
      #expect(try scope.resolve(Road.self).name == "Route 1")
    }
  }

  @Test func `a loop across tasks within a scope is an error with the path`() async throws {
    for _ in 1...50 {
      let container = try Container {
        Bind { (wheel: AsyncProvider<Wheel>) async throws -> Road in
          _ = try await wheel.make()
          return Road()
        }.in(.scoped(Yard.self))
        Bind { (resolver: any Resolver) async throws -> Wheel in
          async let road = resolver.resolve(Road.self)
          _ = try await road
          return Wheel()
        }.in(.scoped(Yard.self))
      }
      let scope = try container.openScope(Yard.self)
      let results = await together(8) { index in
        if index % 2 == 0 { _ = try await scope.resolve(Road.self) } else { _ = try await scope.resolve(Wheel.self) }
      }
      #expect(results.allSatisfy { $0.summary.hasPrefix("[dependency-cycle] ") })
      try await scope.close()
    }
  }

  @Test func `a loop through the main actor and an async instance of a scope is an error with the path`() async throws {
    let container = try Container {
      Bind { @MainActor (road: Road) in road.name }.in(.scoped(Yard.self))
      Bind { (resolver: any Resolver) async throws -> Road in Road(name: try await resolver.resolve(String.self)) }
        .in(.scoped(Yard.self))
    }
    let told = await asyncFailure { try await container.withScope(Yard.self) { try await $0.resolve(String.self) } }
    #expect(
      told == """
        [dependency-cycle] 'Road' waits for itself across tasks: 'Road' -> 'Road'
        String -> Road -> String -> Road
        """)
  }

  @Test func `an init that opens a scope of its own kind without end runs out of nothing, and says what is wrong`() async throws {
    let container = try Container {
      Bind { (resolver: any Resolver, order: Order) async throws -> String in
        guard order.number > 0 else { throw Breakdown() }
        return try await resolver.withScope(Workshop.self, Order(number: order.number - 1)) { try await $0.resolve(String.self) }
      }.in(.scoped(Workshop.self))
    }
    let told = await asyncFailure {
      try await container.withScope(Workshop.self, Order(number: 500)) { try await $0.resolve(String.self) }
    }
    #expect(told.hasPrefix("[failed-factory] the factory of 'String' threw: Breakdown(reason: \"out of fuel\")\nString -> "))
  }
}
