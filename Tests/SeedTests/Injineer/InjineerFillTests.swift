// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailNames
internal import Testing
internal import TestSupport

// SAFETY: every object stays on the thread of the test that made it.
private final class Thing: @unchecked Sendable {
  var a: String?
  var b: String?
  var count = 0
  var cProvider: (@Sendable () -> String)?
  init(a: String? = nil, b: String? = nil) { (self.a, self.b) = (a, b) }
}

private struct Parts: Module {
  var bindings: Bindings {
    NamedBind("a", instance: "instanceA")
    NamedBind("b", instance: "instanceB")
    NamedBind("c", needs: []) { _ in "madeC" }
  }
}

@Suite struct `Injineer: filling properties` {
  @Test func `INJ-5: a property that is nil gets the value of its need`() throws {
    let container = try Container {
      Parts()
      NamedBind("thing", needs: ["a", "b"]) { _ in Thing() }
        .fill(\Thing.a, from: "a")
        .fill(\Thing.b, from: "b")
    }
    let thing: Thing = try container["thing"]
    #expect(thing.a == "instanceA")
    #expect(thing.b == "instanceB")
  }

  @Test func `INJ-5: a property is filled because a key path names it, not because it is called like a dependency`() throws {
    let container = try Container {
      Parts()
      NamedBind("thing", needs: ["a", "b"]) { _ in Thing() }.fill(\Thing.a, from: "b")
    }
    let thing: Thing = try container["thing"]
    #expect(thing.a == "instanceB", "the names of property and need are of no account")
    #expect(thing.b == nil)
  }

  @Test func `INJ-5: properties and names are written once, and are the needs`() throws {
    let container = try Container {
      Parts()
      NamedBind("thing", { Thing() }, .fill(\.a, from: "a"), .fill(\.b, from: "b"), .fill(\.cProvider, from: "cProvider"))
    }
    let thing: Thing = try container["thing"]
    #expect(thing.a == "instanceA" && thing.b == "instanceB" && thing.cProvider?() == "madeC")
    #expect(container.graph.bindings.last?.needs.map(\.key.description) == ["a", "b", "cProvider"])
    let report = Container.check(InlineModule { NamedBind("thing", { Thing() }, .fill(\.a, from: "a")) })
    #expect(report.errors.map(\.message) == ["nothing is bound for 'a'"])
  }

  @Test func `INJ-5: the value is the very one that the factory was given`() throws {
    let made = Counter()
    let container = try Container {
      NamedBind("a", needs: []) { _ in "made \(made.add())" }
      NamedBind("thing", needs: ["a"]) { values in Thing(b: try values["a"]) }.fill(\Thing.a, from: "a")
    }
    let thing: Thing = try container["thing"]
    #expect(thing.a == "made 1")
    #expect(thing.b == "made 1")
  }

  @Test func `INJ-6: what the factory has set stays`() throws {
    let container = try Container {
      Parts()
      NamedBind("thing", needs: ["a", "b"]) { _ in Thing(b: "otherInstance") }
        .fill(\Thing.a, from: "a")
        .fill(\Thing.b, from: "b")
    }
    let thing: Thing = try container["thing"]
    #expect(thing.a == "instanceA")
    #expect(thing.b == "otherInstance")
  }

  @Test func `INJ-7: a need without a property is no error, and no other property is touched`() throws {
    let container = try Container {
      Parts()
      NamedBind("count", instance: 4)
      NamedBind("thing", needs: ["a", "b", "count"]) { _ in Thing() }.fill(\Thing.a, from: "a")
    }
    let thing: Thing = try container["thing"]
    #expect(thing.a == "instanceA")
    #expect(thing.b == nil)
    #expect(thing.count == 0)
  }

  @Test func `INJ-7: a test for nil calls the property's getter, and the value that a lazy property makes stays`() throws {
    // SAFETY: stays in this test.
    final class Shy: @unchecked Sendable {
      var looks = 0
      private var stored: String?
      var watched: String? {
        get {
          looks += 1
          return stored
        }
        set { stored = newValue }
      }
      lazy var own: String? = "its own"
      lazy var left: String? = { () -> String? in
        looks += 100
        return nil
      }()
      init() {}
    }
    let container = try Container {
      Parts()
      NamedBind("shy", needs: ["a", "b"]) { _ in Shy() }.fill(\Shy.watched, from: "a").fill(\Shy.own, from: "b")
    }
    let shy: Shy = try container["shy"]
    #expect((1..<100).contains(shy.looks), "it looked, and not at what is not filled")
    #expect(shy.watched == "instanceA")
    #expect(shy.own == "its own")
    #expect(shy.left == nil && shy.looks > 100)
  }

