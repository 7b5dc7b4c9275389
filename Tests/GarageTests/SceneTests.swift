// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import Testing

@testable internal import garage

@Suite("The garage") struct SceneTests {
  @Test func `shows the parts that it assembled`() throws {
    let outcome = try Scene.run(Options([]))
    #expect(outcome.exitCode == 0)
    let parts = """
      == the garage
      garage
      ├─ car 1
      │  ├─ metered engine, meter 1
      │  │  └─ hybrid engine
      │  ├─ radio tuned to 102.8
      │  ├─ wheel 1
      │  ├─ wheel 2
      │  ├─ wheel 3
      │  ├─ wheel 4
      │  └─ road 1
      ├─ car 2
      │  ├─ metered engine, meter 2
      │  │  └─ hybrid engine
      │  ├─ radio tuned to 102.8
      │  ├─ wheel 5
      │  ├─ wheel 6
      │  ├─ wheel 7
      │  ├─ wheel 8
      │  └─ road 1
      └─ logbook
         ├─ engines are metered
         ├─ cars have four wheels
         ├─ the radio plays at 102.8
         ├─ the workshop takes orders
         └─ the garage is open

      """
    #expect(outcome.text.hasPrefix(parts))
    #expect(outcome.text.contains("closed: bench, then ticket for order 7: new tyres\n"))
    #expect(outcome.text.hasSuffix("Wheel       12\n[Wheel]     3\nany Engine  3"))
  }

  @Test func `says the same every time`() throws {
    #expect(try Scene.run(Options([])) == Scene.run(Options([])))
  }

  @Test func `is silent in the test profile`() throws {
    let outcome = try Scene.run(Options(["--profile", "test"]))
    #expect(outcome.text.contains("radio, silent"))
    #expect(!outcome.text.contains("radio tuned"))
  }

  @Test func `names every kind of mistake when it is broken`() throws {
    let outcome = try Scene.run(Options(["--broken"]))
    #expect(outcome.exitCode == 1)
    let ids = Set(Container.check(BrokenModule(), roots: BrokenModule.roots).diagnostics.map(\.id.rawValue))
    #expect(
      ids.sorted() == [
        "captive-dependency", "dependency-cycle", "duplicate-binding", "duplicate-map-key", "empty-collection", "failing-module",
        "missing-binding", "module-cycle", "nothing-to-decorate", "nothing-to-override", "opaque-binding", "private-binding",
        "shadowed-binding", "unfilled-input", "unknown-need", "unshareable-value", "unused-binding", "useless-hook",
        "wrong-arguments",
      ])
  }

  @Test func `is right in every profile`() {
    let report = Container.check(everyProfileOf: GarageModule.self, roots: [Root(Garage.self), Root(Bench.self)])
    #expect(report.diagnostics.isEmpty)
  }

  @Test func `shows what each of the five older systems did`() throws {
    let text = try Scene.run(Options(["--seeds"])).text
    #expect(text.split(separator: "\n").filter { $0.hasPrefix("== ") }.count == 5)
    #expect(!text.contains("false"))
  }

  @Test func `says which variable is wrong`() throws {
    let options = try Options(["--set", "frequency=loud"])
    let error = #expect(throws: Failure.self) { try Scene.run(options) }
    #expect(
      error
        == .graph(
          """
          error: [failing-module] 'RadioModule' could not be read: the variable 'frequency' of the profile 'production' is "loud", which is \
          no Double

          error: [missing-binding] nothing is bound for 'Radio'
            CarModule.swift:9:9
            Garage -> Car -> Radio
              Garage   GarageModule.swift:17   singleton in GarageModule, takes () -> Car
              Car      CarModule.swift:9       transient in CarModule
            help: add Bind(Radio.init) to CarModule, or make the need optional: Radio?

          2 errors
          """))
  }

  @Test func `knows its profiles`() throws {
    let options = try Options(["--profile", "night"])
    #expect(throws: Failure.usage("there is no profile 'night'; the profiles are 'production' and 'test'")) {
      try Scene.run(options)
    }
  }
}
