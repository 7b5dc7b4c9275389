// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailProfiles
internal import Testing
internal import TestSupport

@testable internal import garage

@Suite("The garage") struct SceneTests {
  @Test(arguments: [
    (["--profile", "production"], "production"), (["--profile", "test"], "test"), (["--broken"], "broken"), (["--help"], "help"),
    (["--component"], "component"), (["--component", "--profile", "test"], "component-test"),
  ])
  func `prints a text that a person has read`(arguments: [String], golden: String) throws {
    try Golden.garage.expect(Scene.run(Options(arguments)).text, is: golden)
  }

  @Test func `shows what the job asks for`() throws {
    let lines = try Scene.run(Options([])).text.split(separator: "\n").map { String($0.drop { "│├└─ ".contains($0) }) }
    #expect(lines.contains("radio tuned to 102.8"))
    let car = lines.drop { $0 != "car 1" }.prefix { $0 != "car 2" }
    #expect(Set(car.filter { $0.hasPrefix("wheel ") }).count == 4)
    #expect(lines.filter { $0.hasPrefix("road ") } == ["road 1", "road 1", "road 1"])
    #expect(lines.contains("closed: bench, then ticket for order 7: new tyres"))
  }

  @Test(arguments: ["production", "test"])
  func `assembles the same parts with components`(profile: String) throws {
    func parts(_ arguments: [String]) throws -> [Substring] {
      try Scene.run(Options(arguments + ["--profile", profile])).text.split(separator: "== the graph")
    }
    let (container, component) = (try parts([]), try parts(["--component"]))
    #expect(container.count == 2)
    #expect(container.first == component.first)
    #expect(container.last?.split(separator: "== how").last == component.last?.split(separator: "== how").last)
  }

  /// What a start takes differs from run to run, and so do bars and the order of what begins together.
  @Test func `shows a start with its critical path, and stops in reverse`() async throws {
    let text = try await StartScene.run().text.replacing(/\|[ =]+\|/, with: "|…|").replacing(/\d+\.\d+/, with: "…")
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let rows = lines.filter { $0.contains("|…|") }
    let rest = lines.filter { !$0.contains("|…|") }
    try Golden.garage.expect((rest.prefix(2) + rows.sorted() + rest.dropFirst(2)).joined(separator: "\n"), is: "start")
  }

  @Test func `says the same every time`() throws {
    #expect(try Scene.run(Options([])) == Scene.run(Options([])))
  }

  @Test func `names every kind of mistake when it is broken`() throws {
    #expect(try Scene.run(Options(["--broken"])).exitCode == 1)
    let ids = Set(Container.check(BrokenModule(), roots: BrokenModule.roots).diagnostics.map(\.id.rawValue))
    #expect(
      ids.sorted() == [
        "async-need", "captive-dependency", "dependency-cycle", "duplicate-binding", "duplicate-map-key", "empty-collection",
        "failing-module", "isolation-mismatch",
        "missing-binding", "module-cycle", "nothing-to-decorate", "nothing-to-override", "opaque-binding", "private-binding",
        "scope-cycle", "shadowed-binding", "unfilled-input", "unknown-need", "unshareable-value", "unused-binding",
        "useless-hook", "void-binding", "wrong-arguments",
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

  @Test(arguments: ["nan", "inf", "-1"])
  func `refuses what no radio can be tuned to`(frequency: String) throws {
    let options = try Options(["--set", "frequency=\(frequency)"])
    let error = #expect(throws: Failure.self) { try Scene.run(options) }
    #expect(error?.message.contains("'RadioModule' could not be read: no radio can be tuned to \(frequency)") == true)
    #expect(error?.exitCode == 1)
  }

  @Test func `says which variable is wrong`() throws {
    let options = try Options(["--set", "frequency=loud"])
    let error = #expect(throws: Failure.self) { try Scene.run(options) }
    #expect(
      error
        == .graph(
          """
          error: [missing-binding] nothing is bound for 'Radio'
            CarModule.swift:9:9
            Garage -> Car -> Radio
              Garage   GarageModule.swift:18   singleton in GarageModule, takes () -> Car
              Car      CarModule.swift:9       transient in CarModule
            perhaps bound by 'RadioModule', which could not be read
            help: add Bind { Radio(…) } to CarModule, or make the dependency optional: Radio?
            docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/missing-binding.md

          error: [failing-module] 'RadioModule' could not be read: the variable 'frequency' of the profile 'production' is "loud", which is \
          no Double
            RadioModule.swift:22:37
            docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/failing-module.md

          2 errors
          """))
  }
}
