// SPDX-License-Identifier: Apache-2.0
import DovetailChecks
import GraphSketches
import Testing

@Suite struct `The edges of a graph` {
  @Test func `are in order of binding and need, with what each one is`() {
    let graph = Graph(
      module(
        "CarModule", bind(Car.self, .transient, .lazy(Radio.self), .provider(Wheel.self), .of(Radio.self)), bind(Radio.self),
        bind(Wheel.self)))
    let edges = Edges(Wiring(graph))
    #expect(edges.all.map(\.to) == [1, 2, 1])
    #expect(edges.all.map(\.isDeferred) == [true, true, false])
    #expect(edges.all.map(\.keeps) == [true, false, true])
    #expect(edges.leaving(0) == 0..<3)
    #expect(edges.leaving(2) == 3..<3)
  }

  @Test func `leave out what takes no part and what cannot be`() {
    var graph = Graph(
      module(
        "CarModule", bind(Car.self, .transient, .of(Radio.self)), bind(Car.self, .transient, .of(Wheel.self)).overriding,
        bind(Radio.self), bind(Wheel.self)))
    graph.observed = [(9, 0), (1, 99), (-1, 0), (3, 2), (1, 2), (3, 0)].map { Graph.ObservedEdge(from: $0.0, to: $0.1) }
    #expect(Edges(Wiring(graph)).all.map { [$0.from, $0.to] } == [[1, 3], [1, 2], [3, 2]])
  }
}
