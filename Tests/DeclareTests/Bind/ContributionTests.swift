// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Testing
import CoreTestSupport
import TestSupport

private protocol Plugin: Sendable {
  var name: String { get }
}

private struct Satnav: Plugin { let name = "satnav" }
private final class Camera: Plugin {
  let name = "camera"
  init() {}
}

private struct Entry: Sendable, Equatable {
  let text: String
  init(_ text: String) { self.text = text }
}

private struct Logbook: Sendable {
  let entries: [Entry]
}

private struct EngineEntries: Module {
  var bindings: Bindings {
    Bind { Entry("oil") }.contribute()
    Bind { Entry("fuel") }.contribute()
  }
}

private struct WheelEntries: Module {
  var bindings: Bindings {
    Bind { Entry("tyres") }.contribute()
    EngineEntries()
    Bind { Entry("brakes") }.contribute()
  }
}

@Suite struct ContributionTests {
  @Test func `parts come in declared order, across modules in the order of their inclusion`() throws {
    let container = try Container {
      Bind(Logbook.init)
      Bind { Entry("begin") }.contribute()
      WheelEntries()
      EngineEntries()
      Bind { Entry("end") }.contribute()
    }
    let texts = ["begin", "tyres", "oil", "fuel", "brakes", "end"]
    #expect(try container.resolve(Logbook.self).entries.map(\.text) == texts)
    #expect(try container.resolve([Entry].self).map(\.text) == texts)
  }

  @Test func `parts with keys are found by them, and are parts of the list as well`() throws {
    let container = try Container {
      Bind((any Engine).self) { DieselEngine() }.contribute(key: "diesel")
      Bind((any Engine).self, HybridEngine.init).contribute(key: "hybrid").in(.singleton)
      Bind((any Engine).self) { MeteredEngine(inner: DieselEngine()) }.contribute()
    }
    let engines: [String: any Engine] = try container.resolve()
    #expect(engines.mapValues(\.label) == ["diesel": "diesel", "hybrid": "hybrid"])
    #expect(try container.resolve([any Engine].self).map(\.label) == ["diesel", "hybrid", "metered diesel"])
  }