  @Test func `INJ-7: filling from what is no need is found before anything runs`() {
    let report = findings {
      try Container {
        Parts()
        NamedBind("thing", needs: ["a"]) { _ in Thing() }.fill(\Thing.b, from: "b")
      }
    }
    #expect(
      report == """
        error: [unknown-need] in the binding of 'thing', 'b' is no dependency of 'thing', but 'fill' names it
          InjineerFillTests.swift
          it takes a
          help: correct the name in the modifier, or remove the modifier
          docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/unknown-need.md

        1 error
        """)
  }

  @Test func `INJ-7: a value that does not fit its property, or a property of another class, is an error`() throws {
    let container = try Container {
      NamedBind("a", instance: 1)
      NamedBind("thing", needs: ["a"]) { _ in Thing() }.fill(\Thing.a, from: "a")
      NamedBind("other", needs: ["a"]) { _ in "no thing" }.fill(\Thing.a, from: "a")
    }
    let unfit = try failure { try container.resolve("thing", as: Thing.self) }
    #expect(unfit.diagnostic.message == "'a' is of the type 'Int', not 'String'")
    let other = try failure { try container.resolve("other", as: String.self) }
    #expect(other.diagnostic.message == "'other' is of the type 'String', not 'Thing'")
  }

  @Test func `INJ-8: without fill nothing is filled, and the factory has its values all the same`() throws {
    let given = Log()
    let container = try Container {
      Parts()
      NamedBind("thing", needs: ["a", "b"]) { values in
        given.add("\(values.names)")
        return Thing()
      }
    }
    let thing: Thing = try container["thing"]
    #expect(given.lines == [#"["a", "b"]"#])
    #expect(thing.a == nil)
    #expect(thing.b == nil)
  }

  @Test func `INJ-9: a singleton is filled once, before anybody sees it`() throws {
    let seen = Log()
    let container = try Container {
      Parts()
      NamedBind("thing", needs: ["a"]) { _ in Thing() }
        .in(.singleton)
        .fill(\Thing.a, from: "a")
        .onCreate { thing in seen.add((thing as? Thing)?.a ?? "nil") }
    }
    #expect(seen.lines == [])
    let thing: Thing = try container["thing"]
    #expect(seen.lines == ["instanceA"])
    thing.a = nil
    #expect(try container.resolve("thing") === thing)
    #expect(thing.a == nil)
    #expect(seen.lines.count == 1)
  }

  @Test(arguments: [true, false], [true, false])
  func `INJ-10: sharing and filling combine as one likes`(isShared: Bool, isFilled: Bool) throws {
    let container = try Container {
      Parts()
      let plain = NamedBind("thing", needs: ["a"]) { _ in Thing() }
      let shared = isShared ? plain.in(.singleton) : plain
      isFilled ? shared.fill(\Thing.a, from: "a") : shared
    }
    let (first, second): (Thing, Thing) = (try container["thing"], try container["thing"])
    #expect((first === second) == isShared)
    #expect(first.a == (isFilled ? "instanceA" : nil))
  }

  @Test func `INJ-11: a property that holds a closure is filled with the provider, and the class knows nothing of it`() throws {
    let container = try Container {
      Parts()
      NamedBind("thing", needs: ["cProvider"]) { _ in Thing() }.fill(\Thing.cProvider, from: "cProvider")
    }
    let thing: Thing = try container["thing"]
    #expect(thing.cProvider?() == "madeC")
  }

  @Test func `INJ-11: the provider is a value like others, for a factory and for a property of any kind of closure`() throws {
    // SAFETY: stays in this test.
    final class Shelf: @unchecked Sendable {
      var cProvider: (() -> String)?
      var given: (@Sendable () -> String)?
      init() {}
    }
    let made = Counter()
    let container = try Container {
      NamedBind("c", needs: []) { _ in "made \(made.add())" }
      NamedBind("shelf", needs: ["cProvider"]) { values in
        let shelf = Shelf()
        shelf.given = try values["cProvider"]
        return shelf
      }
      .fill(\Shelf.cProvider, from: "cProvider")
    }
    let shelf: Shelf = try container["shelf"]
    #expect(made.value == 0, "the provider runs when it is called")
    #expect([shelf.cProvider?(), shelf.given?(), shelf.cProvider?()] == ["made 1", "made 2", "made 3"])
  }
}
