// SPDX-License-Identifier: Apache-2.0

/// Does what the design and the guides say that containers and scopes do, by looking everything up again each time.
///
/// What it makes holds what it was given as real objects do, so that what is held weakly lives as long here as there.
// SAFETY: one thread carries out a spec.
final class SpecModel: @unchecked Sendable {
  typealias Declaration = GraphSpec.Declaration

  final class Made: SpecNode {
    let label: String
    let parts: [SpecPart]
    private let life: SpecWorld.Life

    init(_ made: (label: String, parts: [SpecPart]), in world: SpecWorld) {
      (label, parts) = made
      life = world.life()
    }
  }

  /// What belongs to a container or to a scope.
  // SAFETY: one thread carries out a spec; so for what derives from it.
  class Owner: @unchecked Sendable {
    var isEnded = false
    var values: [Int: any SpecNode] = [:]
    var building: Set<Int> = []
    /// What was made and has something to do on closing, oldest first.
    var closing: [(declaration: Declaration, node: any SpecNode)] = []
  }

  final class Container: Owner, @unchecked Sendable {
    struct Weak { weak var node: (any SpecNode)? }
    let parent: Container?
    var weak: [Int: Weak] = [:]
    struct Inside { weak var owner: Owner? }
    /// The child containers and the scopes that were opened inside, oldest first.
    var inside: [Inside] = []

    init(_ parent: Container?) {
      self.parent = parent
      super.init()
      parent?.inside.append(Inside(owner: self))
    }

    var isClosed: Bool { isEnded || parent?.isClosed ?? false }
  }

  final class Scope: Owner, @unchecked Sendable {
    let kind: GraphSpec.Kind
    let level: Int
    let container: Container
    let outer: Scope?
    /// What was opened inside, oldest first.
    var inside: [Scope] = []

    init(_ kind: GraphSpec.Kind, _ level: Int, _ container: Container, in outer: Scope?) {
      self.kind = kind
      self.level = level
      self.container = container
      self.outer = outer
    }

    var isClosed: Bool { isOver || container.isClosed }
    private var isOver: Bool { isEnded || outer?.isOver ?? false }

    func find(_ kind: GraphSpec.Kind) -> Scope? { self.kind == kind ? self : outer?.find(kind) }
  }

  /// One request that runs: what is asked for, and in which scope.
  struct Request: Equatable {
    enum Subject: Equatable {
      case declaration(Int)
      /// What is derived from several, or from one that may be missing, for one need; `-1` is the program.
      case derived(requester: Int, need: Int, layers: Int)
    }
    let subject: Subject
    let scope: ObjectIdentifier?
  }

  /// What `.graph` shares.
  final class Graph {
    struct ID: Hashable {
      let declaration: Int
      let scope: ObjectIdentifier?
      /// The scope that the code runs in.
      let around: ObjectIdentifier?
    }
    var values: [ID: any SpecNode] = [:]
    var building: Set<ID> = []
  }

  let spec: GraphSpec
  let world: SpecWorld
  /// What each level sees.
  let graphs: [SpecGraph]
  let containers: [Container]
  private(set) var scopes: [Scope] = []
  /// The innermost scope that a closure runs in.
  var current: Scope?
  var requests: [Request] = []
  var graph: Graph?

  init(_ spec: GraphSpec, in world: SpecWorld) {
    self.spec = spec
    self.world = world
    graphs = (0..<spec.levelCount).map { SpecGraph(spec, level: $0) }
    let root = Container(nil)
    containers = spec.levelCount == 1 ? [root] : [root, Container(root)]
  }
}

extension SpecModel: SpecSubject {
  var scopeCount: Int { scopes.count }

  func open(_ kind: GraphSpec.Kind, _ place: SpecPlace, _ input: String) throws { _ = try opened(kind, place, input) }

  func within(_ kind: GraphSpec.Kind, _ place: SpecPlace, _ input: String, _ body: () -> Void) throws {
    let scope = try opened(kind, place, input)
    let outer = current
    current = scope
    body()
    current = outer
    try close(scope)
  }

  func close(_ place: SpecPlace) throws {
    switch place {
    case .container(let level):
      guard !containers[level].isEnded else { return }
      try end(open(in: containers[level]) + [containers[level]])
    case .scope(let number): try close(scopes[number])
    }
  }

  private func opened(_ kind: GraphSpec.Kind, _ place: SpecPlace, _ input: String) throws -> Scope {
    let (level, around) = located(place)
    if around?.isClosed ?? containers[level].isClosed { throw SpecFailure("closed") }
    let outer = kind.parent.flatMap { around?.find($0) }
    if kind.parent != nil, outer == nil { throw SpecFailure("scope-not-open") }
    let scope = Scope(kind, level, containers[level], in: outer)
    if kind == .hall, let declaration = spec.declarations.first(where: { $0.role == .input }) {
      scope.values[declaration.id] = Made((input, []), in: world)
    }
    if let outer { outer.inside.append(scope) } else { containers[level].inside.append(Container.Inside(owner: scope)) }
    scopes.append(scope)
    return scope
  }

  func located(_ place: SpecPlace) -> (level: Int, scope: Scope?) {
    switch place {
    case .container(let level): (level, nil)
    case .scope(let number): (scopes[number].level, scopes[number])
    }
  }

  private func close(_ scope: Scope) throws {
    guard !scope.isEnded else { return }
    try end(open(in: scope) + [scope])
  }

  /// The scopes that are open inside one, in the order in which they close: the newest first, each after what is open inside it.
  private func open(in scope: Scope) -> [Scope] {
    scope.inside.reversed().filter { !$0.isEnded }.flatMap { open(in: $0) + [$0] }
  }

  private func open(in container: Container) -> [Owner] {
    container.inside.reversed().compactMap(\.owner).filter { !$0.isEnded }.flatMap { owner -> [Owner] in
      if let scope = owner as? Scope { return open(in: scope) + [scope] }
      return (owner as? Container).map { open(in: $0) + [$0] } ?? []
    }
  }

  /// Closes one after the other; what one of them fails to close keeps nothing else from being closed.
  private func end(_ owners: [Owner]) throws {
    for owner in owners { owner.isEnded = true }
    var failures: [String] = []
    for owner in owners {
      for (declaration, node) in owner.closing.reversed() {
        do { try world.close(declaration, node) } catch { failures.append(node.label) }
      }
    }
    for owner in owners {
      owner.closing = []
      // A container holds what it made until it goes itself.
      guard let scope = owner as? Scope else { continue }
      scope.values = [:]
      scope.inside = []
    }
    if !failures.isEmpty { throw SpecFailure("close-failed \(failures.joined(separator: " "))") }
  }
}
