// SPDX-License-Identifier: Apache-2.0

/// Who answers whom in a spec, and what is wrong with it: written from the design and the guides, as slowly as need be, and not from the
/// framework's own wiring and checks.
struct SpecGraph {
  typealias Declaration = GraphSpec.Declaration

  /// What answers a need.
  enum Answer: Sendable, Equatable {
    /// The declaration of this number.
    case one(Int)
    case parts([Int])
    /// Nobody, and the need is optional.
    case absent
    case missing
  }

  let all: [Declaration]
  /// The container that is looked at sees its own declarations and those of the levels below.
  let level: Int
  /// How long what each declaration makes lives: a decorator's as long as what it wraps.
  private(set) var lives: [GraphSpec.Life] = []
  /// What each declaration leads to.
  private(set) var edges: [[Edge]] = []

  /// A way from one declaration to another one.
  struct Edge {
    let to: Int
    /// Whether that is asked for after the first one was made.
    let isLater: Bool
    /// Whether the first one keeps the other one.
    let isKept: Bool
  }

  init(_ spec: GraphSpec, level: Int) {
    all = spec.declarations.filter { $0.level <= level }
    self.level = level
    lives = all.map { life(of: $0) }
    edges = all.map { edges(of: $0) }
  }

  /// Whether a declaration replaces: it says so, or stands in a layer in which everything does but helpers, parts and decorators.
  static func replaces(_ declaration: Declaration) -> Bool {
    declaration.isOverride || declaration.layer > 0 && declaration.role == .bind && !declaration.isPrivate
  }

  /// What is bound for a key at just this level, without its decorators.
  private func bound(_ key: GraphSpec.Key, at level: Int) -> Int? {
    let candidates = all.filter { $0.level == level && $0.key == key && !$0.isPrivate && ($0.role == .bind || $0.role == .input) }
    let last = candidates.filter(SpecGraph.replaces).map(\.layer).max()
    // Of several in one layer the first one stays; that is an error anyway.
    return candidates.first { last == nil ? true : SpecGraph.replaces($0) && $0.layer == last }?.id
  }

  /// What answers a key to everybody who sees a level: the outermost decorator of what is bound.
  func answer(_ key: GraphSpec.Key, at level: Int) -> Int? {
    if level < 0 { return nil }
    let base = bound(key, at: level) ?? answer(key, at: level - 1)
    let decorators = all.filter { $0.level == level && $0.key == key && $0.role == .decorator }
    return base == nil ? nil : decorators.last?.id ?? base
  }

  /// What answers a key for a declaration, whose module may have something private; `nil` asks for the program.
  private func answer(_ key: GraphSpec.Key, for requester: Declaration?) -> Int? {
    let own = requester.flatMap { requester in
      all.first {
        $0.isPrivate && $0.key == key && $0.level == requester.level && $0.layer == requester.layer
          && $0.module == requester.module
      }
    }
    return own?.id ?? answer(key, at: requester?.level ?? level)
  }

  /// What a decorator wraps: the decorator before it, or what is bound.
  func inner(of decorator: Declaration) -> Int? {
    let before = all.last {
      $0.level == decorator.level && $0.key == decorator.key && $0.role == .decorator && $0.id < decorator.id
    }
    let base = bound(decorator.key, at: decorator.level) ?? answer(decorator.key, at: decorator.level - 1)
    return base == nil ? nil : before?.id ?? base
  }

  private func life(of declaration: Declaration) -> GraphSpec.Life {
    guard declaration.role == .decorator else { return declaration.life }
    return inner(of: declaration).map { life(of: all[$0]) } ?? .transient
  }

  private func edges(of declaration: Declaration) -> [Edge] {
    guard isActive(declaration) else { return [] }
    let inner =
      declaration.role == .decorator ? inner(of: declaration).map { [Edge(to: $0, isLater: false, isKept: true)] } ?? [] : []
    return inner
      + declaration.needs.flatMap { need -> [Edge] in
        let isLater = need.layers.contains(where: \.isDeferred)
        let isKept = !need.layers.contains { $0 == .provider || $0 == .closure }
        switch answer(need, of: declaration) {
        case .one(let other): return [Edge(to: other, isLater: isLater, isKept: isKept)]
        case .parts(let parts): return parts.map { Edge(to: $0, isLater: isLater, isKept: isKept) }
        case .absent, .missing: return []
        }
      }
  }

  /// The parts of a collection that a level sees, in the order of their declaration; one that replaces another takes its place.
  func parts(of key: GraphSpec.Key, at level: Int) -> [Int] {
    let seen = all.filter { $0.level <= level && $0.key == key && SpecGraph.isPart($0) }
    var parts = seen.filter { !$0.isOverride }
    for override in seen where override.isOverride {
      if let place = parts.firstIndex(where: { SpecGraph.mapKey($0) != nil && SpecGraph.mapKey($0) == SpecGraph.mapKey(override) }
      ) {
        parts[place] = override
      } else {
        parts.append(override)
      }
    }
    return parts.map(\.id)
  }

  static func isPart(_ declaration: Declaration) -> Bool { if case .part = declaration.role { true } else { false } }

  static func mapKey(_ declaration: Declaration) -> String? {
    if case .part(let key) = declaration.role { key } else { nil }
  }

  /// What answers a need of a declaration, or of the program.
  func answer(_ need: GraphSpec.Need, of requester: Declaration?) -> Answer {
    // Of a closure it is known what it returns when something is bound as that.
    if need.layers.contains(.closure), !all.contains(where: { $0.key.type == need.key.type }) { return .missing }
    if let place = need.layers.firstIndex(where: \.isCollection) {
      let parts = parts(of: need.key, at: requester?.level ?? level)
      let fitting = need.layers[place] == .dictionary ? parts.filter { SpecGraph.mapKey(all[$0]) != nil } : parts
      if fitting.isEmpty, need.layers[..<place].contains(.optional) { return .absent }
      return .parts(fitting)
    }
    if let found = answer(need.key, for: requester) { return .one(found) }
    return need.layers.contains(.optional) ? .absent : .missing
  }

  /// Whether a declaration takes part: nothing replaces it, and if it is a decorator, there is something to wrap.
  func isActive(_ declaration: Declaration) -> Bool {
    switch declaration.role {
    case .decorator: return inner(of: declaration) != nil
    case .part: return parts(of: declaration.key, at: level).contains(declaration.id) || replacesNothing(declaration)
    case .input: return true
    case .bind:
      if declaration.isPrivate { return true }
      let later = all.filter {
        $0.level == declaration.level && $0.key == declaration.key && $0.role == .bind && !$0.isPrivate && SpecGraph.replaces($0)
      }
      // What was bound first of several is what is replaced; the others are errors.
      let isFirst = all.first { SpecGraph.isTwin($0, declaration) }?.id == declaration.id
      return !(isFirst && later.contains { SpecGraph.replaces(declaration) ? $0.layer > declaration.layer : true })
    }
  }

  /// Whether two declarations are binds of one key that neither replace nor can be told apart.
  static func isTwin(_ one: Declaration, _ other: Declaration) -> Bool {
    one.role == .bind && other.role == .bind && one.key == other.key && one.level == other.level
      && replaces(one) == replaces(other) && (!replaces(one) || one.layer == other.layer) && one.isPrivate == other.isPrivate
      && (!one.isPrivate || one.layer == other.layer && one.module == other.module)
  }
}
