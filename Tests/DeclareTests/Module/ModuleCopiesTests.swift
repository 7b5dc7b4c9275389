// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailProfiles
import Testing
import CoreTestSupport
import TestSupport

/// Is told apart by its values.
private struct RoadModule: Module, Hashable {
  let name: String
  var bindings: Bindings {
    Bind { [name] in Road(name: name) }
    Bind(Wheel.init)
  }
}

private struct CityModule: Module {
  var bindings: Bindings { Include(RoadModule(name: "Main Street")) }
}

private struct LandModule: Module {
  var bindings: Bindings {
    Include(RoadModule(name: "A1"))
    Include(CityModule())
  }
}

/// Stores more than a word, so that it cannot be compared.
private struct Loose: Module {
  let name: String
  var bindings: Bindings { Bind { [name] in Road(name: name) } }
}

private final class RoadObject: Module {
  let name: String
  init(_ name: String) { self.name = name }
  var bindings: Bindings { Bind { [name] in Road(name: name) } }
}

/// An object that says when it is equal to another one.
private final class EqualRoad: Module, Equatable {
  let name: String
  init(_ name: String) { self.name = name }
  var bindings: Bindings { Bind { [name] in Road(name: name) } }
  static func == (left: EqualRoad, right: EqualRoad) -> Bool { left.name == right.name }
}

private struct Profiled: Module {
  let profile: Profile
  var bindings: Bindings { Bind { Road() } }
}

/// Describes itself.
private struct SaidModule: Module, Hashable, CustomStringConvertible {
  let description: String
  var bindings: Bindings { Bind { Road() } }
}

@Suite("A module that is included with several values") struct ModuleCopiesTests {
  private func finding(_ modules: any Module...) -> Diagnostic? {
    let report = Container.check(InlineModule("Program") { for module in modules { AnyModule(module) } })
    return report.errors.count == 1 ? report.errors.first : nil
  }

  @Test func `counts once where the values are equal, also those of objects`() {
    #expect(finding(EqualRoad("A1"), EqualRoad("A1")) == nil)
    #expect(finding(EqualRoad("A1"), EqualRoad("A2")) != nil)
    #expect(finding(RoadObject("A1"), RoadObject("A1")) != nil)
  }

  @Test func `is one finding with both places and their paths`() {
    let lines = Container.check(LandModule()).description.replacing(/\.swift:\d+(:\d+)?/, with: ".swift")
    #expect(
      lines == """
        error: [duplicate-binding] 'RoadModule' is included twice with different values
          ModuleCopiesTests.swift
          included by LandModule (ModuleCopiesTests.swift)
          included by LandModule -> CityModule (ModuleCopiesTests.swift)
          bound twice: Road (ModuleCopiesTests.swift)
          bound twice: Wheel (ModuleCopiesTests.swift)
          help: include it with one value, or let each value tell its bindings apart with .named(_:)
          docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/duplicate-binding.md

        1 error
        """)
  }

  @Test func `is told to be Hashable only when nothing compares it`() {
    let (different, unknown) = ("include it with one value, or let", "make it Hashable, so that equal values")
    let cases: [(any Module, any Module, String)] = [
      (RoadModule(name: "a"), RoadModule(name: "b"), different), (RoadObject("a"), RoadObject("a"), different),
      (Loose(name: "a"), Loose(name: "b"), different), (Loose(name: "a"), Loose(name: "a"), unknown),
      (Profiled(profile: Profile("test")), Profiled(profile: Profile("test")), unknown),
      (inline, inline, "include it once, or give it a type that is Hashable"),
    ]
    for (first, second, help) in cases {
      #expect(finding(first, second)?.help?.hasPrefix(help) == true, "\(first), \(second)")
    }
  }

  @Test func `is shown only as it describes itself, and shortened, because what it stores may be secret`() {
    let values = { (finding: Diagnostic?) in
      finding?.notes.prefix(2).map { $0.replacing(/\ \(.*\.swift:\d+\)/, with: "") } ?? []
    }
    #expect(
      values(finding(SaidModule(description: "the old town"), SaidModule(description: String(repeating: "a", count: 1_000))))
        == ["included by Program: the old town", "included by Program: \(String(repeating: "a", count: 100))…"])
    #expect(values(finding(RoadObject("a"), RoadObject("b"))) == Array(repeating: "included by Program", count: 2))
    #expect(values(finding(RoadModule(name: "a"), RoadModule(name: "b"))) == Array(repeating: "included by Program", count: 2))
  }

  private var inline: InlineModule { InlineModule("roads") { Bind { Road() } } }
}

/// Lists a module of whatever type.
private struct AnyModule {
  let module: any Module
  init(_ module: any Module) { self.module = module }
}

extension BindingsBuilder {
  fileprivate static func buildExpression(_ any: AnyModule) -> Bindings {
    func include(_ module: some Module) -> Bindings {
      var list = Bindings()
      list.add { Include(module) }
      return list
    }
    return include(any.module)
  }
}
