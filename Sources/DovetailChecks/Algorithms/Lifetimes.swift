// SPDX-License-Identifier: Apache-2.0

/// The lifetimes of instances, and the instances that would keep another one beyond its lifetime.
///
/// A transient instance lives as long as its holder, so it passes on the instances that it holds itself. Singletons, weak ones and those of custom scopes live
/// at least as long as the container, or the framework does not decide it.
package struct Lifetimes {
  /// A holder that keeps, directly or through transients, an instance with a shorter lifetime.
  package struct Captive {
    /// The path from the holder to the captive; never empty.
    package var route: [Edges.Edge]
    var holder: Int { route.first?.from ?? 0 }
    var captive: Int { route.last?.to ?? 0 }
  }

  /// The actual scopes, by binding; empty when every binding lives as long as the container or as its holder.
  private var scopes: [Graph.Scope] = []
  /// The kind that is open around an open scope of a kind; `nil` when it opens in the container.
  private(set) var parents: [TypeName: TypeName] = [:]

  /// - Complexity: O(bindings + scope types).
  init(_ wiring: Wiring) {
    // The first one counts when a kind is listed twice.
    for kind in wiring.graph.scopeKinds.reversed() { parents[kind.type] = kind.parent }
    let bindings = wiring.graph.bindings
    guard bindings.indices.contains(where: { Lifetimes.ends(bindings[$0].scope) }) else { return }
    scopes = bindings.indices.map { wiring.scope(of: $0) }
  }

  /// The kinds that are open around an open scope of a kind, innermost first, that kind itself included.
  func kinds(around kind: TypeName) -> [TypeName] {
    var (kinds, known): ([TypeName], Set<TypeName>) = ([], [])
    var next: TypeName? = kind
    while let kind = next, known.insert(kind).inserted {
      kinds.append(kind)
      next = parents[kind]
    }
    return kinds
  }

  /// Whether a scope of one kind is opened inside one of the other, in either order, or they are the same.
  func areRelated(_ left: TypeName, _ right: TypeName) -> Bool {
    kinds(around: left).contains(right) || kinds(around: right).contains(left)
  }

  /// Whether each resolution makes the value anew, as far as an open scope is concerned.
  func isMadeAnew(_ binding: Int) -> Bool { scopes[binding].isUnshared }

  /// Whether instances end before the container: with the resolution, or with an open scope.
  private static func ends(_ scope: Graph.Scope) -> Bool { if case .scoped = scope { true } else { scope == .graph } }

  /// Whether a holder would outlive the instance that it keeps.
  private func isShorter(_ held: Graph.Scope, than holder: Graph.Scope) -> Bool {
    switch (held, holder) {
    case (_, .transient), (_, .graph): false
    case (.scoped(let held), .scoped(let holder)): !kinds(around: holder).contains(held)
    default: Lifetimes.ends(held)
    }
  }

  /// Every pair of a holder and an instance that it must not keep, by holder, nearest captive first; the routes are shortest ones.
  ///
  /// - Complexity: O(bindings + edges) for each scope that ends, in a graph without errors.
  func captives(over edges: Edges) -> [Captive] {
    guard !scopes.isEmpty else { return [] }
    let keepers = keepers(over: edges) { scopes[$0] == .transient }
    let holders = Set(keepers.flatMap { scope, keepers in keepers.filter { isShorter(scope, than: scopes[$0]) } })
    return Array(holders).inOrder(<).flatMap { holder -> [Captive] in
      var walk = Edges.Walk()
      walk.proceed(from: [holder], over: edges) { $0.keeps && ($0.from == holder || scopes[$0.from] == .transient) }
      let held = walk.met.filter { isShorter(scopes[$0], than: scopes[holder]) }
      return held.map { Captive(route: walk.route(to: $0, over: edges)) }
    }
  }

  /// The bindings whose values need, in an open scope of a kind, an instance of a scope that may not be open there: by binding, whether a walk has to look.
  ///
  /// The walk goes on where values are made anew, as long as the scope is open.
  func strangers(over edges: Edges) -> (Int, TypeName) -> Bool {
    let keepers = keepers(over: edges, through: isMadeAnew)
    return { binding, opened in
      let open = kinds(around: opened)
      return keepers.contains { scope, keepers in
        if case .scoped(let kind) = scope { !open.contains(kind) && keepers.contains(binding) } else { false }
      }
    }
  }

  /// The bindings that keep an instance of each scope that ends: those of the scope themselves, and all that keep one of them, also through values that are
  /// passed on.
  private func keepers(over edges: Edges, through isPassed: (Int) -> Bool) -> [Graph.Scope: Set<Int>] {
    let requesters = edges.requesters { $0.keeps }
    return Dictionary(grouping: scopes.indices.filter { Lifetimes.ends(scopes[$0]) }) { scopes[$0] }.mapValues { members in
      var (keepers, next) = (Set(members), members)
      while let binding = next.popLast() {
        for keeper in requesters[binding] where keepers.insert(keeper).inserted && isPassed(keeper) { next.append(keeper) }
      }
      return keepers
    }
  }
}
