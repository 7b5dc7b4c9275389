// SPDX-License-Identifier: Apache-2.0

/// How the model answers requests.
extension SpecModel {
  /// Where something is asked: in an open scope, or in the container of a level.
  enum Home: Sendable {
    case scope(OpenScope)
    case container(Int)

    init(_ scope: Scope?, _ level: Int) { self = scope.map { .scope(OpenScope(scope: $0)) } ?? .container(level) }
  }

  /// The scope of what is asked for later, which does not keep it: a value that holds itself would keep all that was made with it.
  struct OpenScope: Sendable { weak let scope: Scope? }

  /// A need of somebody, of which some layers are taken away already.
  fileprivate struct Asked: Sendable {
    /// `nil` for the program.
    let requester: Declaration?
    let number: Int
    let layers: ArraySlice<GraphSpec.Layer>
    let answer: SpecGraph.Answer

    /// The same, one layer further in; for one part of a collection, with that part only.
    func inner(_ part: Int? = nil) -> Asked {
      Asked(requester: requester, number: number, layers: layers.dropFirst(), answer: part.map { .one($0) } ?? answer)
    }

    var subject: Request.Subject {
      if layers.isEmpty, case .one(let declaration) = answer { return .declaration(declaration) }
      return .derived(requester: requester?.id ?? -1, need: number, layers: layers.count)
    }
  }

  func ask(_ place: SpecPlace, _ need: GraphSpec.Need) throws -> SpecPart {
    let (level, scope) = located(place)
    let answer = graphs[level].answer(need, of: nil)
    if answer == .missing || answer == .parts([]) { throw SpecFailure("missing-binding") }
    let asked = Asked(requester: nil, number: 0, layers: need.layers[...], answer: answer)
    return try request(asked, at: Home(scope, level), level)
  }

  /// Makes a request: of the program, or of something that is asked for later.
  fileprivate func request(_ asked: Asked, at home: Home, _ level: Int) throws -> SpecPart {
    let scope: Scope?
    switch home {
    case .container(let level):
      if containers[level].isClosed { throw SpecFailure("closed") }
      scope = nil
    case .scope(let open):
      guard let open = open.scope, !open.isClosed else { throw SpecFailure("closed") }
      scope = open
    }
    if case .declaration(let id) = asked.subject, let ready = singleton(id) { return .node(ready) }
    let request = Request(subject: asked.subject, scope: scope.map { ObjectIdentifier($0) })
    if requests.contains(request) { throw SpecFailure("dependency-cycle") }
    if requests.isEmpty { graph = Graph() }
    requests.append(request)
    defer {
      requests.removeLast()
      if requests.isEmpty { graph = nil }
    }
    return try value(asked, in: scope, level)
  }

  private func singleton(_ id: Int) -> (any SpecNode)? { containers[spec.declarations[id].level].values[id] }

  /// - Parameter level: The container whose asking it is.
  private func value(_ asked: Asked, in scope: Scope?, _ level: Int) throws -> SpecPart {
    guard let layer = asked.layers.first else {
      guard case .one(let id) = asked.answer else { throw SpecFailure("no answer") }
      return .node(try object(id, in: scope))
    }
    switch layer {
    case .optional:
      if asked.answer == .absent { return .absent }
      return try value(asked.inner(), in: scope, level)
    case .provider, .closure:
      let home = Home(scope, level)
      return .later { [weak self] in try self.asking(asked.inner(), at: home, level) }
    case .lazy:
      let home = Home(scope, level)
      let once = Once()
      return .later { [weak self] in try once.value { try self.asking(asked.inner(), at: home, level) } }
    case .array, .dictionary:
      guard case .parts(let parts) = asked.answer else { throw SpecFailure("no parts") }
      let values = try parts.map { part in
        (SpecGraph.mapKey(spec.declarations[part]) ?? "", try value(asked.inner(part), in: scope, level))
      }
      return layer == .array
        ? .several(values.map(\.1)) : .keyed(values.map { (key: $0.0, part: $0.1) }.sorted { $0.key < $1.key })
    }
  }

