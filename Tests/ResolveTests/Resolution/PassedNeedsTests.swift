// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Synchronization
import Testing
import TestSupport

/// Counts how many of its kind there are.
private final class Part: Sendable {
  static let alive = Atomic(0)

  let number: Int

  init(_ number: Int = 7) {
    self.number = number
    Part.alive.add(1, ordering: .relaxed)
  }

  deinit { Part.alive.subtract(1, ordering: .relaxed) }
}

// Values of every kind of layout.

private struct Nothing: Equatable {}

private struct Odd: Equatable {
  let first: UInt8 = 1
  let second: UInt8 = 2
  let third: UInt8 = 3
}

private protocol Numbered: Sendable {
  var part: Part { get }
}

/// Does not fit into an existential.
private struct Wide: Numbered {
  let part: Part
  let first = 1
  let second = 2
  let last = 3
}

/// Does not fit into the memory for the values of a call, nor into the frames around it.
private struct Huge {
  private typealias Row = (Wide, Wide, Wide, Wide, Wide, Wide, Wide, Wide)

  private let rows: (Row, Row, Row, Row, Row, Row, Row, Row)
  var first: Wide { rows.0.0 }
  var last: Wide { rows.7.7 }

  init(_ wide: Wide) {
    let row = (wide, wide, wide, wide, wide, wide, wide, wide)
    rows = (row, row, row, row, row, row, row, row)
  }
}

/// Is aligned to 64 bytes.
private struct Lanes: Equatable {
  let numbers = SIMD8<Double>(1, 2, 3, 4, 5, 6, 7, 8)
}

private struct Layouts: Module {
  var bindings: Bindings {
    Bind { Nothing() }
    Bind { true }
    Bind { Odd() }
    Bind { "a text that is too long to lie in the string itself" }
    Bind { Part() }
    Bind(Wide.init(part:))
    Bind((any Numbered).self, Wide.init(part:))
    Bind(Huge.init(_:))
    Bind { Lanes() }
  }
}

private struct Sum {
  let number: Int
}

private struct Refused: Error {}

private enum Shift: ScopeKind {}

