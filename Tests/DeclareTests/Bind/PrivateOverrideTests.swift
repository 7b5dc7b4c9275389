// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailNames
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
  var name = "the garage's"

  var bindings: Bindings {
    Bind(Garage.init).named(name)
    Bind({ [name] in Road(name: name) }, fileID: "A/Garage.swift", line: 2, column: 1).private.in(.singleton)
    Bind({ 3 }, fileID: "A/Garage.swift", line: 3, column: 1).private
  }
}

private struct ShopModule: Module {
  var bindings: Bindings {
    Bind(Shop.init)
    Bind({ Road(name: "the shop's") }, fileID: "A/Shop.swift", line: 2, column: 1).private
    Bind({ "open" }, fileID: "A/Shop.swift", line: 3, column: 1)
  }
}

private struct NamedModule: Module {
  var bindings: Bindings {
    NamedBind("tone", needs: []) { _ in "loud" }.private
    NamedBind("horn", needs: ["tone"]) { "a \(try $0["tone"] as String) horn" }
  }
}

@Suite struct PrivateOverrideTests {
  private let original: Container

  init() throws { original = try Container(GarageModule(), ShopModule(), NamedModule()) }

  @Test func `a test replaces what a module keeps private, and nothing else`() throws {
    let test = try original.rebuilt { Bind { Road(name: "fake") }.override(in: GarageModule.self) }
    #expect(try test.resolve(Garage.self, named: "the garage's").road.name == "fake")
    #expect(try test.resolve(Shop.self).road.name == "the shop's")
    #expect(try test.resolveIfBound(Road.self) == nil)
    #expect(test.report.description == "no diagnostics")
    #expect(try original.resolve(Garage.self, named: "the garage's").road.name == "the garage's")
  }

  @Test func `the replacement sees what the module sees, and has its own scope`() throws {
    let test = try original.rebuilt {
      Bind { (number: Int, word: String) in Road(name: "\(number) \(word)") }.in(.singleton).override(in: GarageModule.self)
    }
    let garage = try test.resolve(Garage.self, named: "the garage's")
    #expect(garage.road.name == "3 open")
    #expect(try test.resolve(Garage.self, named: "the garage's").road === garage.road)
  }

  @Test func `each module of the type has one of its own, and later layers win`() throws {
    let container = try Container {
      GarageModule(name: "a")
      GarageModule(name: "b")
      Bind { Road(name: "fake") }.in(.singleton).override(in: GarageModule.self)
    }
    let (first, second) = (try container.resolve(Garage.self, named: "a"), try container.resolve(Garage.self, named: "b"))
    #expect([first.road.name, second.road.name] == ["fake", "fake"])
    #expect(first.road !== second.road)
    let again = try container.rebuilt { Bind { Road(name: "faker") }.override(in: GarageModule.self) }
    #expect(try again.resolve(Garage.self, named: "b").road.name == "faker")
  }

  @Test func `a bind by name is replaced likewise`() throws {
    let test = try original.rebuilt { NamedBind("tone", needs: []) { _ in "soft" }.override(in: NamedModule.self) }
    #expect(try test.resolve("horn", as: String.self) == "a soft horn")
  }

  private static let mistakes: [(name: String, make: @Sendable (Container) throws -> Container, report: String)] = [
    (
      "without the module",
      { container in
        try container.rebuilt(overriding: InlineModule("fakes") { Bind({ Road() }, fileID: "A/Fakes.swift", line: 1, column: 1) })
      },
      """
      error: [nothing-to-override] the override of 'Road' replaces nothing
        Fakes.swift:1:1
        similar: 'Road' (Garage.swift:2), which is private to GarageModule; 'Road' (Shop.swift:2), which is private to ShopModule
        help: say .override(in: GarageModule.self), for which it is private; if only another replacement needs this binding, mark it .private; bind what is new in a module or in a child container
        docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/nothing-to-override.md

      1 error
      """
    ),
    (
      "of a module that is not there",
      { container in
        try container.rebuilt {
          Bind({ Road() }, fileID: "A/Fakes.swift", line: 1, column: 1).override(in: InlineModule.self)
        }
      },
      """
      error: [nothing-to-override] no module 'InlineModule' is there whose 'Road' could be replaced
        Fakes.swift:1:1
        help: name the type of a module that the container is made from, or that one of them includes
        docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/nothing-to-override.md

      1 error
      """
    ),
    (
      "of what is bound for all",
      { container in
        try container.rebuilt { Bind({ "shut" }, fileID: "A/Fakes.swift", line: 1, column: 1).override(in: ShopModule.self) }
      },
      """
      error: [nothing-to-override] the override of 'String' in 'ShopModule' replaces nothing that is private there
        Fakes.swift:1:1
        similar: 'String' (Shop.swift:3)
        help: say .override, which replaces it for all modules
        docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/nothing-to-override.md

      1 error
      """
    ),
    (
      "of what is private elsewhere",
      { container in
        try container.rebuilt { Bind({ 4 }, fileID: "A/Fakes.swift", line: 1, column: 1).override(in: ShopModule.self) }
      },
      """
      error: [nothing-to-override] the override of 'Int' in 'ShopModule' replaces nothing that is private there
        Fakes.swift:1:1
        similar: 'Int' (Garage.swift:3), which is private to GarageModule
        help: correct the type or name
        docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/nothing-to-override.md

      1 error
      """
    ),
    (
      "of a parent's module",
      { container in
        try container.child { Bind({ Road() }, fileID: "A/Fakes.swift", line: 1, column: 1).override(in: GarageModule.self) }
      },
      """
      error: [nothing-to-override] no module 'GarageModule' is there whose 'Road' could be replaced
        Fakes.swift:1:1
        help: replace it in a copy of the parent, by rebuilt(overriding:): what a parent keeps private is its own
        docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/nothing-to-override.md

      1 error
      """
    ),
  ]

  @Test(arguments: mistakes.indices) func `an override that replaces nothing says how to replace what is private`(index: Int) {
    let (name, make, report) = Self.mistakes[index]
    let error = #expect(throws: GraphError.self) { try make(original) }
    #expect(error?.description == report, "\(name)")
  }

  @Test func `an override of a binding does not take a private part for one, and one of a public part says what to write`() throws
  {
    struct Map: Module {
      var bindings: Bindings {
        Bind { (roads: [String: Road], main: Road) in [roads["main"]?.name ?? "", main.name] }
        Bind { Road(name: "real") }.contribute(key: "main").private
        Bind { 1 }.contribute(key: "one")
      }
    }
    let map = try Container(Map(), InlineModule("roads") { Bind { Road(name: "public") } })
    func refused(_ bind: Bind<some Sendable>) -> [String] {
      let error = #expect(throws: GraphError.self) { try map.rebuilt { bind } }
      return error?.report.errors.flatMap { [$0.message, $0.help ?? ""] } ?? []
    }
    #expect(
      refused(Bind { Road(name: "fake") }.override(in: Map.self)) == [
        "the override of 'Road' in 'PrivateOverrideTests.Map' replaces nothing that is private there",
        "say .override, which replaces it for all modules",
      ])
    #expect(
      refused(Bind { 2 }.contribute(key: "one").override(in: Map.self)) == [
        "the override of 'Int' in 'PrivateOverrideTests.Map' replaces nothing that is private there",
        "say .override, which replaces it for all modules",
      ])
    let fake = try map.rebuilt { Bind { Road(name: "fake") }.contribute(key: "main").override(in: Map.self) }
    #expect(try fake.resolve([String].self) == ["fake", "public"])
  }
}
