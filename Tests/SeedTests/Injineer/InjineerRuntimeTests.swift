// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailNames
internal import Testing
internal import TestSupport

@Suite struct `Injineer: at run time` {
  @Test func `INJ-16: an unknown name is an error, or nil with resolveIfBound`() throws {
    let container = try Container { NamedBind("foo", needs: []) { _ in 1 } }
    #expect(
      withoutLines(try failure { try container.resolve("fo", as: Int.self) }.description) == """
        error: [missing-binding] nothing is bound for 'fo'
          help: bind it in a module, or use resolveIfBound(_:)
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

  @Test func `INJ-23: a factory that threw runs again, and nil is kept like any other value`() throws {
    let (calls, asked) = (Counter(), Counter())
    let container = try Container {
      NamedBind("throws", needs: []) { _ in
        if calls.add() == 1 { throw Breakdown() }
        return 7
      }
      .in(.singleton)
      NamedBind("nil", needs: []) { _ in
        asked.add()
        return String?.none
      }
      .in(.singleton)
    }
    #expect(try failure { try container.resolve("throws", as: Int.self) }.underlying as? Breakdown == Breakdown())
    #expect(try container.resolve("throws") == 7)
    #expect(try container.resolve("throws") == 7)
    #expect(calls.value == 2)
    for _ in 1...2 { #expect(try container.resolve("nil", as: String?.self) == nil) }
    #expect(asked.value == 1)
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

  @Test func `INJ-24: a container whose singletons hold its providers is freed by closing it, not by dropping it`() throws {
    let alive = Counter()
    weak var dropped: Container?
    do {
      let container = try Container {
        NamedBind("part", needs: ["selfProvider"]) { values in
          (Tracked(alive), try values["selfProvider"] as Provider<any Sendable>) as (Tracked, Provider<any Sendable>)
        }
        .in(.singleton)
        NamedBind("self", needs: []) { _ in 1 }
      }
      dropped = container
      _ = try container.resolve("part", as: Any.self)
    }
    #expect(dropped != nil && alive.value == 1)
    try dropped?.close()
    #expect(dropped == nil && alive.value == 0)
  }

  @Test func `INJ-25: a container may be asked by many threads at once`() throws {
    let (single, thing) = (Overlap(), Overlap())
    let container = try Container {
      NamedBind("single", needs: []) { _ in
        single.build()
        return 1
      }
      .in(.singleton)
      NamedBind("thing", needs: ["single", "singleProvider"]) { values in
        let provider: Provider<Int> = try values["singleProvider"]
        thing.meet()
        return try values["single"] + provider.make()
      }
    }
    let singles: [Int?] = single.ask { try container.resolve("single") }
    #expect(single.builds == 1)
    #expect(singles == Array(repeating: 1, count: Overlap.threads))
    let things: [Int?] = thing.ask { try container.resolve("thing") }
    #expect(thing.builds == Overlap.threads)
    #expect(things == Array(repeating: 2, count: Overlap.threads))
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

  @Test func `INJ-17: a container is made from complete definitions; a child adds others later`() throws {
    struct Shop: Module {
      var bindings: Bindings { NamedBind("shop", needs: []) { _ in "open" }.in(.singleton) }
    }
    struct Unfinished: Module {
      var bindings: Bindings { NamedBind("garden", needs: ["seeds"]) { values in "garden of \(try values["seeds"] as String)" } }
    }
    #expect(Container.check(Shop(), Unfinished()).errors.map(\.message) == ["nothing is bound for 'seeds'"])
    #expect(throws: GraphError.self) { try Container(Shop(), Unfinished()) }
    let container = try Container(Shop())
    #expect(try container.resolve("shop") == "open")
    let child = try container.child(Unfinished(), InlineModule { NamedBind("seeds", instance: "beans") })
    #expect(try child.resolve("garden") == "garden of beans")
    #expect(try child.resolve("shop") == "open")
    #expect(try container.resolveIfBound("garden", as: String.self) == nil)
  }
}
