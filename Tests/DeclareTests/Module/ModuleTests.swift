// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Testing
import CoreTestSupport
import TestSupport

private enum Fuel: CaseIterable { case diesel, hybrid, none }

/// A module with every statement that a builder takes.
private struct CarModule: Module {
  var fuel = Fuel.hybrid
  var hasRadio = false
  var frequency: Double?
  var roads: [String] = []

  var bindings: Bindings {
    Bind(Wheel.init)
    if hasRadio {
      Bind { "radio" }.contribute()
    }
    if let frequency {
      Bind { Radio(frequency: frequency) }
    } else {
      Bind { Radio(frequency: 98.5) }
    }
    switch fuel {
    case .diesel: Bind((any Engine).self) { DieselEngine() }
    case .hybrid: Bind((any Engine).self, HybridEngine.init)
    case .none: Bindings.nothing
    }
    for road in roads {
      Bind { Road(name: road) }.named(road)
      Bind { road }.contribute()
    }
  }
}

extension Bindings {
  @BindingsBuilder fileprivate static var nothing: Bindings {}
}

@BindingsBuilder private func wheels(_ names: String...) -> Bindings {
  for name in names { Bind(Wheel.init).named(name) }
}

@Suite struct ModuleTests {
  @Test(arguments: [(Fuel.diesel, "diesel"), (.hybrid, "hybrid"), (.none, nil)] as [(Fuel, String?)])
  private func `switch chooses`(fuel: Fuel, label: String?) throws {
    let container = try Container(CarModule(fuel: fuel))
    #expect(try container.resolveIfBound((any Engine).self)?.label == label)
  }

  @Test(arguments: [true, false]) func `if includes or leaves out`(hasRadio: Bool) throws {
    let container = try Container(CarModule(hasRadio: hasRadio))
    #expect(try container.resolveIfBound([String].self) == (hasRadio ? ["radio"] : nil))
  }

  @Test(arguments: [(nil, 98.5), (102.8, 102.8)] as [(Double?, Double)])
  func `if let takes the value or the other branch`(frequency: Double?, expected: Double) throws {
    let container = try Container(CarModule(frequency: frequency))
    #expect(try container.resolve(Radio.self).frequency == expected)
  }

  @Test func `for binds once for each element`() throws {
    let container = try Container(CarModule(roads: ["A1", "B2"]))
    #expect(try container.resolve(Road.self, named: "B2").name == "B2")
    #expect(try container.resolve([String].self) == ["A1", "B2"])
  }

  @Test func `bindings may come from a function`() throws {
    let container = try Container { wheels("left", "right") }
    #expect(try container.resolve(Wheel.self, named: "left") !== container.resolve(Wheel.self, named: "right"))
  }

  @Test func `an inline module is listed as it is, and has its name in the graph`() throws {
    let container = try Container {
      InlineModule("wheels") { Bind(Wheel.init) }
      InlineModule("roads") { Bind { Road() } }
    }
    #expect(container.graph.modules.map(\.name.description).suffix(2) == ["wheels", "roads"])
    #expect(try container.resolve(Road.self).name == "Route 66")
  }

  @Test func `an empty container has nothing, and says so`() throws {
    let container = try Container {}
    #expect(container.graph.bindings.isEmpty)
    #expect(container.report.diagnostics.isEmpty)
    #expect(try container.resolveIfBound(Car.self) == nil)
    #expect(failure { try container.resolve(Car.self) } == "[missing-binding] nothing is bound for 'Car'\n")
    #expect(try Container().resolveIfBound(Car.self) == nil)
    try container.close()
  }

  @Test func `one function may list a thousand binds`() throws {
    let container = try Container { for number in 0..<1_000 { Bind { number }.named("\(number)") } }
    #expect(try (0..<1_000).allSatisfy { try container.resolve(Int.self, named: "\($0)") == $0 })
  }

  @Test func `a module that cannot be read is a finding with its reason, and the others are checked all the same`() {
    let report = Container.check(
      InlineModule("broken") { throw Breakdown("no map") },
      InlineModule("incomplete") { Bind(Car.init) })
    #expect(report.errors.filter { $0.id == .failingModule }.count == 1)
    #expect(report.errors.contains { $0.message.contains(#"Breakdown(reason: "no map")"#) }, "\(report)")
    #expect(report.errors.filter { $0.id == .missingBinding }.count == 2, "\(report)")
  }
}
