// SPDX-License-Identifier: Apache-2.0
import DovetailChecks
import GraphSketches

/// One wrong graph for every kind of finding. The whole report on each is a golden text.
enum Scenarios {
  static let all: [(id: Diagnostic.ID, graph: Graph)] =
    needs + collisions + lifetimes + warnings

  private static let needs: [(id: Diagnostic.ID, graph: Graph)] = [
    (
      .missingBinding,
      Graph(
        module("CarModule", bind(Car.self, .singleton, .of(Dashboard.self)), bind(Dashboard.self, .transient, .of(Radio.self))),
        module("WorkshopModule", bind(Shelf.self, .transient, .provider(Radio.self))),
        module("TowerModule", bind(RadioTower.self), bind(Radio.self).named("spare")))
    ),
    (
      .privateBinding,
      Graph(
        module("CarModule", bind(Car.self, .transient, .of(Radio.self))),
        module("RadioModule", bind(Dashboard.self, .transient, .of(Radio.self)), bind(Radio.self).hidden))
    ),
    (
      .dependencyCycle,
      Graph(
        module(
          "CarModule", bind(Garage.self, .transient, .of(Car.self)), bind(Car.self, .singleton, .of(Dashboard.self)),
          bind(Dashboard.self, .transient, .optional(Radio.self)), bind(Radio.self, .transient, .of(Car.self))))
    ),
    (
      .emptyCollection,
      Graph(
        module("CarModule", bind(Car.self, .transient, .all((any Plugin).self)), bind((any Plugin).self)),
        module("ShelfModule", bind(Shelf.self, .transient, .all((any Plugin).self))))
    ),
    (
      .wrongArguments,
      Graph(
        module(
          "OfficeModule", bind(Invoice.self).taking(String.self, Int.self),
          bind(Printer.self, .transient, .factory(Invoice.self, Int.self)),
          bind(Logbook.self, .singleton).taking(String.self)))
    ),
    (
      .unknownNeed,
      Graph(
        module(
          "CarModule", bind(Wheel.self),
          bind(Car.self, .transient, .of(Wheel.self), .of(Radio.self).wrong("no parameter takes 'Radio', which 'needs' names"))))
    ),
  ]

  private static let collisions: [(id: Diagnostic.ID, graph: Graph)] = [
    (
      .duplicateBinding,
      Graph(
        module("CarModule", bind((any Engine).self, .singleton)),
        module("DieselModule", bind((any Engine).self), bind(Car.self, .transient, .of((any Engine).self))))
    ),
    (
      .duplicateMapKey,
      Graph(
        module("CarModule", bind((any Engine).self).contributing(as: "diesel")),
        module("DieselModule", bind((any Engine).self).contributing(as: "diesel")))
    ),
    (
      .nothingToOverride,
      Graph(
        module("CarModule", bind(Radio.self).named("spare")),
        module("TestModule", layer: 1, bind(Radio.self).overriding))
    ),
    (.nothingToDecorate, Graph(module("CarModule", bind(HybridEngine.self), decorate((any Engine).self)))),
    (
      .moduleCycle,
      {
        var graph = Graph(module("CarModule"), module("RadioModule"))
        graph.moduleCycles = [["CarModule", "RadioModule", "CarModule"].map { TypeName(text: $0) }]
        return graph
      }()
    ),
    (
      .failingModule,
      {
        var graph = Graph(module("CarModule"))
        graph.modules[0].failure = "the profile \"test\" has no variable 'frequency'"
        return graph
      }()
    ),
  ]

  private static let lifetimes: [(id: Diagnostic.ID, graph: Graph)] = [
    (
      .captiveDependency,
      Graph(
        module(
          "WorkshopModule", bind(Shelf.self, .singleton, .of(Printer.self)), bind(Printer.self, .transient, .lazy(Ticket.self)),
          bind(Ticket.self, .scoped(Workshop.self))),
        kinds: [Graph.ScopeKind(Workshop.self)])
    ),
    (
      .unfilledInput,
      Graph(
        module(
          "WorkshopModule", input(Order.self, of: Workshop.self), bind(Ticket.self, .transient, .of(Order.self)),
          bind(Printer.self, .scoped(Session.self), .of(Ticket.self))),
        roots: [Ticket.self, Printer.self],
        kinds: [Graph.ScopeKind(Workshop.self), Graph.ScopeKind(Session.self)])
    ),
    (
      .scopeCycle,
      Graph(
        module("WorkshopModule", bind(Ticket.self, .scoped(Bench.self))),
        kinds: [
          Graph.ScopeKind(Workshop.self, in: Bench.self), Graph.ScopeKind(Bench.self, in: Workshop.self),
          Graph.ScopeKind(Session.self, in: Bench.self),
        ])
    ),
    (
      .tooDeep,
      Graph(modules: [
        SketchModule(
          name: "RoadModule",
          binds: (1...101).map { number in
            number == 101
              ? bind(Car.self).named("101") : bind(Car.self, .transient, .of(Car.self, named: "\(number + 1)")).named("\(number)")
          })
      ])
    ),
    (
      .asyncNeed,
      Graph(
        module(
          "CarModule", bind(Car.self, .singleton, .of(Dashboard.self)), bind(Dashboard.self, .transient, .of(Radio.self)),
          bind(Garage.self, .transient, .provider(Radio.self)), bind(Radio.self).awaited))
    ),
    (
      .isolationMismatch,
      Graph(
        module(
          "CarModule", bind(Dashboard.self, .singleton, .of(Radio.self)), bind(Radio.self, .singleton).onMain,
          bind(Garage.self, .transient, .of(Radio.self).asProperty).awaited))
    ),
    (.unshareableValue, Graph(module("CarModule", bind(Wheel.self, .weak)))),
    (.uselessHook, Graph(module("CarModule", bind(Radio.self, .weak).closing))),
    (
      .voidBinding,
      Graph(module("CarModule", bind(Void.self), bind(Void.self).named("spare"), bind(Car.self, .transient, .of(Radio.self))))
    ),
  ]

  private static let warnings: [(id: Diagnostic.ID, graph: Graph)] = [
    (
      .unusedBinding,
      Graph(
        module(
          "CarModule", bind(Car.self, .transient, .provider(Wheel.self), .of(Radio.self).declared).opaque, bind(Wheel.self),
          bind(Radio.self), bind(Logbook.self)),
        roots: [Car.self])
    ),
    (
      .opaqueBinding,
      {
        var graph = Graph(module("CarModule", bind(Car.self).opaque, bind(Radio.self)))
        graph.observed = [Graph.ObservedEdge(from: 0, to: 1)]
        return graph
      }()
    ),
    (
      .shadowedBinding,
      Graph(
        module("CarModule", bind(Radio.self), bind(Wheel.self)),
        module(
          "PluginModule", level: 1, bind(Radio.self), bind(Wheel.self).hidden, bind((any Plugin).self).contributing(),
          bind([any Plugin].self), bind(Car.self, .transient, .all((any Plugin).self))))
    ),
  ]
}
