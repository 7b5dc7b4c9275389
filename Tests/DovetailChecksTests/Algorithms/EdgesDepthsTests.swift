// SPDX-License-Identifier: Apache-2.0
import DovetailChecks
import GraphSketches
import Testing

@Suite struct `Depths of bindings` {
  @Test func `are those of the longest chain, also where it leads on through what is known already`() {
    #expect(Edges.Depths(over: Edges([[1, 2], [2], [3], []])).all == [4, 3, 2, 1])
    #expect(Edges.Depths(over: Edges([[1], [2], [], [0]])).all == [3, 2, 1, 4])
    #expect(Edges.Depths(over: Edges([[], [0], [3, 1], []])).all == [1, 2, 3, 1])
  }

  @Test func `do not count what is asked for later`() {
    let requester = bind(Int.self, .transient, .provider(String.self))
    let graph = Graph(module("M", requester, bind(String.self, .transient, .of(Bool.self)), bind(Bool.self)))
    #expect(Edges.Depths(over: Edges(Wiring(graph))).all == [1, 2, 1])
  }
}
