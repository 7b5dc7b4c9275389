// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailNames
internal import Testing
internal import TestSupport

/// Binds names to what they need; a factory that runs is a mistake of the check.
private struct Names: Module {
  let needs: KeyValuePairs<String, [String]>
  var ran = Counter()

  var bindings: Bindings {
    for (name, needs) in needs {
      NamedBind(name, needs: needs) { [ran] _ in ran.add() }
    }
  }
}

/// The paths of the cycles that the check finds.
private func cycles(_ needs: KeyValuePairs<String, [String]>) -> [[String]] {
  Container.check(Names(needs: needs)).errors.filter { $0.id == .dependencyCycle }.map { $0.path.map(\.key) }
}

@Suite struct `Injineer: checking` {
  @Test func `INJ-17: the check is called on its own, any number of times, and runs no factory`() throws {
    let module = Names(needs: ["a": ["b", "cProvider"], "b": [], "c": ["a"]])
    for _ in 1...3 { #expect(Container.check(module).isValid) }
    _ = try Container(module)
    #expect(module.ran.value == 0)
    let broken = Names(needs: ["a": ["b"]])
    #expect(Container.check(broken) == Container.check(broken))
    #expect(broken.ran.value == 0)
  }

  @Test func `INJ-18: all missing names are reported, each once with all who need it, and all cycles too`() throws {
    let module = Names(needs: [
      "car": ["engine", "wheelProvider"], "engine": ["fuel"], "truck": ["engin", "wheel"], "egg": ["hen"], "hen": ["egg"],
    ])
    #expect(
      withoutLines(Container.check(module).description) == """
        error: [dependency-cycle] 'egg' and 'hen' need each other before either is built
          InjineerCheckTests.swift
          egg -> hen -> egg
            egg   InjineerCheckTests.swift   transient in Names
            hen   InjineerCheckTests.swift   transient in Names
          help: let 'egg' need "henProvider" instead of "hen"
          docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/dependency-cycle.md

        error: [missing-binding] nothing is bound for 'engin'
          InjineerCheckTests.swift
          truck -> engin
            truck   InjineerCheckTests.swift   transient in Names
          similar: 'engine' (InjineerCheckTests.swift)
          help: add NamedBind("engin", …) to Names, or correct the name
          docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/missing-binding.md

        error: [missing-binding] nothing is bound for 'fuel'
          InjineerCheckTests.swift
          car -> engine -> fuel
            car      InjineerCheckTests.swift   transient in Names
            engine   InjineerCheckTests.swift   transient in Names
          help: add NamedBind("fuel", …) to Names, or correct the name

        error: [missing-binding] nothing is bound for 'wheel'
          InjineerCheckTests.swift
          car -> wheel
            car   InjineerCheckTests.swift   transient in Names, takes wheelProvider
          also needed by: truck (InjineerCheckTests.swift)
          help: add NamedBind("wheel", …) to Names, or correct the name

        4 errors
        """)
    #expect(module.ran.value == 0)
  }

  @Test func `INJ-18: an instance, a provider or the provider of either satisfies a need`() {
    let report = Container.check(
      InlineModule {
        NamedBind("instance", instance: 1)
        NamedBind("made", needs: []) { _ in 1 }
        NamedBind("thing", needs: ["instance", "made", "instanceProvider", "madeProvider"]) { _ in 1 }
      })
    #expect(report.diagnostics.isEmpty)
  }

  @Test func `INJ-19: every cycle is reported, sorted, and closed on the name that it began with`() {
    #expect(
      cycles(["C": ["A"], "B": ["C"], "A": ["B"], "D": ["E"], "E": ["D"]]) == [["A", "B", "C", "A"], ["D", "E", "D"]])
    #expect(cycles(["A": ["A"]]) == [["A", "A"]])
    #expect(cycles(["A": ["B"], "B": []]) == [])
  }

  @Test func `INJ-20: a cycle is reported without what leads into it, and every name in a cycle is named`() {
    #expect(cycles(["0": ["A"], "A": ["B"], "B": ["A"]]) == [["A", "B", "A"]])
    let report = Container.check(Names(needs: ["A": ["B", "C"], "B": ["A"], "C": ["A"]]))
    #expect(report.errors.map { $0.path.map(\.key) } == [["A", "B", "A"]])
    #expect(report.errors.first?.notes.map(withoutLines) == ["also in a cycle with these: C (InjineerCheckTests.swift)"])
  }

  @Test func `INJ-21: a need of a provider is no part of a cycle`() {
    #expect(cycles(["A": ["B"], "B": ["AProvider"]]) == [])
    #expect(cycles(["A": ["A Provider"]]) == [])
    #expect(cycles(["A": ["B"], "B": ["AProvider", "C"], "C": ["A"]]) == [["A", "B", "C", "A"]])
  }

  @Test func `INJ-14: a name that is used again is an error that names both places, whatever it was`() {
    let instance = InlineModule("first") { NamedBind("X", instance: 1) }
    let provider = InlineModule("second") { NamedBind("X", needs: []) { _ in 2 } }
    let same = InlineModule("third") { NamedBind("X", instance: 3) }
    for (one, other) in [(instance, provider), (provider, instance), (instance, same)] {
      let names = withoutLines(Container.check(one, other).description)
      #expect(names.contains("error: [duplicate-binding] 'X' is bound twice: nothing says which binding is meant"))
    }
    #expect(
      withoutLines(Container.check(instance, provider).description) == """
        error: [duplicate-binding] 'X' is bound twice: nothing says which binding is meant
          InjineerCheckTests.swift
          bound in first: X (InjineerCheckTests.swift)
          bound in second: X (InjineerCheckTests.swift)
          help: add .override to the binding that is meant, give them different names, or remove one
          docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/duplicate-binding.md

        1 error
        """)
  }
}
