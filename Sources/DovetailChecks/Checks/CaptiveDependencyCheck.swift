// SPDX-License-Identifier: Apache-2.0

extension GraphCheck.Subject {
  /// An instance that would keep, directly or through transients, another one beyond its lifetime.
  ///
  /// A provider, a factory or a closure keeps nothing; a `Lazy` keeps the value after its first use. An opener resolves its value in a scope of its own, so that
  /// the value must not need an instance of a scope that is not open there.
  func captiveDependencyFindings() -> [Diagnostic] {
    captives.filter { isOwn($0.holder) && !isUnfilledInput($0) }.map(captiveFinding) + strangerFindings() + outsiderFindings()
  }

  /// The instances that an opener's values need in scopes which are not open there. Shared instances on the way are holders themselves.
  ///
  /// - Complexity: O(bindings + edges) for each scope that ends, in a graph without errors.
  private func strangerFindings() -> [Diagnostic] {
    let (lifetimes, edges) = (lifetimes, edges)
    var findings: [Diagnostic] = []
    lazy var mayNeed = lifetimes.strangers(over: edges)
    for edge in edges.all {
      guard let opened = opened(by: edge), isOwn(edge.from), mayNeed(edge.to, opened) else { continue }
      let open = lifetimes.kinds(around: opened)
      var walk = Edges.Walk()
      walk.proceed(from: [edge.to], over: edges) { $0.keeps && lifetimes.isMadeAnew($0.from) }
      for held in walk.met {
        guard case .scoped(let home) = scope(of: held), !open.contains(home) else { continue }
        let (kind, wanted) = (names.type(opened), names.type(home))
        let change =
          nesting(opened, inside: home).map { "open \($0)" } ?? "let \(quoted(edge.from)) open \(wanted) inside \(kind)"
        findings.append(
          finding(
            .captiveDependency,
            "\(quoted(edge.from)) opens \(kind), but \(described(held)) is needed inside, and no \(wanted) is open there",
            at: edge.from, path: steps([edge] + walk.route(to: held, over: edges), endingAt: held),
            help: change + (graph.bindings[held].role == .input ? "" : ", or bind \(quoted(held)) in \(kind)")))
      }
    }
    return findings
  }

  /// The declaration of a scope type that opens inside another one, in words; `nil` where the other one opens inside it.
  private func nesting(_ kind: TypeName, inside parent: TypeName) -> String? {
    if lifetimes.kinds(around: parent).contains(kind) { return nil }
    return "\(names.type(kind)) inside \(names.type(parent)), with typealias Parent = \(names.type(parent))"
  }

  /// The scope type in which the dependency behind an edge is resolved: the last that it opens.
  private func opened(by edge: Edges.Edge) -> TypeName? { allOpened(by: edge).last }

  /// The scope types that the dependency behind an edge opens, each inside the one before.
  private func allOpened(by edge: Edges.Edge) -> [TypeName] {
    edge.isDeferred ? layers(of: edge).compactMap { $0.form == .opener ? $0.arguments.first : nil } : []
  }

  /// The openers that an opener resolves where their own parent is not open.
  private func innerFindings(_ kinds: [TypeName], openedBy edge: Edges.Edge) -> [Diagnostic] {
    guard isOwn(edge.from) else { return [] }
    return zip(kinds, kinds.dropFirst()).compactMap { around, kind in
      guard let parent = lifetimes.parents[kind], !lifetimes.kinds(around: around).contains(parent) else { return nil }
      let (inner, outer, wanted) = (names.type(kind), names.type(around), names.type(parent))
      return finding(
        .captiveDependency, "\(quoted(edge.from)) opens \(inner) inside \(outer), and no \(wanted) is open there", along: edge,
        help: "open \(inner) inside \(wanted)" + (nesting(around, inside: parent).map { ", or \($0)" } ?? ""))
    }
  }

  /// The openers that find no scope to open their own inside: where the instances are made that take them, also through
  /// transients, or where another opener resolves these.
  ///
  /// - Complexity: O(bindings + edges) for each scope type with a parent, in a graph without errors.
  private func outsiderFindings() -> [Diagnostic] {
    guard !lifetimes.parents.isEmpty else { return [] }
    let openers = edges.all.filter { opened(by: $0) != nil }
    lazy var resolvers = Dictionary(grouping: openers, by: \.to)
    lazy var requesters = edges.requesters { $0.need != nil && opened(by: $0) == nil }
    var findings: [Diagnostic] = []
    var walks: [TypeName: Edges.Walk] = [:]
    for edge in openers {
      let kinds = allOpened(by: edge)
      findings += innerFindings(kinds, openedBy: edge)
      guard let kind = kinds.first, let parent = lifetimes.parents[kind] else { continue }
      let walk = walks[parent] ?? outsiders(of: parent, openers)
      walks[parent] = walk
      guard walk.reached(edge.from) else { continue }
      findings += outsiderFindings(edge, kind, inside: parent, requesters, resolvers)
    }
    return findings
  }

  /// A walk over all instances that are made where no scope of a kind is open.
  private func outsiders(of kind: TypeName, _ openers: [Edges.Edge]) -> Edges.Walk {
    let resolved = openers.filter { resolves($0, outside: kind) && scope(of: $0.to).isUnshared }
    var walk = Edges.Walk()
    walk.proceed(from: own.filter { isMade($0, outside: kind) } + resolved.map(\.to), over: edges) {
      $0.need != nil && scope(of: $0.to).isUnshared && opened(by: $0) == nil
    }
    return walk
  }