  /// What is asked for on first use and kept.
  // SAFETY: one thread carries out a spec.
  private final class Once: @unchecked Sendable {
    private var kept: SpecPart?
    private var isAsking = false

    func value(_ ask: () throws -> SpecPart) throws -> SpecPart {
      if let kept { return kept }
      if isAsking { throw SpecFailure("dependency-cycle") }
      isAsking = true
      defer { isAsking = false }
      let value = try ask()
      kept = value
      return value
    }
  }

  /// The object of a declaration, shared as its life says.
  private func object(_ id: Int, in scope: Scope?) throws -> any SpecNode {
    let declaration = spec.declarations[id]
    let container = containers[declaration.level]
    switch graphs[declaration.level].lives[id] {
    case .transient: return try make(declaration, in: scope)
    case .graph: return try graphObject(declaration, in: scope)
    case .singleton:
      return try shared(declaration, by: container) { try outside { try make(declaration, in: nil) } }
    case .weak:
      if let node = container.weak[id]?.node { return node }
      return try building(id, in: container) {
        let node = try outside { try make(declaration, in: nil) }
        container.weak[id] = Container.Weak(node: node)
        return node
      }
    case .scoped(let kind):
      let scope = try scope?.find(kind) ?? currentScope(kind, for: declaration)
      return try shared(declaration, by: scope) { try make(declaration, in: scope) }
    }
  }

  /// The scope of a kind that is open around the running code.
  private func currentScope(_ kind: GraphSpec.Kind, for declaration: Declaration) throws -> Scope {
    // A scope of a container knows what its own container and those around it bind.
    guard let current, current.level >= declaration.level, let scope = current.find(kind) else {
      throw SpecFailure("scope-not-open")
    }
    if current.isClosed { throw SpecFailure("closed") }
    return scope
  }

  private func graphObject(_ declaration: Declaration, in scope: Scope?) throws -> any SpecNode {
    guard let graph else { throw SpecFailure("no request") }
    let id = Graph.ID(
      declaration: declaration.id, scope: scope.map { ObjectIdentifier($0) }, around: current.map { ObjectIdentifier($0) })
    if let node = graph.values[id] { return node }
    guard graph.building.insert(id).inserted else { throw SpecFailure("dependency-cycle") }
    defer { graph.building.remove(id) }
    let node = try make(declaration, in: scope)
    graph.values[id] = node
    return node
  }

  private func shared(_ declaration: Declaration, by owner: Owner, _ make: () throws -> any SpecNode) throws -> any SpecNode {
    if let node = owner.values[declaration.id] { return node }
    return try building(declaration.id, in: owner) {
      let node = try make()
      owner.values[declaration.id] = node
      if declaration.closes { owner.closing.append((declaration, node)) }
      return node
    }
  }

  private func building(_ id: Int, in owner: Owner, _ body: () throws -> any SpecNode) throws -> any SpecNode {
    guard owner.building.insert(id).inserted else { throw SpecFailure("dependency-cycle") }
    defer { owner.building.remove(id) }
    return try body()
  }

  /// What outlives every scope is made as if none were open.
  private func outside(_ body: () throws -> any SpecNode) throws -> any SpecNode {
    let scope = current
    current = nil
    defer { current = scope }
    return try body()
  }

  private func make(_ declaration: Declaration, in scope: Scope?) throws -> any SpecNode {
    let graph = graphs[declaration.level]
    var parts: [SpecPart] = []
    if let inner = graph.inner(of: declaration), declaration.role == .decorator {
      parts.append(.node(try object(inner, in: scope)))
    }
    for (number, need) in declaration.needs.enumerated() {
      let asked = Asked(
        requester: declaration, number: number, layers: need.layers[...], answer: graph.answer(need, of: declaration))
      parts.append(try value(asked, in: scope, declaration.level))
    }
    return Made(try world.make(declaration, parts), in: world)
  }
}

extension SpecModel? {
  /// What is asked for later does not keep the model, which holds what it made.
  fileprivate func asking(_ asked: SpecModel.Asked, at home: SpecModel.Home, _ level: Int) throws -> SpecPart {
    guard let model = self else { throw SpecFailure("closed") }
    return try model.request(asked, at: home, level)
  }
}