// One test after the other: they count.
@Suite(.serialized) struct PassedNeedsTests {
  private func expectNobodyLeft() { #expect(Part.alive.load(ordering: .relaxed) == 0) }

  private func sum(@BindingsBuilder _ bindings: @escaping @Sendable () -> Bindings) throws -> Int {
    try Container {
      Layouts()
      bindings()
    }
    .resolve(Sum.self).number
  }

  @Test func `a factory gets values of every layout, each in its place`() throws {
    let small = try sum {
      Bind { (a: Nothing, b: Bool, c: Odd, d: String, e: Bool, f: Nothing) in
        Sum(number: a == f && b && e && c == Odd() ? d.count : 0)
      }
    }
    #expect(small == 51)
    let wide = try sum {
      Bind { (a: Part, b: Wide, c: any Numbered) in Sum(number: a.number + b.part.number + b.last + c.part.number) }
    }
    #expect(wide == 24)
    let huge = try sum {
      Bind { (a: Bool, b: Huge, c: Odd) in Sum(number: a && c == Odd() ? b.last.part.number + b.first.last : 0) }
    }
    #expect(huge == 10)
    let aligned = try sum { Bind { (a: Odd, b: Lanes, c: Part) in Sum(number: a == Odd() && b == Lanes() ? c.number : 0) } }
    #expect(aligned == 7)
    let many = try sum {
      Bind {
        (a: Part, b: Part, c: Part, d: Part, e: Part, f: Part, g: Part, h: Part, i: Part, j: Part, k: Part, l: Part, m: Part) in
        Sum(number: [a, b, c, d, e, f, g, h, i, j, k, l, m].map(\.number).reduce(0, +))
      }
    }
    #expect(many == 91)
    expectNobodyLeft()
  }

  @Test func `a decorator gets values of every layout, each in its place`() throws {
    let bind = Bind { Sum(number: 1000) }
    #expect(
      try sum {
        bind; Decorate(Sum.self) { inner in Sum(number: inner.number + 1) }
      } == 1001)
    #expect(
      try sum {
        bind
        Decorate(Sum.self) { (inner: Sum, a: Nothing, b: Part, c: any Numbered) in
          Sum(number: inner.number + b.number + c.part.number + (a == Nothing() ? 1 : 0))
        }
      } == 1015)
    #expect(
      try sum {
        bind
        Decorate(Sum.self) { (inner: Sum, a: Odd, b: Huge, c: Part) in
          Sum(number: inner.number + b.last.part.number + c.number + (a == Odd() ? 1 : 0))
        }
      } == 1015)
    expectNobodyLeft()
  }

  @Test(arguments: ["the last need", "the factory"]) func `everything made is released when it fails:`(what: String) throws {
    let container = try Container {
      Layouts()
      Bind(Int.self) { if what == "the last need" { throw Refused() } else { 1 } }
      Bind { (a: Part, b: any Numbered, c: Nothing, d: Wide, last: Int) throws -> Sum in
        #expect(Part.alive.load(ordering: .relaxed) == 3)
        throw Refused()
      }
    }
    let error = #expect(throws: ResolutionError.self) { try container.resolve(Sum.self) }
    #expect(error?.underlying is Refused)
    expectNobodyLeft()
  }

  @Test func `a shared value stays when the factory closes what holds it`() throws {
    final class Held: Sendable {
      let container = Mutex<Container?>(nil)
      let scope = Mutex<OpenScope?>(nil)
    }
    let held = Held()
    do {
      let container = try Container {
        Bind { Part() }.in(.singleton).onClose { _ in }
        Bind { (part: Part) throws -> Sum in
          try held.container.withLock { $0.take() }?.close()
          return Sum(number: part.number)
        }
        Bind { Odd() }
        Bind(Wide.init(part:)).in(.scoped(Shift.self))
        Bind { (odd: Odd, wide: Wide) throws -> String in
          try held.scope.withLock { $0.take() }?.close()
          return "\(odd.third) \(wide.part.number)"
        }
      }
      let scope = try container.openScope(Shift.self)
      #expect(try scope.resolve(Wide.self).last == 3)
      held.scope.withLock { $0 = scope }
      #expect(try scope.resolve(String.self) == "3 7")
      #expect(scope.isClosed)
      held.container.withLock { $0 = container }
      #expect(try container.resolve(Sum.self).number == 7)
      #expect(container.isClosed)
    }
    expectNobodyLeft()
  }

  // The compiler accepts these factories, although a need is no variable.

  private struct Tally: Sendable {
    var count = 0
    var lines: [String] = []
    var part = Part(1)

    mutating func add() {
      count += 1
      lines.append("line")
      part = Part(part.number + 1)
    }
  }

  private struct Changer: Sendable {
    let seen: Int

    init(tally: inout Tally) {
      tally.add()
      seen = tally.count
    }

    init(_ part: Part, _ tally: inout Tally, _ object: inout Part, _ number: inout any Numbered) {
      tally.add()
      seen = tally.count + object.number + number.part.number
      object = Part(object.number + 1)
      number = Wide(part: Part(number.part.number + 1))
    }

    @MainActor init(onMain tally: inout Tally) { self.init(tally: &tally) }

    init(awaited tally: inout Tally) async { self.init(tally: &tally) }
  }

  private func expectUnchanged(
    sourceLocation: Testing.SourceLocation = #_sourceLocation, seen: Int, in scope: Scope.Shared = .singleton,
    @BindingsBuilder _ bindings: @escaping @Sendable () -> Bindings
  ) async throws {
    let container = try Container {
      Opens(Shift.self)
      Bind { Tally() }.in(scope)
      Bind { Part(1) }.in(scope)
      Bind((any Numbered).self, Wide.init(part:)).in(scope)
      bindings()
    }
    try await container.withScope(Shift.self) { scope in
      let first = try await scope.resolve(Part.self)
      for _ in 1...3 {
        #expect(try await scope.resolve(Changer.self).seen == seen, sourceLocation: sourceLocation)
        let tally = try await scope.resolve(Tally.self)
        #expect(tally.count == 0 && tally.lines == [] && tally.part.number == 1, sourceLocation: sourceLocation)
        #expect(try await scope.resolve(Part.self) === first, sourceLocation: sourceLocation)
        #expect(try await scope.resolve((any Numbered).self).part === first, sourceLocation: sourceLocation)
      }
    }
  }

  @Test func `a factory with an inout parameter changes a copy, never what others share`() async throws {
    for scope in [Scope.Shared.singleton, .scoped(Shift.self)] {
      try await expectUnchanged(seen: 1, in: scope) { Bind(Changer.init(tally:)) }
      try await expectUnchanged(seen: 3, in: scope) { Bind(Changer.init(_:_:_:_:)) }
      try await expectUnchanged(seen: 1, in: scope) { Bind(Changer.self, Changer.init(tally:)) }
      try await expectUnchanged(seen: 1, in: scope) { Bind { (tally: inout Tally) in Changer(tally: &tally) } }
      try await expectUnchanged(seen: 1, in: scope) { Bind { (part: Part, tally: inout Tally) in Changer(tally: &tally) } }
      try await expectUnchanged(seen: 1, in: scope) { Bind(Changer.init(onMain:)) }
      try await expectUnchanged(seen: 1, in: scope) { Bind(Changer.init(awaited:)) }
      try await expectUnchanged(seen: 1, in: scope) {
        Bind { (tally: Tally) in
          var copy = tally
          return Changer(tally: &copy)
        }
        Decorate(Changer.self) { (inner: inout Changer, tally: inout Tally) in
          tally.add()
          defer { inner = Changer(tally: &tally) }
          return inner
        }
      }
    }
    expectNobodyLeft()
  }

  @Test func `a factory with an inout parameter changes a copy of an argument`() throws {
    let container = try Container {
      Bind { (tally: inout Tally, number: inout Int) in
        number += 1
        tally.count += number
        return Sum(number: tally.count)
      }
      .arguments(Tally.self, Int.self)
      Decorate(Sum.self) { (inner: inout Sum) in Sum(number: inner.number + 100) }
    }
    for _ in 1...2 { #expect(try container.resolve(Sum.self, arguments: Tally(), 6).number == 107) }
    expectNobodyLeft()
  }
}
