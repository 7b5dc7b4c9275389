// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Testing
import CoreTestSupport
import TestSupport

private struct Garage: Sendable {
  let road: Road
}

private struct Shop: Sendable {
  let road: Road
}

private struct GarageModule: Module {
  var bindings: Bindings {
    Bind(Garage.init)
    Bind { Road(name: "the garage's") }.private.in(.singleton)
  }
}

private struct ShopModule: Module {
  var bindings: Bindings {
    Bind(Shop.init)
    Bind { Road(name: "the shop's") }.private
  }
}

@Suite struct VisibilityTests {
  @Test func `a private bind that hides a named one is told to take another name`() {
    let report = Container.check(
      InlineModule("first") { Bind { Road() }.named("main") }, InlineModule("second") { Bind { Road() }.named("main").private })
    #expect(
      report.diagnostics.map { "\($0.message); \($0.help ?? "")" } == [
        "the private 'Road' named \"main\" hides the public binding of the same key in second; give the private one another name, or remove it"
      ])
  }

  @Test func `a default for an argument of a bind that is not there names its key as others do`() {
    let report = Container.check(InlineModule("first") { DefaultArgument(0, of: Road.self, named: "main", 2) })
    #expect(
      report.diagnostics.map(\.message) == ["nothing is bound for 'Road' named \"main\", whose argument 0 is set"])
  }

  @Test func `each module sees its own private bind, and nobody else does`() throws {
    let container = try Container(GarageModule(), ShopModule())
    #expect(try container.resolve(Garage.self).road.name == "the garage's")
    #expect(try container.resolve(Shop.self).road.name == "the shop's")
    #expect(try container.resolveIfBound(Road.self) == nil)
  }

  @Test func `a private part is in the collections of its own module alone`() throws {
    struct Plan: Sendable {
      let roads: [Road]
      let byName: [String: Road]
    }
    let container = try Container {
      InlineModule("plan") {
        Bind(Plan.init)
        Bind { Road(name: "mine") }.contribute(key: "mine").private
        Bind { Road(name: "ours") }.contribute(key: "ours")
      }
      InlineModule("book") {
        Bind { (roads: [Road]) in roads.map(\.name) }
        Bind { Road(name: "theirs") }.contribute(key: "theirs").private
      }
    }
    let plan = try container.resolve(Plan.self)
    #expect(plan.roads.map(\.name) == ["mine", "ours"])
    #expect(plan.byName.keys.sorted() == ["mine", "ours"])
    #expect(try container.resolve([String].self) == ["ours", "theirs"])
    #expect(try container.resolve([Road].self).map(\.name) == ["ours"])
  }

  @Test func `a private override of a part is in its place for its own module alone`() throws {
    let shared = InlineModule("shared") {
      Bind { (roads: [Road]) in roads.map(\.name) }
      Bind { Road(name: "first") }.contribute(key: "first")
      Bind { Road(name: "last") }.contribute(key: "last")
    }
    let own = InlineModule("own") {
      Bind { (roads: [String: Road]) in roads.mapValues(\.name) }
      Bind { (roads: [Road]) in roads.map(\.name).joined(separator: " ") }
      Bind { Road(name: "own") }.contribute(key: "first").override.private
    }
    let container = try Container(shared, own)
    #expect(try container.resolve([String].self) == ["first", "last"])
    #expect(try container.resolve([String: String].self) == ["first": "own", "last": "last"])
    #expect(try container.resolve(String.self) == "own last")
    #expect(try container.resolve([Road].self).map(\.name) == ["first", "last"])

    let later = try container.rebuilt { Bind { Road(name: "new") }.contribute(key: "first").override }
    #expect(try later.resolve([String].self) == ["new", "last"])
    #expect(try later.resolve(String.self) == "own last")

    let child = try Container(shared).child(own)
    #expect(try child.resolve([String].self) == ["first", "last"])
    #expect(try child.resolve(String.self) == "own last")
    #expect(try child.resolve([Road].self).map(\.name) == ["first", "last"])
  }

  @Test func `each module replaces its own private part`() throws {
    struct Map: Module {
      let name: String
      var bindings: Bindings {
        Bind { (roads: [String: Road]) in roads.mapValues(\.name) }.named(name)
        Bind { [name] in Road(name: name) }.contribute(key: "main").private
      }
    }
    let container = try Container(Map(name: "a"), Map(name: "b"))
    #expect(try container.resolve([String: String].self, named: "a") == ["main": "a"])
    #expect(try container.resolve([String: String].self, named: "b") == ["main": "b"])
    let fake = try container.rebuilt { Bind { Road(name: "fake") }.contribute(key: "main").override(in: Map.self) }
    #expect(try fake.resolve([String: String].self, named: "a") == ["main": "fake"])
    #expect(try fake.resolve([String: String].self, named: "b") == ["main": "fake"])
    let again = try fake.rebuilt { Bind { Road(name: "again") }.contribute(key: "main").override(in: Map.self) }
    #expect(try again.resolve([String: String].self, named: "b") == ["main": "again"])
  }

  @Test func `an override replaces no private part of another module`() {
    let report = Container.check(
      ShopModule(),
      InlineModule("plan") {
        Bind { (roads: [Road]) in roads.count }
        Bind({ Road() }, fileID: "A/Plan.swift", line: 3, column: 1).contribute(key: "main").private
      },
      InlineModule("road") { Bind({ Road() }, fileID: "A/Road.swift", line: 2, column: 1).contribute(key: "main").override })
    #expect(
      report.description == """
        error: [nothing-to-override] the contribution "main" to [String: Road] is private to plan
          Road.swift:2:1
          private: Road (Plan.swift:3)
          help: remove .private from it, or .override from this one
          docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/nothing-to-override.md

        1 error
        """)
  }

  @Test func `private parts of one key are in each other's way only where one module sees both`() throws {
    func check(_ parts: (InlineModule, InlineModule)) -> [Diagnostic.ID] { Container.check(parts.0, parts.1).errors.map(\.id) }
    let own = InlineModule("own") { Bind { Road() }.contribute(key: "main").private }
    #expect(check((own, InlineModule("other") { Bind { Road() }.contribute(key: "main").private })) == [])
    #expect(check((own, InlineModule("other") { Bind { Road() }.contribute(key: "main") })) == [.duplicateMapKey])
    let parent = try Container(own)
    #expect(try parent.child { Bind { Road() }.contribute(key: "main") }.resolve([Road].self).count == 1)
    #expect(throws: GraphError.self) {
      try Container { Bind { Road() }.contribute(key: "main") }.child(own)
    }
  }

  @Test func `a private list hides no private part of another module`() {
    let part = InlineModule("part") {
      Bind { Road() }.contribute().private
      Bind { (roads: [Road]) in roads.count }
    }
    func check(_ list: Bind<[Road]>) -> [Diagnostic.ID] {
      Container.check(
        part,
        InlineModule("list") {
          list
          Bind { (roads: [Road]) in roads.isEmpty }
        }
      ).diagnostics.map(\.id)
    }
    #expect(check(Bind { [Road()] }.private) == [])
    #expect(check(Bind { [Road()] }) == [.shadowedBinding])
  }

  @Test func `a collection all of whose parts are private to other modules is empty`() {
    let report = Container.check(
      InlineModule("plan") { Bind({ (roads: [Road]) in roads.count }, fileID: "A/Plan.swift", line: 3, column: 1) },
      InlineModule("road") { Bind({ Road() }, fileID: "A/Road.swift", line: 2, column: 1).contribute().private })
    #expect(
      report.description == """
        error: [empty-collection] nothing contributes to '[Road]'
          Plan.swift:3:1
          Int -> [Road]
            Int   Plan.swift:3   transient in plan
          contributes to its own module alone: Road (Road.swift:2)
          help: remove .private from 'Road', or .allowEmpty([Road].self) to the binding that needs it
          docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/empty-collection.md

        1 error
        """)
  }

  @Test func `inside its module a private bind wins over a public one`() throws {
    let container = try Container {
      GarageModule()
      Bind { Road(name: "everybody's") }
      Bind(Shop.init)
    }
    #expect(try container.resolve(Garage.self).road.name == "the garage's")
    #expect(try container.resolve(Shop.self).road.name == "everybody's")
    #expect(try container.resolve(Road.self).name == "everybody's")
  }

  @Test func `a private singleton is one instance`() throws {
    let container = try Container(GarageModule())
    #expect(try container.resolve(Garage.self).road === container.resolve(Garage.self).road)
  }

  @Test func `needing another module's private bind is a finding that says where it is`() {
    let report = Container.check(
      InlineModule("shop") { Bind(Shop.init) },
      InlineModule("garage") { Bind { Road() }.private })
    #expect(report.errors.map(\.id) == [.privateBinding], "\(report)")
  }

  @Test func `an override replaces what others need`() throws {
    let container = try Container {
      Bind { Road(name: "new") }.override
      Bind(Garage.init)
      Bind { Road(name: "old") }
    }
    #expect(try container.resolve(Garage.self).road.name == "new")
  }

  @Test func `what was replaced is never built and need not be complete`() throws {
    let built = Counter()
    let container = try Container {
      Bind {
        built.add()
        return Road(name: "old")
      }.in(.singleton)
      Bind { Road(name: "new") }.override
      Bind { Radio(frequency: 1) }.named("old")
    }
    #expect(try container.resolve(Road.self).name == "new")
    #expect(built.value == 0)
  }

  @Test(arguments: [
    ("two binds of one key", Diagnostic.ID.duplicateBinding),
    ("two overrides of one key", .duplicateBinding),
    ("an override of nothing", .nothingToOverride),
  ]) func `binds that are in each other's way are a finding`(mistake: String, id: Diagnostic.ID) {
    let report = Container.check(
      InlineModule {
        switch mistake {
        case "two binds of one key":
          Bind { Road() }
          Bind { Road() }
        case "two overrides of one key":
          Bind { Road() }
          Bind { Road() }.override
          Bind { Road() }.override
        default: Bind { Road() }.override
        }
      })
    #expect(report.errors.map(\.id) == [id], "\(report)")
  }
}
