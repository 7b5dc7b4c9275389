// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailRelatives
import Testing
import CoreTestSupport
import TestSupport

@Suite struct FindingsTests {
  private static let empty = Diagnostic(Diagnostic.ID(rawValue: "empty-tank"), .error, "the tank is empty", help: "fill it")

  #sourceLocation(file:"GarageModule.swift",line:1)
  private struct GarageModule: Module {
    var bindings: Bindings {
      Bind(instance: Road()).reporting(empty)
      Bind { (road: Road) in Order(number: 7) }
      Bind { (wheel: Wheel) in Radio(frequency: 7) }
      Diagnostic(Diagnostic.ID(rawValue: "closed-garage"), .warning, "the garage is closed", at: .unknown)
    }
  }
  #sourceLocation()

  @Test func `what modules report stands in the same report as what the checks find`() {
    let report = Container.check(GarageModule())
    #expect(
      report.description == """
        error: [empty-tank] the tank is empty
          GarageModule.swift:3:11
          Order -> Road
            Order   GarageModule.swift:4   transient in FindingsTests.GarageModule
            Road    GarageModule.swift:3   instance in FindingsTests.GarageModule
          help: fill it

        error: [missing-binding] nothing is bound for 'Wheel'
          GarageModule.swift:5:12
          Radio -> Wheel
            Radio   GarageModule.swift:5   transient in FindingsTests.GarageModule
          help: add Bind { Wheel(…) } to FindingsTests.GarageModule, or make the dependency optional: Wheel?
          docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/missing-binding.md

        warning: [closed-garage] the garage is closed

        2 errors, 1 warning
        """)
  }

  @Test func `an error keeps the container from being made, a warning does not`() throws {
    let error = #expect(throws: GraphError.self) { try Container { FindingsTests.empty } }
    #expect(error?.report.diagnostics == [FindingsTests.empty])
    let warning = Diagnostic(Diagnostic.ID(rawValue: "low-tank"), .warning, "the tank is nearly empty")
    #expect(try Container { warning }.report.diagnostics == [warning])
  }

  @Test func `a bind that is replaced reports nothing`() throws {
    let container = try Container(
      InlineModule { Bind(instance: Road(name: "old")).reporting(FindingsTests.empty) },
      InlineModule { Bind(instance: Road(name: "new")).override })
    #expect(try container.resolve(Road.self).name == "new")
  }

  @Test func `a child does not repeat what its parent reported`() throws {
    let warning = Diagnostic(Diagnostic.ID(rawValue: "low-tank"), .warning, "the tank is nearly empty")
    let parent = try Container { Bind(instance: Road()).reporting(warning) }
    #expect(parent.report.diagnostics.count == 1)
    #expect(try parent.child { Bind(Wheel.init) }.report.diagnostics.isEmpty)
  }

  @Test func `a type that carries its bind reports when it is asked for`() throws {
    struct Tank: Injectable {
      static var binding: AnyBind { AnyBind(Bind { Tank() }.reporting(FindingsTests.empty)) }
    }
    let container = try Container {}
    #expect(
      failure { try container.resolve(Tank.self) }
        == "[empty-tank] 'FindingsTests.Tank' carries its own binding, but the tank is empty\n")
  }
}
