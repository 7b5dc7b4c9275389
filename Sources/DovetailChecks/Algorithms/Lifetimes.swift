// SPDX-License-Identifier: Apache-2.0

/// The lifetimes of instances, and the instances that would keep another one beyond its lifetime.
///
/// A transient instance lives as long as its holder, so it passes on the instances that it holds itself.
package struct Lifetimes {
  /// The lifetime of an instance.
  enum Span: Equatable {
    /// As long as its holder.
    case passing
    /// Until the top-level resolution returns.
    case request
    /// As long as an open scope of a kind: an index into ``Lifetimes/kinds``.
    case scope(Int)
    /// At least as long as the container, or not decided by the framework: singletons, weak ones, custom scopes, existing values.
    case lasting
  }

  /// A holder that keeps, directly or through transients, an instance with a shorter lifetime.
  package struct Captive {
    /// The path from the holder to the captive; never empty.
    package var route: [Edges.Edge]
    var holder: Int { route.first?.from ?? 0 }
    var captive: Int { route.last?.to ?? 0 }
  }

  /// By binding; empty when every binding lives as long as the container or as its holder.
  private(set) var spans: [Span] = []
  /// The scope types, in the order in which bindings name them.
  private(set) var kinds: [TypeName] = []
  /// `ancestors[kind]`: the kinds that are open around an open scope of the kind, that kind itself included.
  private var ancestors: [Set<Int>] = []
  /// The kind that is open around an open scope of a kind; `nil` when it opens in the container.
  private(set) var parents: [TypeName: TypeName] = [:]

  /// - Complexity: O(bindings + scope types²).
  init(_ wiring: Wiring) {
    // The first one counts when a kind is listed twice.
    for kind in wiring.graph.scopeKinds.reversed() { parents[kind.type] = kind.parent }
    let bindings = wiring.graph.bindings
    let isEnding = bindings.indices.contains { ![.transient, .singleton, .weak].contains(bindings[$0].scope) }
    guard isEnding else { return }
    var index: [TypeName: Int] = [:]
    spans.reserveCapacity(bindings.count)
    for binding in bindings.indices { spans.append(span(of: binding, in: wiring, index: &index)) }
    ancestors = kinds.map { Set(kinds(around: $0).compactMap { index[$0] }) }
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

  /// Whether a holder would outlive the instance that it keeps.
  func isShorter(_ held: Span, than holder: Span) -> Bool {
    switch (holder, held) {
    case (.lasting, .request), (.lasting, .scope), (.scope, .request): true
    case (.scope(let holder), .scope(let held)): !ancestors[holder].contains(held)
    default: false
    }
  }

  /// Whether a scope of one kind is opened inside one of the other, in either order, or they are the same.
  func areRelated(_ left: Int, _ right: Int) -> Bool { ancestors[left].contains(right) || ancestors[right].contains(left) }

  private func isPassing(_ binding: Int) -> Bool { spans[binding] == .passing }

  /// Whether each resolution makes the value anew, as far as an open scope is concerned.
  func isMadeAnew(_ binding: Int) -> Bool { [.passing, .request].contains(spans[binding]) }

  private mutating func span(of binding: Int, in wiring: Wiring, index: inout [TypeName: Int]) -> Span {
    switch wiring.scope(of: binding) {
    case .transient: return .passing
    case .graph: return .request
    case .singleton, .weak, .custom: return .lasting
    case .scoped(let kind):
      if let known = index[kind] { return .scope(known) }
      index[kind] = kinds.count
      kinds.append(kind)
      return .scope(kinds.count - 1)
    }
  }

  /// Every pair of a holder and an instance that it must not keep, by holder, nearest captive first; the routes are shortest ones.
  ///
  /// - Complexity: O(bindings + edges) for a graph without errors and at most 63 scope types.
  func captives(over edges: Edges) -> [Captive] {
    guard !spans.isEmpty else { return [] }
    let reach = reach(over: edges) { isPassing($0) }
    var found: [Captive] = []
    var walk = Edges.Walk(over: edges)
    for holder in spans.indices where !isPassing(holder) && spans[holder] != .request {
      let allowed = allowed(for: spans[holder])
      let isSuspect = edges.leaving(holder).contains { edges.all[$0].keeps && reach[edges.all[$0].to] & ~allowed != 0 }
      guard isSuspect else { continue }
      walk.reset()
      walk.proceed(from: [holder], over: edges) { $0.keeps && ($0.from == holder || isPassing($0.from)) }
      for held in walk.met where isShorter(spans[held], than: spans[holder]) {
        found.append(Captive(route: walk.route(to: held, over: edges)))
      }
    }
    return found
  }

  /// The bindings whose values need, in an open scope of a kind, an instance of a scope that may not be open there: by binding, whether a walk has to look.
  ///
  /// The walk goes on where values are made anew, as long as the scope is open.
  func strangers(over edges: Edges) -> (Int, TypeName) -> Bool {
    let reach = reach(over: edges) { isMadeAnew($0) }
    return { binding, opened in
      guard kinds.count <= 63 else { return true }
      let open = kinds(around: opened).compactMap { kind in kinds.firstIndex(of: kind) }
      return reach[binding] & ~open.reduce(bit(of: .request)) { $0 | bit(of: .scope($1)) } != 0
    }
  }

  /// The lifetime of each binding, and those that it passes on, as a set of bits; kinds beyond the 63rd share bits, so that a suspicion has to be confirmed.
  private func reach(over edges: Edges, through isPassed: (Int) -> Bool) -> [UInt64] {
    let keepers = edges.requesters { $0.keeps && isPassed($0.from) }
    var reach = spans.map(bit)
    var work = spans.indices.filter { reach[$0] != 0 }
    // A binding enters the list again only when it gained a bit.
    while let binding = work.popLast() {
      for keeper in keepers[binding] where reach[keeper] | reach[binding] != reach[keeper] {
        reach[keeper] |= reach[binding]
        work.append(keeper)
      }
    }
    return reach
  }

  private func bit(of span: Span) -> UInt64 {
    switch span {
    case .passing, .lasting: 0
    case .request: 1
    case .scope(let kind): 2 << UInt64(kind % 63)
    }
  }

  private func allowed(for span: Span) -> UInt64 {
    guard case .scope(let kind) = span, kinds.count <= 63 else { return 0 }
    return ancestors[kind].reduce(0) { $0 | bit(of: .scope($1)) }
  }
}
