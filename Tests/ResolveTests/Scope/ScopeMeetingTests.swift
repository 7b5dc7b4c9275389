// SPDX-License-Identifier: Apache-2.0
import DovetailInjected
import Testing

import Dovetail
import CoreTestSupport
import TestSupport

/// Keeps the first instance for good.
private struct Keeping: CustomScope {
  func storage<Value: Sendable>(for type: Value.Type) -> any ScopeStorage<Value> { Storage<Value>() }

  private final class Storage<Value: Sendable>: ScopeStorage {
    private let known = Lock<Value?>(nil)

    func instance(_ make: () throws -> Value) throws -> Value {
      if let value = known.withLock({ $0 }) { return value }
      let value = try make()
      known.withLock { $0 = value }
      return value
    }
  }
}

private final class Ticket: Sendable {}

private final class Thief: Sendable {
  let ticket: Ticket
  init(provider: Provider<Ticket>) throws { ticket = try provider.make() }
}

/// Can ask the scope in which it was made.
private final class Porter: Sendable {
  let alive: Tracked
  let ask: [@Sendable () throws -> Ticket]

  init(
    alive: Tracked, provider: Provider<Ticket>, lazy: Lazy<Ticket>, factory: Factory<Ticket>, resolver: any Resolver,
    closure: @escaping @Sendable () throws -> Ticket
  ) {
    self.alive = alive
    ask = [
      { try provider.make() }, { try lazy.get() }, { try factory.make() }, { try resolver.resolve(Ticket.self) }, closure,
    ]
  }
}

/// Where scopes meet other features.
@Suite struct ScopeMeetingTests {
  @Test func `a custom scope is built outside the open scope, so that it keeps nothing of a request`() throws {
    let asks: [(name: String, bind: Bind<Thief>)] = [
      ("provider", Bind(Thief.init)),
      ("resolver", Bind { (r: any Resolver) in try Thief(provider: r.resolve(Provider<Ticket>.self)) }),
    ]
    for (name, bind) in asks {
      let container = try Container {
        Bind(Ticket.init).in(.scoped(Yard.self))
        bind.in(.custom(Keeping()))
      }
      try container.withScope(Yard.self) { scope in
        let why = failure { try scope.resolve(Thief.self) }
        #expect(why.hasPrefix("[scope-not-open] 'Ticket' lives in the scope 'Yard', which is not open here"), "\(name)")
      }
    }
  }

  @Test func `what a custom scope asks through Injected is not the request's either`() throws {
    struct Asking: Sendable { @Injected var ticket: Ticket }
    let container = try Container {
      Bind(Ticket.init).in(.scoped(Yard.self))
      Bind { () throws -> String in "\(try Asking().$ticket.get())" }.in(.custom(Keeping()))
    }
    try container.withScope(Yard.self) { scope in
      #expect(failure { try scope.resolve(String.self) }.hasPrefix("[scope-not-open] 'Ticket' lives in the scope 'Yard'"))
    }
  }

  private func yard(_ alive: Counter) throws -> Container {
    try Container {
      Bind { Tracked(alive) }
      Bind(Porter.init).in(.scoped(Yard.self))
      Bind(Ticket.init).in(.scoped(Yard.self))
    }
  }

  @Test func `a scope that is dropped unclosed goes with all that it made, whatever can ask it`() throws {
    let alive = Counter()
    let container = try yard(alive)
    weak var dropped: OpenScope?
    do {
      let scope = try container.openScope(Yard.self)
      dropped = scope
      let porter = try scope.resolve(Porter.self)
      let ticket = try scope.resolve(Ticket.self)
      for ask in porter.ask { #expect(try ask() === ticket) }
      #expect(alive.value == 1)
    }
    #expect(dropped == nil)
    #expect(alive.value == 0)
  }

  @Test func `an object that outlives its scope is told so`() throws {
    let container = try yard(Counter())
    let porter = try container.openScope(Yard.self).resolve(Porter.self)
    for ask in porter.ask {
      #expect(failure { try ask() }.hasPrefix("[closed] 'Ticket' was resolved after the scope 'Yard' had closed"))
    }
  }

  @Test func `a container that closes goes with the scopes that nobody holds`() throws {
    let alive = Counter()
    weak var gone: Container?
    do {
      let container = try yard(alive)
      gone = container
      _ = try container.openScope(Yard.self).resolve(Porter.self)
      try container.close()
    }
    #expect(gone == nil)
    #expect(alive.value == 0)
  }

  @Test func `a provider that was made for the program keeps the scope open until it goes`() throws {
    let container = try yard(Counter())
    let provider = try container.openScope(Yard.self).resolve(Provider<Ticket>.self)
    #expect(try provider.make() === provider.make())
  }

  @Test func `a graph part that was made inside a scope is not handed to what outlives the scope, or runs in another one`() throws
  {
    final class Unit: Sendable {
      let ticket: Ticket
      init(ticket: Ticket) { self.ticket = ticket }
    }
    struct Cache: Sendable { let unit: Unit }
    let container = try Container {
      Bind(Ticket.init).in(.scoped(Yard.self))
      Bind { (ticket: Ticket) in Unit(ticket: ticket) }.in(.graph)
      Bind { (unit: Provider<Unit>) in Cache(unit: try unit.make()) }.in(.singleton)
      Bind { (unit: Unit, cache: Cache) in unit === cache.unit }
      Bind { (resolver: any Resolver, unit: Provider<Unit>) in
        try (1...2).map { _ in try resolver.withScope(Yard.self) { _ in try unit.make().ticket } }
      }
    }
    let error = #expect(throws: ResolutionError.self) {
      try container.withScope(Yard.self) { _ in _ = try container.resolve(Bool.self) }
    }
    #expect(error?.code == .scopeNotOpen)
    let tickets = try container.resolve([Ticket].self)
    #expect(tickets[0] !== tickets[1])
  }

