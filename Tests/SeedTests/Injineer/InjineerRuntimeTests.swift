// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import Testing

@Suite struct `Injineer: at run time` {
  @Test func `INJ-16: an unknown name is an error, or nil for who asks so`() throws {
    let container = try Container { NamedBind("foo", needs: []) { _ in 1 } }
    #expect(
      withoutLines(try failure { try container.resolve("fo", as: Int.self) }.description) == """
        error: [missing-binding] nothing is bound for 'fo'
          help: bind it in a module, or ask with resolveIfBound(_:)
        """)
    #expect(try container.resolveIfBound("nope", as: Int.self) == nil)
    #expect(try container.resolveIfBound("nopeProvider", as: Any.self) == nil)
    #expect(try container.resolveIfBound("foo", as: Int.self) == 1)
    #expect(try failure { try container.resolveIfBound("foo", as: String.self) }.code == .wrongType)
  }

  @Test func `INJ-22: a factory that calls a provider in a circle gets an error, not an overflow`() throws {
    let container = try Container {
      NamedBind("a", needs: ["bProvider"]) { values in
        let b: Provider<Int> = try values["bProvider"]
        return try b.make()
      }
      NamedBind("b", needs: ["a"]) { values in try values["a"] as Int }.in(.singleton)
    }
    let error = try failure { try container.resolve("a", as: Int.self) }
    #expect(error.code == .cycle)
    #expect(error.path.map(\.key).first == "a")
    #expect(
      error.diagnostic.help
        == "let one step of the cycle take a Provider or a Lazy of the next, and use it after it is built")
  }

  @Test func `INJ-23: what throws is made again, and nil is kept as any value is`() throws {
    let calls = Counter()
    let container = try Container {
      NamedBind("throws", needs: []) { _ in
        if calls.add() == 1 { throw Breakdown() }
        return 7
      }
      .in(.singleton)
      NamedBind("nil", needs: []) { _ in String?.none }.in(.singleton)
    }
    #expect(try failure { try container.resolve("throws", as: Int.self) }.underlying as? Breakdown == Breakdown())
    #expect(try container.resolve("throws") == 7)
    #expect(try container.resolve("throws") == 7)
    #expect(calls.value == 2)
    #expect(try container.resolve("nil", as: String?.self) == nil)
  }

  @Test func `INJ-24: a provider keeps its container only until that closes, and nothing leaks`() throws {
    let alive = Counter()
    weak var released: Container?
    let provider: Provider<Tracked>
    do {
      let container = try Container {
        NamedBind("part", needs: []) { _ in Tracked(alive) }.in(.singleton)
        NamedBind("thing", needs: ["part", "thingProvider"]) { values in
          try [values["part"] as Tracked, values["thingProvider"] as Provider<any Sendable>] as [any Sendable]
        }
        .in(.singleton)
      }
      released = container
      _ = try container.resolve("thing", as: Any.self)
      provider = try container["partProvider"]
    }
    #expect(try provider.make() === provider.make())
    #expect(alive.value == 1)
    try released?.close()
    #expect(released == nil)
    #expect(alive.value == 0)
    #expect(try failure { try provider.make() }.code == .closed)
  }

  @Test func `INJ-25: a container may be asked by many threads at once`() throws {
    let made = Counter()
    let container = try Container {
      NamedBind("single", needs: []) { _ in made.add() }.in(.singleton)
      NamedBind("thing", needs: ["single", "singleProvider"]) { values in
        let provider: Provider<Int> = try values["singleProvider"]
        return try values["single"] + provider.make()
      }
    }
    let found = Collected<Int?>()
    Threads.run(16) { _ in
      for _ in 1...50 { found.add(try? container.resolve("thing")) }
    }
    #expect(made.value == 1)
    #expect(found.elements == Array(repeating: 2, count: 800))
  }

  @Test func `INJ-26: containers know nothing of each other, and a test makes one of its own`() throws {
    struct App: Module {
      var bindings: Bindings { NamedBind("service", needs: []) { _ in Breakdown("real") }.in(.singleton) }
    }
    let first = try Container(App())
    let second = try Container { NamedBind("service", instance: Breakdown("fake")) }
    #expect(try first.resolve("service", as: Breakdown.self).reason == "real")
    #expect(try second.resolve("service", as: Breakdown.self).reason == "fake")
  }
}
