// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailNames
import Testing
import CoreTestSupport
import TestSupport

private class Lane {}
private final class FastLane: Lane, @unchecked Sendable {}

private struct Triple: Sendable, Equatable {
  var first = 1
  var second = "two"
}

private struct Quadruple: Sendable, Equatable {
  var triple = Triple()
  var third = 3
}

/// Lies on multiples of 16 only.
private struct Aligned: Sendable, Equatable {
  var numbers = SIMD2<Int>(1, 2)
}

@Suite struct NameTableTests {
  /// The same text at an address of its own.
  private func copied(_ text: String) -> String { String(decoding: Array(text.utf8), as: UTF8.self) }

  @Test func `a name is found however it is written`() throws {
    let names = ["", "a", "spare", "fifteen letters", "a name that is longer than sixteen bytes", "Ersatzrad für den Anhänger 🛞"]
    let container = try Container {
      for name in names {
        Bind { Road(name: name) }.named(name).in(.singleton)
        Bind { name.count }.named(name)
        NamedBind("dynamic \(name)") { _ in name }.in(.singleton)
      }
    }
    for name in names {
      let road = try container.resolve(Road.self, named: name)
      #expect(road.name == name)
      for _ in 1...10 {
        #expect(try container.resolve(Road.self, named: copied(name)) === road)
        #expect(try container.resolve(Key<Road>(named: name)) === road)
        #expect(try container.resolve(Int.self, named: copied(name)) == name.count)
        #expect(try container.resolve("dynamic \(name)", as: String.self) == name)
        #expect(try container.resolve("dynamic \(name)", as: (any Sendable).self) as? String == name)
      }
    }
    // The same letters in another composition are the same name.
    #expect(try container.resolve(Int.self, named: "Ersatzrad fu\u{308}r den Anha\u{308}nger 🛞") == names[5].count)
  }

  @Test func `a name that is not bound stays an error, and says so again`() throws {
    let container = try Container { Bind { Road() }.named("spare").in(.singleton) }
    _ = try container.resolve(Road.self, named: "spare")
    for _ in 1...2 {
      #expect(
        failure { try container.resolve(Road.self, named: "spar") }
          == "[missing-binding] nothing is bound for 'Road' named \"spar\"\n")
      #expect(failure { try container.resolve("spare", as: Road.self) } == "[missing-binding] nothing is bound for 'spare'\n")
    }
  }

  @Test func `a closed container answers no name any more`() throws {
    let container = try Container {
      Bind { Road() }.named("spare").in(.singleton)
      NamedBind("road") { _ in Road() }.in(.singleton)
    }
    _ = (try container.resolve(Road.self, named: "spare"), try container.resolve("road", as: Road.self))
    try container.close()
    #expect(
      failure { try container.resolve(Road.self, named: "spare") }
        == "[closed] 'Road' named \"spare\" was resolved after the container had closed\n")
    #expect(
      failure { try container.resolve("road", as: Road.self) } == "[closed] 'road' was resolved after the container had closed\n"
    )
  }

  @Test func `a value of another type than the one that is asked for is an error that names both`() throws {
    let container = try Container { NamedBind("road") { _ in Road() }.in(.singleton) }
    for _ in 1...2 {
      #expect(failure { try container.resolve("road", as: Wheel.self) }.hasPrefix("[wrong-type] "))
      #expect(try container.resolve("road", as: AnyObject.self) === container.resolve("road", as: Road.self))
    }
  }

  /// Asks for a value before it is built and afterwards.
  private func readings<Value: Sendable & Equatable>(of value: Value) throws -> [Value] {
    let container = try Container { NamedBind("value") { _ in value }.in(.singleton) }
    return try (1...3).map { _ in try container.resolve("value", as: Value.self) }
  }

  @Test func `values of every size are read as they were made`() throws {
    #expect(try readings(of: UInt8(7)) == [7, 7, 7])
    #expect(try readings(of: Triple()) == Array(repeating: Triple(), count: 3))
    #expect(try readings(of: Quadruple()) == Array(repeating: Quadruple(), count: 3))
    #expect(try readings(of: Aligned()) == Array(repeating: Aligned(), count: 3))
    #expect(try readings(of: String?.none) == [nil, nil, nil])
    #expect(try readings(of: ["a text that is longer than sixteen bytes"]).last == ["a text that is longer than sixteen bytes"])
  }

  private func container(of lane: FastLane) throws -> Container {
    try Container {
      NamedBind("lane", instance: lane)
      NamedBind("closure") { _ in { @Sendable in 7 } as @Sendable () -> Int }.in(.singleton)
    }
  }

  @Test func `what is not of the very type is converted, and nothing is held for longer`() throws {
    weak var watched: FastLane?
    do {
      let lane = FastLane()
      let container = try container(of: lane)
      for _ in 1...3 {
        #expect(try container.resolve("lane", as: FastLane.self) === lane)
        #expect(try container.resolve("lane", as: Lane.self) === lane)
        #expect(try container.resolve("closure", as: (@Sendable () -> Int).self)() == 7)
      }
      watched = lane
      #expect(watched != nil)
    }
    #expect(watched == nil)
  }

  @Test func `many threads may ask for many names for the first time`() throws {
    let names = (0..<200).map { "number \($0)" }
    let container = try Container { for (index, name) in names.enumerated() { Bind { index }.named(name).in(.singleton) } }
    let wrong = Counter()
    Threads.run(8) { thread in
      for offset in names.indices {
        let index = (offset + thread * 25) % names.count
        if (try? container.resolve(Int.self, named: names[index])) != index { wrong.add() }
      }
    }
    #expect(wrong.value == 0)
  }
}