  /// Whether the scope of a binding says that its instances are made where no scope of a kind is open.
  private func isMade(_ binding: Int, outside kind: TypeName) -> Bool {
    switch scope(of: binding) {
    case .transient, .graph: false
    case .scoped(let open): isOwn(binding) && !lifetimes.kinds(around: open).contains(kind)
    case .singleton, .weak, .custom: isOwn(binding)
    }
  }

  /// Whether an opener resolves its value where no scope of a kind is open.
  private func resolves(_ opener: Edges.Edge, outside kind: TypeName) -> Bool {
    guard isOwn(opener.from), let opened = opened(by: opener) else { return false }
    return !lifetimes.kinds(around: opened).contains(kind)
  }

  /// The instances that take an opener where its parent's scope is not open, and the other openers that resolve these there.
  private func outsiderFindings(
    _ edge: Edges.Edge, _ kind: TypeName, inside parent: TypeName, _ requesters: [[Int]], _ resolvers: [Int: [Edges.Edge]]
  ) -> [Diagnostic] {
    let wanted = names.type(parent)
    let opening = "\(quoted(edge.from)) opens \(names.type(kind)) inside \(wanted)"
    var findings: [Diagnostic] = []
    var (makers, seen) = ([edge.from], Set([edge.from]))
    func add(_ first: [Edges.Edge], _ maker: Int, _ reason: String, help: String) {
      var walk = Edges.Walk()
      walk.proceed(from: [maker], over: edges) { seen.contains($0.to) && opened(by: $0) == nil }
      let route = first + walk.route(to: edge.from, over: edges) + [edge]
      let message = "\(opening), but \(reason)"
      findings.append(
        finding(.captiveDependency, message, at: route[0].from, path: steps(route, endingAt: edge.to), help: help))
    }
    while let maker = makers.popLast() {
      if isMade(maker, outside: parent) {
        add(
          [], maker, "\(described(maker)) is made where no \(wanted) is open",
          help: "make \(quoted(maker)) scoped(\(wanted)), or let what is scoped(\(wanted)) take the opener")
      }
      guard scope(of: maker).isUnshared else { continue }
      makers += requesters[maker].filter { seen.insert($0).inserted }
      for outer in resolvers[maker] ?? [] where resolves(outer, outside: parent) {
        guard let opened = opened(by: outer), case let place = names.type(opened) else { continue }
        add(
          [outer], maker, "\(quoted(outer.from)) opens \(place), and no \(wanted) is open there",
          help: nesting(opened, inside: parent).map { "open \($0)" }
            ?? "let \(quoted(outer.from)) open \(wanted) inside \(place), or let what is scoped(\(wanted)) take the opener")
      }
    }
    return findings
  }

  private func captiveFinding(_ captive: Lifetimes.Captive) -> Diagnostic {
    let (holder, held) = (captive.holder, captive.captive)
    var reason = "which lives shorter"
    if case .scoped(let one) = scope(of: holder), case .scoped(let other) = scope(of: held), !lifetimes.areRelated(one, other) {
      reason = "but these scopes can never be open together"
    }
    return finding(
      .captiveDependency, "\(described(holder)) would keep \(list(captive))\(described(held)), \(reason)", at: holder,
      path: steps(captive.route, endingAt: held), help: help(captive))
  }

  /// The list whose part the captive is, as words before the part; empty when it is needed by itself.
  private func list(_ captive: Lifetimes.Captive) -> String {
    guard let edge = captive.route.last, let need = need(of: edge), case let layers = layers(of: edge),
      let place = layers.firstIndex(where: { $0.form == .collection || $0.form == .dictionary })
    else { return "" }
    return "'\(names.type(place == 0 ? need.key.type : layers[place - 1].key.type))' with its part "
  }

  private func described(_ binding: Int) -> String { "\(quoted(binding)) (\(life(of: binding)))" }

  /// Who takes the provider is the first on the way that does not only pass on what it takes: such a binding would resolve it at once.
  private func help(_ captive: Lifetimes.Captive) -> String {
    let (holder, kind) = (quoted(captive.holder), names.scope(scope(of: captive.captive)))
    let first = "make \(holder) \(kind) too"
    // A time to live takes its clock by itself.
    if let edge = captive.route.first, isOfScope(edge), let need = need(of: edge),
      case .custom(let custom) = scope(of: captive.holder), !custom.qualified.hasPrefix("Dovetail.")
    {
      return "let the closure of .custom take Provider<\(names.type(need.key.type))> and call it in instance(_:), "
        + "or make \(holder) \(kind) instead"
    }
    let changeable = captive.route.filter { changeableNeed(of: $0) != nil }
    guard let edge = changeable.first(where: { !passesOn($0.from) }) ?? changeable.first, let need = need(of: edge) else {
      return first
    }
    let taker = edge.from == captive.holder ? "it" : quoted(edge.from)
    if let change = namedProvider(insteadOf: need) { return "\(first), or let \(taker) need \(change)" }
    // A Lazy does not help: it should be a provider of its value.
    let lazy = need.wrappers.first?.form == .lazy ? need.wrappers.first : nil
    let wanted = names.type(lazy?.key.type ?? need.key.type)
    let instead = lazy == nil ? "" : " instead of \(names.type(need.key.type))"
    return "\(first), or let \(taker) take \(provider(of: edge.to))<\(wanted)>\(instead)"
  }
}
