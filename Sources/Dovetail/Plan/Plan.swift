// SPDX-License-Identifier: Apache-2.0

/// A checked graph, compiled: every bind is a slot, every need points to a slot. Never changes.
struct Plan: Sendable {
  /// The depth of the container: 0 without a parent.
  let level: Int
  let entries: [Collector.Entry]
  let kinds: [any ScopeKind.Type]
  let wiring: Wiring
  /// The slots in the order of the graph's bindings, a parent's own slots first; `nil` for what takes no part.
  let slots: [Slot?]
  /// The slots of derived needs; held here because needs do not hold what they point to.
  let derived: [Slot]
  /// The plain types that can be asked for.
  let table: RootTable
  /// The keys of the parts of dictionaries, by binding.
  let mapKeys: [Int: String]
  /// What open scopes of each kind look like.
  let shapes: [ObjectIdentifier: ScopeShape]

  init(_ draft: Draft, over parent: Plan?, owner: Owner) {
    level = parent.map { $0.level + 1 } ?? 0
    entries = draft.entries
    kinds = draft.kinds
    wiring = draft.wiring
    var compiler = PlanCompiler(draft, over: parent, owner: owner)
    compiler.makeSlots()
    compiler.connectSlots()
    slots = compiler.slots
    derived = compiler.derived
    shapes = compiler.layouts.mapValues { ScopeShape($0) }
    mapKeys = compiler.mapKeys
    table = RootTable(compiler.plainRoots(), isWhole: parent == nil)
  }

  /// The slot that answers a key that is bound as it is; `nil` when it is not.
  func slot(_ key: Graph.Key) -> (slot: Slot, binding: Int)? {
    guard let binding = wiring.binding(for: key), let slot = slots[binding] else { return nil }
    return (slot, binding)
  }
}
