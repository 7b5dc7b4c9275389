// SPDX-License-Identifier: Apache-2.0
internal import Dovetail

extension Container {
  /// The parts that the container itself contributes to `[Element]`, each after those that it needs, otherwise in declared order.
  ///
  /// As for a start, needs deferred through a `Provider` or a `Lazy` have no order, and the contributions of a parent container are left to that container.
  ///
  /// - Returns: An empty array when there are none.
  /// - Throws: As ``resolve(_:)-(Key<Value>)`` does.
  /// - Complexity: O(bindings + needs) and the building of missing values.
  package nonisolated(nonsending) func partsInOrder<Element: Sendable>(of element: Element.Type) async throws -> [Element] {
    let plan = wholePlan
    let link = plan.wiring.link(DeclaredNeed([Element].self).need, of: nil)
    guard link.depth == 1, case .parts(let parts) = link.target else { return [] }
    let first = parent?.plan.entries.count ?? 0
    let depths = Edges.Depths(over: Edges(plan.wiring)).all
    var values: [Element] = []
    for part in parts.filter({ $0 >= first }).sorted(by: { (depths[$0], $0) < (depths[$1], $1) }) {
      if let slot = plan.slots[part] { values.append(try await awaitedRequest(slot)) }
    }
    return values
  }
}
