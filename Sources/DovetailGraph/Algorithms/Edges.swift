// SPDX-License-Identifier: Apache-2.0

/// Who needs whom, as one flat list: the form in which every walk over a graph is linear and touches no dictionary.
///
/// Only bindings that take part have edges; see ``Wiring/isActive(_:)``.
package struct Edges: Sendable {
  /// One binding's need, or one request seen at run time, that another binding answers.
  package struct Edge: Sendable {
    /// The index of the binding that needs.
    package var from: Int
    /// The index of the binding that answers.
    package var to: Int
    /// The index of the need in ``Graph/Binding/needs``; `nil` for a request that was only observed.
    package var need: Int?
    /// Whether the answer is asked for after the factory returned.
    package var isDeferred: Bool
    /// Whether the one that needs keeps the answer: everything but a provider, a factory or a closure does.
    package var keeps: Bool
  }

  /// Shape: `[edge]`, by binding, then by need, then in the order of a collection; observed ones last.
  package private(set) var all: [Edge] = []
  /// The edges of a binding are those at `starts[binding]..<starts[binding + 1]` of ``all``.
  private var starts: [Int] = [0]

  /// Lists the edges of a graph.
  ///
  /// - Complexity: O(bindings + needs).
  package init(_ wiring: Wiring) {
    let count = wiring.graph.bindings.count
    all.reserveCapacity(count * 2)
    starts.reserveCapacity(count + 1)
    var observed = wiring.graph.observed.sorted { ($0.from, $0.to) < ($1.from, $1.to) }[...]
    for binding in 0..<count {
      if wiring.isActive(binding) {
        for need in wiring.linked[binding].indices where wiring.isReal(need, of: binding) {
          append(need, of: binding, in: wiring)
        }
      }
      while let edge = observed.first, edge.from <= binding {
        observed.removeFirst()
        guard edge.from == binding, (0..<count).contains(edge.to), wiring.isActive(binding) else { continue }
        all.append(Edge(from: binding, to: edge.to, need: nil, isDeferred: true, keeps: false))
      }
      starts.append(all.count)
    }
  }

  /// The places in ``all`` of the edges that leave a binding.
  package func leaving(_ binding: Int) -> Range<Int> { starts[binding]..<starts[binding + 1] }

  /// How many bindings there are.
  package var bindingCount: Int { starts.count - 1 }

  private mutating func append(_ need: Int, of binding: Int, in wiring: Wiring) {
    let link = wiring.linked[binding][need]
    var edge = Edge(from: binding, to: 0, need: need, isDeferred: false, keeps: true)
    if link.depth > 0 {
      for wrapper in wiring.graph.bindings[binding].needs[need].wrappers.prefix(link.depth) where wrapper.form.isDeferred {
        edge.isDeferred = true
        if wrapper.form != .lazy { edge.keeps = false }
      }
    }
    switch link.target {
    case .binding(let target):
      edge.to = target
      all.append(edge)
    case .parts(let targets):
      for target in targets {
        edge.to = target
        all.append(edge)
      }
    case .absent, .missing, .argument, .resolver: break
    }
  }
}

extension Wiring {
  /// Whether a need is one: not a declaration that fits nothing, which `unknown-need` reports.
  func isReal(_ need: Int, of binding: Int) -> Bool {
    graph.bindings[binding].needs[need].problem == nil || graph.bindings[binding].needs[need].place != .declared
  }
}