  @Test func `a part is no longer the answer to its own type`() throws {
    let container = try Container { Bind { Entry("oil") }.contribute() }
    #expect(try container.resolveIfBound(Entry.self) == nil)
    #expect(
      failure { try container.resolve(Entry.self) } == """
        [missing-binding] nothing is bound for 'Entry'

        """)
  }

  @Test func `what contributes to another type stays bound under its own, and is the same object`() throws {
    let container = try Container {
      Bind(Camera.init).in(.singleton).contribute(to: (any Plugin).self) { $0 }
      Bind { Satnav() }.contribute(to: (any Plugin).self, key: "satnav") { $0 }
      Bind { Road() }.named("x").contribute(to: Entry.self) { Entry($0.name) }
    }
    let plugins = try container.resolve([any Plugin].self)
    #expect(plugins.map(\.name) == ["camera", "satnav"])
    #expect(try plugins[0] as? Camera === container.resolve(Camera.self))
    #expect(try container.resolve([String: any Plugin].self).keys.sorted() == ["satnav"])
    #expect(try container.resolve([Entry].self) == [Entry("Route 66")])
  }

  @Test func `one bind may contribute to several types`() throws {
    let container = try Container {
      Bind(Camera.init).in(.singleton)
        .contribute(to: (any Plugin).self) { $0 }
        .contribute(to: String.self, key: "camera") { $0.name }
    }
    #expect(try container.resolve([any Plugin].self).count == 1)
    #expect(try container.resolve([String: String].self) == ["camera": "camera"])
  }

  @Test func `the parts of an override take the places of those that the overridden bind contributes`() throws {
    let container = try Container {
      Bind { "camera" }.contribute(to: Entry.self, key: "camera") { Entry($0) }.contribute(to: Entry.self) { Entry($0 + " 2") }
      Bind { 7 }.contribute(to: Entry.self) { Entry("seat \($0)") }
    }.rebuilt {
      Bind { "fake" }
        .contribute(to: Entry.self) { Entry($0 + " 2") }
        .contribute(to: Entry.self, key: "camera") { Entry($0) }
        .contribute(to: Entry.self) { Entry($0 + " 3") }
    }
    #expect(try container.resolve([Entry].self) == ["fake", "fake 2", "seat 7", "fake 3"].map { Entry($0) })
    #expect(try container.resolve([String: Entry].self) == ["camera": Entry("fake")])
  }

  @Test func `the parts of an override leave those of another module's private bind in their place`() throws {
    struct Page: Module {
      let number: Int
      var bindings: Bindings { Bind { [number] in number }.contribute(to: Entry.self) { Entry("page \($0)") }.private }
    }
    struct Cover: Module {
      var bindings: Bindings { Bind { 0 }.contribute(to: Entry.self) { Entry("cover \($0)") }.private }
    }
    let container = try Container {
      Page(number: 1)
      Cover()
      Bind { 9 }.contribute(to: Entry.self) { Entry("back \($0)") }
    }
    let cover = try container.rebuilt {
      Bind { 5 }.contribute(to: Entry.self) { Entry("new cover \($0)") }.override(in: Cover.self)
    }
    #expect(try cover.resolve([Entry].self) == ["page 1", "new cover 5", "back 9"].map { Entry($0) })
    let back = try container.rebuilt { Bind { 8 }.contribute(to: Entry.self) { Entry("new back \($0)") } }
    #expect(try back.resolve([Entry].self) == ["page 1", "cover 0", "new back 8"].map { Entry($0) })
  }

  @Test func `named parts make up a collection of that name`() throws {
    let container = try Container {
      Bind { Entry("loud") }.named("night").contribute()
      Bind { Entry("quiet") }.contribute()
    }
    #expect(try container.resolve([Entry].self) == [Entry("quiet")])
    #expect(try container.resolve([Entry].self, named: "night") == [Entry("loud")])
  }

  @Test func `a list that is bound as such is preferred to parts`() throws {
    let container = try Container {
      Bind { [Entry("whole")] }
      Bind { Entry("part") }.contribute()
    }
    #expect(try container.resolve([Entry].self) == [Entry("whole")])
  }

  @Test func `each part keeps its scope`() throws {
    let container = try Container {
      Bind(Wheel.init).contribute()
      Bind(Wheel.init).contribute().in(.singleton)
    }
    let first = try container.resolve([Wheel].self)
    let second = try container.resolve([Wheel].self)
    #expect(first[0] !== second[0])
    #expect(first[1] === second[1])
  }

  @Test func `an empty collection is a finding, unless it is allowed or optional`() throws {
    let report = Container.check(InlineModule { Bind(Logbook.init) })
    #expect(report.errors.map(\.id) == [.emptyCollection])
    let allowed = try Container { Bind(Logbook.init).allowEmpty([Entry].self) }
    #expect(try allowed.resolve(Logbook.self).entries.isEmpty)
    let optional = try Container { Bind { (entries: [Entry]?) in Logbook(entries: entries ?? [Entry("none")]) } }
    #expect(try optional.resolve(Logbook.self).entries == [Entry("none")])
  }

  @Test func `a closure returns a list or a dictionary`() throws {
    let container = try Container {
      Bind { Entry("oil") }.contribute(key: "first")
      Bind { (list: () -> [Entry], keyed: @Sendable () throws -> [String: Entry]) in
        list().map(\.text) + (try keyed().map { "\($0.key) \($0.value.text)" })
      }
    }
    #expect(container.report.diagnostics.isEmpty)
    #expect(try container.resolve([String].self) == ["oil", "first oil"])
    let missing = Container.check(InlineModule { Bind { (_: () -> [String: Entry]) in 1 } }).errors.map(\.help)
    #expect(
      missing == [
        "add .contribute(key:) to a binding of Entry, or add .allowEmpty([String: Entry].self) to the binding that needs it"
      ])
  }

  @Test func `an empty collection is allowed where a provider or a closure returns it`() async throws {
    struct Hidden: Module { var bindings: Bindings { Bind { Entry("hidden") }.contribute().private } }
    for hides in [false, true] {
      let container = try Container {
        if hides { Hidden() }
        Bind { (entries: Provider<[Entry]>) in try entries.make().count }.allowEmpty([Entry].self)
        Bind { (entries: @Sendable () throws -> [Entry]) in Int8(try entries().count) }.allowEmpty([Entry].self)
        Bind { (entries: @escaping @Sendable () async throws -> [Entry]) in Int16(try await entries().count) }
          .allowEmpty([Entry].self)
        Bind { (entries: () -> [String: Entry]) in Int64(entries().count) }.allowEmpty([String: Entry].self)
        Bind { (entries: () -> [Entry], _: () -> [Entry]) in Int32(entries().count) }.named("two").allowEmpty([Entry].self)
      }
      #expect(container.report.diagnostics.isEmpty)
      #expect(try withoutAwaiting { try container.resolve(Int.self) } == 0)
      #expect(try withoutAwaiting { try container.resolve(Int8.self) } == 0)
      #expect(try await container.resolve(Int16.self) == 0)
      #expect(try withoutAwaiting { try container.resolve(Int64.self) } == 0)
      #expect(try withoutAwaiting { try container.resolve(Int32.self, named: "two") } == 0)
    }
    let other = Container.check(InlineModule { Bind { (_: () -> [Entry]) in 1 }.allowEmpty([Logbook].self) })
    #expect(
      other.errors.map(\.message) == [
        "nothing is bound for '[Entry]', which '() -> [Entry]' would have to return",
        "in the binding of 'Int', no parameter takes '[Logbook]', which 'allowEmpty' names",
      ])
  }

  @Test func `asking for a collection without parts names the collection`() throws {
    let container = try Container { Bind(Wheel.init) }
    #expect(
      failure { try container.resolve([Wheel].self) } == """
        [missing-binding] nothing is bound for '[Wheel]'

        """)
    #expect(try container.resolveIfBound([String: Wheel].self) == nil)
  }

  @Test func `a list of dictionaries is not made from single parts`() throws {
    let container = try Container {
      Bind { 1 }.contribute(key: "one")
      Bind { 2 }.contribute(key: "two")
    }
    #expect(try container.resolve([String: Int].self) == ["one": 1, "two": 2])
    #expect(try container.resolveIfBound([[String: Int]].self) == nil)
    #expect(try container.resolveIfBound([String: [String: Int]].self) == nil)
  }

  @Test func `a list of lists is not made from single parts, at once or later`() throws {
    let container = try Container { Bind { 1 }.contribute(key: "one") }
    #expect(try container.resolveIfBound([[Int]].self) == nil)
    #expect(try container.resolveIfBound([String: [Int]].self) == nil)
    #expect(try container.resolveIfBound([[Int]?].self) == nil)
    #expect(try container.resolveIfBound([Provider<[Int]>].self)?.count == nil)
    #expect(try container.resolve([Provider<Int>].self).map { $0() } == [1])
    func findings<Need>(_ type: Need.Type) -> [String] {
      let report = Container.check(
        InlineModule {
          Bind { 1 }.contribute(key: "one")
          Bind { (_: Need) in "" }
        })
      return report.errors.map(\.message)
    }
    #expect(findings([[Int]].self) == ["nothing contributes to '[[Int]]'"])
    #expect(findings([String: [Int]].self) == ["nothing contributes to '[String: [Int]]'"])
    #expect(findings([Lazy<[Int]>].self) == ["nothing contributes to '[Lazy<[Int]>]'"])
    #expect(findings(Lazy<[Int]>.self) == [])
  }

  @Test func `an override in a child takes along the part of another type's collection`() throws {
    let parent = try Container {
      Bind { Entry("parent") }.in(.singleton).contribute(to: String.self, key: "entry") { $0.text }
      Bind { 7 }.contribute(to: String.self, key: "number") { "\($0)" }
    }
    let child = try parent.child {
      Bind { Entry("child") }.override.contribute(to: String.self, key: "entry") { $0.text }
    }
    #expect(try child.resolve([String: String].self) == ["entry": "child", "number": "7"])
    #expect(try parent.resolve([String: String].self) == ["entry": "parent", "number": "7"])
    let grandchild = try child.child {}.rebuilt {
      Bind { Entry("grandchild") }.contribute(to: String.self, key: "entry") { $0.text }
    }
    #expect(try grandchild.resolve([String: String].self)["entry"] == "grandchild")
  }

  @Test func `an override in a child takes nothing along from what its parent keeps private`() throws {
    let parent = try Container {
      InlineModule("Hidden") {
        Bind { Entry("hidden") }.private.contribute(to: String.self, key: "entry") { $0.text }
        Bind { (entry: Entry) in entry.text.count }
      }
      Bind { Entry("seen") }
    }
    let report = #expect(throws: GraphError.self) {
      try parent.child { Bind { Entry("child") }.override.contribute(to: String.self, key: "entry") { $0.text } }
    }?.report
    #expect(report?.errors.map(\.message) == [#"2 contributions to [String: String] have the key "entry""#])
  }

  @Test func `two parts with one key are a finding`() {
    let report = Container.check(
      InlineModule {
        Bind { Entry("a") }.contribute(key: "same")
        Bind { Entry("b") }.contribute(key: "same")
      })
    #expect(report.errors.map(\.id) == [.duplicateMapKey])
  }

  @Test func `two overrides of one part are a finding, in a layer`() throws {
    func module(_ road: String) -> InlineModule {
      InlineModule(road) { Bind { Road(name: road) }.contribute(key: "main").override }
    }
    let base = InlineModule("base") { Bind { Road() }.contribute(key: "main") }
    let report = Container.check(base, module("one"), module("two"))
    #expect(
      report.diagnostics.map { "\($0.id): \($0.message); \($0.help ?? "")" } == [
        "duplicate-map-key: 2 contributions to [String: Road] have the key \"main\"; "
          + "give each a key of its own, or remove all overrides but one"
      ])
    let copy = try Container(base, module("one")).rebuilt { Bind { Road(name: "two") }.contribute(key: "main").override }
    #expect(try copy.resolve([String: Road].self).mapValues(\.name) == ["main": "two"])
  }

  @Test func `in a child, the override of a part wins over the part that another override takes along`() throws {
    let parent = try Container { Bind { "real" }.contribute(to: Road.self, key: "main") { Road(name: $0) } }
    let child = try parent.child {
      Bind { "taken along" }.override.contribute(to: Road.self, key: "main") { Road(name: $0) }
      Bind { Road(name: "meant") }.contribute(key: "main").override
    }
    #expect(try child.resolve([String: Road].self).mapValues(\.name) == ["main": "meant"])
  }

  @Test func `an override replaces the part of its key, in its place`() throws {
    let container = try Container {
      Bind { Entry("a") }.contribute(key: "first")
      Bind { Entry("b") }.contribute(key: "second")
      Bind { Entry("c") }.contribute(key: "first").override
    }
    #expect(try container.resolve([Entry].self).map(\.text) == ["c", "b"])
    #expect(try container.resolve([String: Entry].self)["first"] == Entry("c"))
  }
}
