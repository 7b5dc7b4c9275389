// SPDX-License-Identifier: Apache-2.0
import DovetailChecks
import GraphSketches
import Testing

@Suite struct `A whole report` {
  @Test func `hides no finding behind another`() {
    var graph = Graph(
      module(
        "CarModule", bind(Car.self, .singleton, .of(Dashboard.self), .of(Radio.self), .of(Ticket.self)),
        bind(Dashboard.self, .transient, .of(Car.self), .all((any Plugin).self)), bind(Ticket.self, .scoped(Workshop.self)),
        bind(Wheel.self, .weak).closing, bind(Wheel.self), bind(Logbook.self).overriding, decorate(Shelf.self),
        bind(Meter.self).opaque),
      roots: [Car.self])
    graph.modules.append(Graph.Module(name: TypeName(text: "RadioModule"), failure: "no"))
    #expect(
      graph.found == [
        "captive-dependency", "dependency-cycle", "duplicate-binding", "empty-collection", "failing-module", "missing-binding",
        "nothing-to-decorate", "nothing-to-override", "opaque-binding", "unshareable-value", "unused-binding", "unused-binding",
        "useless-hook",
      ])
  }

  @Test func `is the same every time, and does not depend on the order in which findings are made`() {
    for scenario in Scenarios.all {
      let report = scenario.graph.report
      #expect(report == scenario.graph.report)
      #expect(Report(report.diagnostics.shuffled()) == report)
    }
  }

  @Test func `does not repeat what the parent's report said`() {
    let parent: [Graph.Binding] = [bind(Car.self).opaque, bind(Radio.self, .weak).closing]
    #expect(Graph(modules: [SketchModule(name: "CarModule", binds: parent)]).found == ["opaque-binding", "useless-hook"])
    let child = Graph(modules: [
      SketchModule(name: "CarModule", binds: parent),
      SketchModule(name: "PluginModule", level: 1, binds: [bind(Dashboard.self, .singleton, .of(Car.self), .of(Wheel.self))]),
    ])
    #expect(child.found == ["missing-binding"])
  }

  @Test func `tells a child's mistakes about its parent`() {
    let child = Graph(
      module("CarModule", bind(Car.self, .graph), bind((any Plugin).self).contributing(as: "a"), bind(Radio.self).hidden),
      module(
        "PluginModule", level: 1, bind(Dashboard.self, .singleton, .of(Car.self)), bind(Shelf.self, .transient, .of(Radio.self)),
        bind((any Plugin).self).contributing(as: "a")))
    #expect(child.found == ["captive-dependency", "duplicate-map-key", "private-binding"])
  }

  @Test func `survives a chain of 10,000, whole or broken`() {
    for scope in [Graph.Scope.singleton, .transient] {
      var binds = (0..<10_000).map {
        Graph.Binding(key: keyOf(Car.self, named: "\($0)"), scope: scope, needs: [.of(Car.self, named: "\($0 + 1)")])
      }
      let broken = Graph(modules: [SketchModule(name: "CarModule", binds: binds)])
      #expect(broken.findings(.missingBinding).first?.path.count == 10_001)
      binds[9_999].needs = [.of(Car.self, named: "0")]
      let closed = Graph(modules: [SketchModule(name: "CarModule", binds: binds)])
      #expect(closed.findings(.dependencyCycle).first?.path.count == 10_001)
      binds[9_999].needs = []
      binds[9_999].scope = .graph
      let captive = Graph(modules: [SketchModule(name: "CarModule", binds: binds)])
      #expect(captive.findings(.captiveDependency).count == (scope == .singleton ? 1 : 0))
    }
  }
}
