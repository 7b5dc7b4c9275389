// SPDX-License-Identifier: Apache-2.0
internal import DovetailGraph
internal import DovetailInspection
internal import GraphSketches
internal import Testing
internal import TestSupport

@Suite struct `A text tree` {
  private static let garage = Graph(
    module(
      "CarModule",
      bind(Car.self, .singleton, .of((any Engine).self), .provider(Wheel.self), .all((any Plugin).self)),
      bind((any Engine).self, .singleton), decorate((any Engine).self, .of(Meter.self)), bind(Meter.self), bind(Wheel.self),
      bind((any Plugin).self, .transient, .of(Meter.self)).contributing(as: "log"),
      bind((any Plugin).self, .transient, .optional(Radio.self)).contributing()),
    module("RadioModule", bind(Radio.self).hidden, bind(Invoice.self).taking(String.self), bind(Shelf.self).overriding))

  @Test func `has what is needed beneath what needs it`() throws {
    try Golden.diagnostics.expect(Self.garage.textTree(), is: "text-tree")
  }

  @Test func `begins at the roots, and lists the rest after them`() throws {
    let graph = Graph(
      module(
        "CarModule", bind(Car.self, .transient, .of(Radio.self), .of(Wheel.self)), bind(Radio.self),
        bind(Ticket.self, .transient, .of(Order.self)), bind(Order.self, .transient, .of(Ticket.self)),
        bind(Shelf.self, .transient, .of(Order.self), .of(Radio.self))),
      roots: [Radio.self, Logbook.self])
    #expect(
      graph.textTree() == """
        Logbook  not bound
        Radio  transient  CarModule.swift:2

        not needed by what is above:
        Car  transient  CarModule.swift:1
        ├─ Radio  … see above
        └─ Wheel  missing
        Shelf  transient  CarModule.swift:5
        ├─ Order  transient  CarModule.swift:4
        │  └─ Ticket  transient  CarModule.swift:3
        │     └─ Order  … see above
        └─ Radio  … see above
        """)
  }

  @Test func `shows loops that nothing leads to`() {
    let graph = Graph(
      module("CarModule", bind(Ticket.self, .transient, .of(Order.self)), bind(Order.self, .transient, .lazy(Ticket.self))))
    #expect(
      graph.textTree() == """
        Ticket  transient  CarModule.swift:1
        └─ Order  transient  CarModule.swift:2
           └─ Lazy<Ticket> ⇢ Ticket  … see above
        """)
  }

  @Test func `shows bindings of several levels in any order, whatever module they name`() {
    var graph = Graph(
      module("PluginModule", level: 1, bind(Car.self, .transient, .of(Radio.self))), module("CarModule", bind(Radio.self)))
    graph.bindings[1].module = 99
    #expect(
      graph.textTree() == """
        Car  transient  PluginModule.swift:1
        └─ Radio  transient  CarModule.swift:1
        """)
  }

  @Test func `shows what was asked for at run time`() {
    var graph = Graph(module("CarModule", bind(Car.self).opaque, bind(Radio.self)))
    graph.observed = [Graph.ObservedEdge(from: 0, to: 1)]
    #expect(
      graph.textTree() == """
        Car  transient  CarModule.swift:1  opaque
        └─ resolved at run time ⇢ Radio  transient  CarModule.swift:2
        """)
  }

  @Test func `goes on below where it grows too deep, in linear size`() {
    func chain(_ length: Int) -> String {
      Graph(
        modules: [
          SketchModule(
            name: "CarModule",
            binds: (0..<length).map {
              bind(Car.self, .transient, .optional(Radio.self), .of(Car.self, named: "\($0 + 1)")).named("\($0)")
            })
        ]
      ).textTree()
    }
    let lines = chain(100).split(separator: "\n")
    #expect(lines.count == 100 * 2 + 1 + 3)
    #expect(lines.contains { $0.hasSuffix("Car named \"32\"  … see below") })
    #expect(lines.contains("Car named \"32\"  transient  CarModule.swift:33"))
    #expect(chain(10_000).utf8.count < 11 * chain(1_000).utf8.count)
  }

  @Test func `stays on its lines`() {
    let graph = Graph(module("CarModule", bind(Car.self).named("a\nb")))
    #expect(graph.textTree() == "Car named \"a\\nb\"  transient  CarModule.swift:1")
    #expect(Graph(bindings: []).textTree() == "")
  }
}
