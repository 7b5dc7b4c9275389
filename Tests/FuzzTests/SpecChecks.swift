// SPDX-License-Identifier: Apache-2.0

/// What the checks have to find.
extension SpecGraph {
  /// The IDs of all errors of a container's own declarations.
  var errors: Set<String> {
    all.reduce(into: []) { $0.formUnion($1.level == level ? misplacement(of: $1) + mistakes(of: $1) : []) }
  }

  /// What is wrong about a declaration's being there.
  func misplacement(of declaration: Declaration) -> [String] {
    var errors: [String] = []
    if all.contains(where: { $0.id < declaration.id && SpecGraph.isTwin($0, declaration) }) { errors.append("duplicate-binding") }
    if replacesNothing(declaration) { errors.append("nothing-to-override") }
    if declaration.role == .decorator, inner(of: declaration) == nil { errors.append("nothing-to-decorate") }
    if isActive(declaration), doublesMapKey(declaration) { errors.append("duplicate-map-key") }
    return errors
  }

  /// What is wrong about what a declaration needs.
  func mistakes(of declaration: Declaration) -> [String] {
    guard isActive(declaration), !declaration.needs.isEmpty || declaration.role == .decorator else { return [] }
    return declaration.needs.flatMap { errors(of: $0, of: declaration) }
      + (isInLoop(declaration.id) ? ["dependency-cycle"] : []) + captives(of: declaration.id)
  }

  func replacesNothing(_ declaration: Declaration) -> Bool {
    guard SpecGraph.replaces(declaration) else { return false }
    if SpecGraph.isPart(declaration) {
      let key = SpecGraph.mapKey(declaration)
      return key == nil
        || !all.contains {
          $0.key == declaration.key && SpecGraph.mapKey($0) == key
            && (!$0.isOverride || ($0.layer, $0.id) < (declaration.layer, declaration.id))
        }
    }
    let others = all.filter { $0.key == declaration.key && !$0.isPrivate && ($0.role == .bind || $0.role == .input) }
    return !others.contains {
      $0.id != declaration.id
        && ($0.level < declaration.level || !SpecGraph.replaces($0) || ($0.layer, $0.id) < (declaration.layer, declaration.id))
    }
  }

  private func doublesMapKey(_ declaration: Declaration) -> Bool {
    guard let key = SpecGraph.mapKey(declaration), !replacesNothing(declaration) else { return false }
    // Two overrides of one part, of which none is meant more than the other.
    let isOverridden = all.contains { other in
      other.key == declaration.key && SpecGraph.mapKey(other) == key && other.isOverride && declaration.isOverride
        && other.level == declaration.level && other.layer == declaration.layer && other.id != declaration.id
        && !replacesNothing(other)
    }
    return isOverridden || parts(of: declaration.key, at: level).filter { SpecGraph.mapKey(all[$0]) == key }.count > 1
  }

  private func errors(of need: GraphSpec.Need, of requester: Declaration) -> Set<String> {
    switch answer(need, of: requester) {
    case .one, .absent: []
    case .parts(let parts): parts.isEmpty ? ["empty-collection"] : []
    case .missing: [all.contains { $0.isPrivate && $0.key == need.key } ? "private-binding" : "missing-binding"]
    }
  }

  /// Whether a declaration would have to be made before itself.
  private func isInLoop(_ id: Int) -> Bool {
    var met: Set<Int> = []
    var work = [id]
    while let next = work.popLast() {
      for edge in edges[next] where !edge.isLater {
        if edge.to == id { return true }
        if met.insert(edge.to).inserted { work.append(edge.to) }
      }
    }
    return false
  }

  /// What is wrong about what a declaration keeps, directly or through what lives as long as whoever took it.
  private func captives(of holder: Int) -> Set<String> {
    let life = lives[holder]
    guard life != .transient, life != .graph else { return [] }
    var (errors, met, work) = (Set<String>(), Set<Int>(), [holder])
    while let next = work.popLast() {
      for edge in edges[next] where edge.isKept && met.insert(edge.to).inserted {
        let held = lives[edge.to]
        if held == .transient { work.append(edge.to) }
        guard SpecGraph.isShorter(held, than: life) else { continue }
        if all[edge.to].role == .input, case .scoped = life {
          errors.insert("unfilled-input")
        } else {
          errors.insert("captive-dependency")
        }
      }
    }
    return errors
  }

  private static func isShorter(_ held: GraphSpec.Life, than holder: GraphSpec.Life) -> Bool {
    switch (holder, held) {
    case (.scoped(let outer), .scoped(let inner)): inner != outer && inner != outer.parent
    case (_, .graph): true
    case (.singleton, .scoped), (.weak, .scoped): true
    default: false
    }
  }
}