  @Test func `an asynchronous graph part is shared by one request, and not by two`() async throws {
    struct Pair: Sendable { let first: Ticket, second: Ticket }
    let made = Counter()
    let container = try Container {
      Bind { () async -> Ticket in
        made.add()
        return Ticket()
      }.in(.graph)
      Bind { (first: Ticket, second: Ticket) async in Pair(first: first, second: second) }
    }
    let pairs = [try await container.resolve(Pair.self), try await container.resolve(Pair.self)]
    #expect(pairs.allSatisfy { $0.first === $0.second })
    #expect(pairs[0].first !== pairs[1].first)
    #expect(made.value == 2)
  }

  @Test func `an asynchronous factory shares the graph parts that it takes, and not those of providers and lazies`() async throws
  {
    let numbers = Counter()
    let container = try Container {
      Bind { numbers.add() }.in(.graph)
      Bind { (first: Int, lazy: Lazy<Int>, provider: Provider<Int>, later: AsyncProvider<Int>, second: Int) async throws in
        [first, try await lazy.get(), try provider.make(), try await later.make(), second]
      }
      Bind { (first: Int, lazy: Lazy<Int>, provider: Provider<Int>) throws in
        Set([first, try lazy.get(), try provider.make()])
      }
    }
    #expect(try await container.resolve([Int].self) == [1, 2, 3, 4, 1])
    #expect(try await container.resolve(Set<Int>.self) == [5])
  }

  @Test func `an asynchronous graph part that fails is tried again in the same request`() async throws {
    let tries = Counter()
    let container = try Container {
      Bind { () async throws -> Ticket in
        if tries.add() == 1 { throw Breakdown() }
        return Ticket()
      }.in(.graph)
      Bind { (r: any Resolver) async throws -> [Ticket] in
        _ = try? await r.resolve(Ticket.self)
        return [try await r.resolve(Ticket.self)]
      }
    }
    #expect(try await container.resolve([Ticket].self).count == 1)
    #expect(tries.value == 2)
  }

  @Test func `what is weak is made although an empty optional would fit its type`() throws {
    let made = Counter()
    let container = try Container {
      Bind((any Sendable).self) {
        made.add()
        return Ticket()
      }.in(.weak)
      Bind((any AnyObject & Sendable).self) {
        made.add()
        return Ticket()
      }.in(.weak)
    }
    let plain = try container.resolve((any Sendable).self)
    let object = try container.resolve((any AnyObject & Sendable).self)
    #expect(plain is Ticket && object is Ticket)
    #expect(try container.resolve((any AnyObject & Sendable).self) === object)
    #expect(made.value == 2)
  }

  @Test func `an asynchronous weak bind is made although an empty optional would fit its type`() async throws {
    let container = try Container { Bind((any Sendable).self) { () async -> any Sendable in Ticket() }.in(.weak) }
    #expect(try await container.resolve((any Sendable).self) is Ticket)
  }

  @Test func `a graph part that is an optional within an optional stays what it was`() throws {
    let container = try Container { Bind { () -> Int?? in .some(nil) }.named("deep").in(.graph) }
    let value: Int?? = try container.resolve(Int??.self, named: "deep")
    #expect(value != nil)
  }

  @Test func `the order of needs decides what runs, however deep the graph is`() throws {
    for length in [4, 60] {
      let log = Log()
      let container = try Container {
        for number in 1..<length {
          Bind { (next: [Int]) in
            log.add("shared \(number)")
            return next + [number]
          }
          .named("\(number)").needs([Int].self, named: "\(number + 1)").in(.singleton)
        }
        Bind { [Int]() }.named("\(length)").in(.singleton)
        Bind { () throws -> Road in throw Breakdown() }
        Bind { (_: Road, all: [Int]) in "\(all.count)" }.needs([Int].self, named: "1")
      }
      #expect(failure { try container.resolve(String.self) }.hasSuffix("String -> Road"), "\(length)")
      #expect(log.lines.isEmpty, "\(length)")
    }
  }

  @Test func `a Lazy that is read while its request runs shares the request's graph, and later asks for its own`() throws {
    final class Hen: Sendable {
      let during: Ticket
      let later: Lazy<Ticket>
      let own: Ticket
      init(own: Ticket, early: Lazy<Ticket>, later: Lazy<Ticket>) throws {
        (self.own, self.later) = (own, later)
        during = try early.get()
      }
    }
    let container = try Container {
      Bind(Ticket.init).in(.graph)
      Bind(Hen.init)
    }
    let hen = try container.resolve(Hen.self)
    #expect(hen.during === hen.own)
    #expect(try hen.later.get() !== hen.own)
  }
}
