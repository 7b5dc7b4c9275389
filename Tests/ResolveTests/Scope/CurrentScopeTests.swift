// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Testing
import CoreTestSupport
import TestSupport

private final class Porter: Sendable {
  private let order: Provider<Order>

  init(order: Provider<Order>) { self.order = order }

  func number() throws -> Int { try order.make().number }
}

@Suite struct CurrentScopeTests {
  private let closed = Log()

  private func workshop() throws -> Container {
    try Container { [closed] in
      Bind(Porter.init).in(.singleton)
      Bind { (order: Order) in "bench \(order.number)" }.in(.scoped(Workshop.self)).onClose { closed.add($0) }
      Opens(Yard.self)
    }
  }

  @Test func `what lives longer asks the scope that is made current, which stays open`() async throws {
    let container = try workshop()
    let porter = try await container.resolve(Porter.self)
    let scope = try container.openScope(Workshop.self, Order(number: 7))
    for _ in 1...2 { #expect(try await scope.asCurrent { try porter.number() } == 7) }
    #expect(try await scope.resolve(String.self) == "bench 7")
    #expect(closed.lines == [])
    #expect(!scope.isClosed)
    try await scope.close()
    #expect(closed.lines == ["bench 7"])
  }

  @Test func `it is current inside the closure only, for its child tasks as well, and passes on what that throws`() async throws {
    let container = try workshop()
    let porter = try await container.resolve(Porter.self)
    let (first, second) = (
      try container.openScope(Workshop.self, Order(number: 1)), try container.openScope(Workshop.self, Order(number: 2))
    )
    let numbers = try await first.asCurrent {
      let inner = try await second.asCurrent {
        async let number = porter.number()
        return try await number
      }
      return [inner, try porter.number()]
    }
    #expect(numbers == [2, 1])
    #expect(throws: ResolutionError.self) { try porter.number() }
    await #expect(throws: Breakdown("no tyres")) { try await first.asCurrent { throw Breakdown("no tyres") } }
  }

  @Test func `a scope of another container, and one beside, leave the scope around them current`() async throws {
    let (container, other) = (try workshop(), try Container { Opens(Yard.self) })
    let porter = try await container.resolve(Porter.self)
    let numbers = try container.withScope(Workshop.self, Order(number: 7)) { _ in
      try [other, container].map { opens in try opens.withScope(Yard.self) { _ in try porter.number() } }
        + [
          container.withScope(Workshop.self, Order(number: 8)) { _ in
            try other.withScope(Yard.self) { _ in try container.withScope(Yard.self) { _ in try porter.number() } }
          }
        ]
    }
    #expect(numbers == [7, 7, 8])
    let (scope, beside) = (try container.openScope(Workshop.self, Order(number: 9)), try container.openScope(Yard.self))
    let awaited = try await scope.asCurrent {
      [
        try await beside.asCurrent { try porter.number() },
        try await other.withScope(Yard.self) { _ async throws in try porter.number() },
      ]
    }
    #expect(awaited == [9, 9])
    #expect(throws: ResolutionError.self) { try porter.number() }
  }

  @Test func `a scope beside that has closed leaves the scope around it current`() throws {
    let container = try workshop()
    let porter = try container.resolve(Porter.self)
    let number = try container.withScope(Workshop.self, Order(number: 7)) { _ in
      try container.withScope(Yard.self) { yard in
        try yard.close()
        return try porter.number()
      }
    }
    #expect(number == 7)
  }

  /// Tells whether a scope is there.
  private final class Glance: Sendable {
    private weak let scope: OpenScope?
    init(_ scope: OpenScope) { self.scope = scope }
    var isGone: Bool { scope == nil }
  }

  @Test func `a task that a scope has left behind opens scopes that do not keep the one which has closed`() async throws {
    let container = try workshop()
    let (isClosed, isOver, first) = (Door(), Door(), Box<Glance>())
    let next = try await container.withScope(Yard.self) { yard async throws in
      first.value = Glance(yard)
      return Task {
        await isClosed.pass()
        return try await container.withScope(Yard.self) { _ async throws in
          Task {
            await isOver.pass()
            for _ in 1...1000 where first.value?.isGone == false { await Task.yield() }
            return first.value?.isGone
          }
        }
      }
    }
    isClosed.open()
    let last = try await next.value
    isOver.open()
    #expect(await last.value == true)
  }

  @Test func `in a value that outlives all scopes none of them is current, whatever it opens`() throws {
    let other = try Container { Opens(Yard.self) }
    let container = try Container {
      Bind(Porter.init).in(.singleton)
      Bind { (_: Order) in "bench" }.in(.scoped(Workshop.self))
      Bind { (porter: Porter) in try other.withScope(Yard.self) { _ in try porter.number() } }.in(.singleton)
    }
    let refused = "[scope-not-open] 'Order' lives in the scope 'Workshop', which is not open here"
    try container.withScope(Workshop.self, Order(number: 7)) { scope in
      #expect(failure { try scope.resolve(Int.self) }.hasPrefix(refused))
      try other.withScope(Yard.self) { _ in #expect(failure { try scope.resolve(Int.self) }.hasPrefix(refused)) }
    }
  }

  @Test @MainActor func `the closure runs on the actor of its caller`() async throws {
    let scope = try workshop().openScope(Workshop.self, Order(number: 3))
    let diary = Diary()
    await scope.asCurrent {
      MainActor.assertIsolated()
      diary.lines += 1
    }
    #expect(diary.lines == 1)
  }

  /// Not Sendable.
  private final class Diary { var lines = 0 }
}
