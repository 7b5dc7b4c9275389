// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Synchronization
import Testing
import TestSupport

/// Something that is given as an argument, and counts how many of its kind there are.
private final class Ticket: Sendable {
  static let alive = Atomic(0)

  init() { Ticket.alive.add(1, ordering: .relaxed) }
  deinit { Ticket.alive.subtract(1, ordering: .relaxed) }
}

/// More than fits into the memory that a thread has for arguments.
private struct Crowd: Sendable {
  private typealias Row = (Int, Int, Int, Int, Int, Int, Int, Int)
  private typealias Block = (Row, Row, Row, Row, Row, Row, Row, Row)

  private var seats: InlineArray<9, Block>
  let ticket = Ticket()
  var last: Int { seats[8].7.7 }

  init(last: Int) {
    let row = (0, 0, 0, 0, 0, 0, 0, last)
    seats = InlineArray(repeating: (row, row, row, row, row, row, row, row))
  }
}

private struct Visit: Sendable {
  let ticket: Ticket
  let note: String
}

private struct Refused: Error {}

/// Has everything made twice, and keeps the second.
private struct Twice: Extension {
  func make(_ request: Interception, next: () throws -> Any) throws -> Any {
    _ = try next()
    return try next()
  }
}

// One test after the other: they count.
@Suite(.serialized) struct ArgumentLifetimeTests {
  private func expectNobodyLeft() { #expect(Ticket.alive.load(ordering: .relaxed) == 0) }

  @Test func `an argument lives as long as who took it`() throws {
    let container = try Container { Bind(Visit.init).arguments(Ticket.self, String.self) }
    let make: Factory<Visit, Ticket, String> = try container.resolve()
    do {
      let visit = try make.make(Ticket(), "a note that is too long to lie in the string itself")
      #expect(Ticket.alive.load(ordering: .relaxed) == 1)
      #expect(visit.note == "a note that is too long to lie in the string itself")
    }
    expectNobodyLeft()
  }

  @Test func `the caller keeps what it gives`() throws {
    let container = try Container { Bind { (_: Ticket) in 3 }.arguments(Ticket.self) }
    let ticket = Ticket()
    for _ in 1...3 { #expect(try container.resolve(Int.self, arguments: ticket) == 3) }
    #expect(Ticket.alive.load(ordering: .relaxed) == 1)
    withExtendedLifetime(ticket) {}
  }

  @Test func `arguments are let go of when a later need or the factory fails`() throws {
    let container = try Container {
      Bind(Bool.self) { throw Refused() }
      Bind { (_: Ticket, _: Bool, _: Ticket) in 3 }.arguments(Ticket.self, Ticket.self)
      Bind { (_: Ticket) throws -> String in throw Refused() }.arguments(Ticket.self)
    }
    #expect(throws: ResolutionError.self) { try container.resolve(Int.self, arguments: Ticket(), Ticket()) }
    expectNobodyLeft()
    #expect(throws: ResolutionError.self) { try container.resolve(String.self, arguments: Ticket()) }
    expectNobodyLeft()
  }

  @Test func `arguments that need much memory are let go of, used or not`() throws {
    let container = try Container {
      Bind { (crowd: Crowd, note: String) in crowd.last + note.count }.arguments(Crowd.self, String.self)
      Bind { (_: Crowd, _: Bool) in "never" }.arguments(Crowd.self)
      Bind(Bool.self) { throw Refused() }
      Bind { (inner: Factory<Int, Crowd, String>, crowd: Crowd) in Double(inner(crowd, "four")) }.arguments(Crowd.self)
    }
    #expect(try container.resolve(Int.self, arguments: Crowd(last: 8), "four") == 12)
    #expect(try container.resolve(Double.self, arguments: Crowd(last: 8)) == 12)
    #expect(throws: ResolutionError.self) { try container.resolve(String.self, arguments: Crowd(last: 8)) }
    expectNobodyLeft()
  }

  @Test func `an extension may have a value made twice from the same arguments`() throws {
    let module = InlineModule { Bind(Visit.init).arguments(Ticket.self, String.self) }
    let container = try Container(module, extensions: [Twice()])
    do {
      let visit = try container.resolve(Visit.self, arguments: Ticket(), "a note that is too long to lie in the string itself")
      #expect(visit.note == "a note that is too long to lie in the string itself")
      #expect(Ticket.alive.load(ordering: .relaxed) == 1)
    }
    expectNobodyLeft()
  }

  @Test func `decorators hand arguments on to what they wrap`() throws {
    let container = try Container {
      Bind(Visit.init).arguments(Ticket.self, String.self)
      Decorate(Visit.self) { (inner: Visit) in Visit(ticket: inner.ticket, note: inner.note + "!") }
      Decorate(Visit.self) { (inner: Visit) in Visit(ticket: inner.ticket, note: inner.note + "?") }
    }
    do {
      let visit = try container.resolve(Visit.self, arguments: Ticket(), "in")
      #expect(visit.note == "in!?")
      #expect(Ticket.alive.load(ordering: .relaxed) == 1)
    }
    expectNobodyLeft()
  }

  @Test func `decorators hand arguments on to nothing else, however large what they need is`() throws {
    struct Large: Sendable { var words = InlineArray<64, Int>(repeating: 1) }
    let container = try Container {
      Bind(Visit.init).arguments(Ticket.self, String.self)
      Bind(forRequester: { (requester: Requester) in "\(requester.key)".count }).in(.singleton)
      Bind(Large.init)
      Decorate(Visit.self) { (inner: Visit, number: Int) in Visit(ticket: inner.ticket, note: inner.note + "\(number)") }
      Decorate(Visit.self) { (inner: Visit, large: Large, number: Int) in
        Visit(ticket: inner.ticket, note: inner.note + "\(large.words[63] + number)")
      }
    }
    do {
      let visit = try container.resolve(Visit.self, arguments: Ticket(), "in")
      #expect(visit.note == "in1112")
      #expect(Ticket.alive.load(ordering: .relaxed) == 1)
    }
    expectNobodyLeft()
  }

  @Test func `a factory of a test lets go of what it is given`() {
    let make = Factory<Visit, Ticket, String> { Visit(ticket: $0, note: $1) }
    #expect(make(Ticket(), "in").note == "in")
    expectNobodyLeft()
  }

  @Test func `an argument without size may be the last one that the thread has room for`() throws {
    struct Nothing: Sendable {}
    struct Large: Sendable { var words = InlineArray<502, Int>(repeating: 1) }
    let container = try Container {
      Bind { (large: Large, _: Nothing, number: Int) in "\(large.words[501] + number)" }
        .arguments(Large.self, Nothing.self, Int.self)
      Bind { (_: Nothing, ticket: Ticket) in Visit(ticket: ticket, note: "") }.arguments(Nothing.self, Ticket.self)
    }
    #expect(try container.resolve(String.self, arguments: Large(), Nothing(), 2) == "3")
    let visit: Factory<Visit, Nothing, Ticket> = try container.resolve()
    // The requests inside take the room bit by bit, past its end.
    @Sendable func nested(_ depth: Int) throws -> Int {
      let probe = try Container {
        Bind { (_: Nothing, n: Int) throws in n < depth ? try nested(depth - 1) : n }.arguments(Nothing.self, Int.self)
      }
      return try probe.resolve(Int.self, arguments: Nothing(), 0)
    }
    #expect(try nested(40) == 0)
    _ = try visit.make(Nothing(), Ticket())
    expectNobodyLeft()
  }
}
