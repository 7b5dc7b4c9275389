// SPDX-License-Identifier: Apache-2.0

/// A checked graph, compiled: every bind is a slot, every need points to a slot. Never changes.
package final class Plan: Sendable {
  /// The depth of the container: 0 without a parent.
  let level: Int
  package var entries: [Collector.Entry] { draft.entries }
  private let draft: Draft
  private let steps: BindingSteps
  /// The slots in the order of the graph's bindings, a parent's own slots first; `nil` for an inactive binding.
  package let slots: [Slot?]
  /// What deferred needs ask, also those of derived slots.
  let targets: Lock<[Target]>
  /// The slots that requests of the program have made from others: of collections, providers and the like.
  let derived = Lock<[Question: FoundSlot]>([:])
  /// The plan of the parent, or the plan that is extended: it connects and ends what its own slots ask later.
  private let base: Plan?
  let table: SlotTable
  let shapes: [ObjectIdentifier: ScopeShape]

  init(_ draft: Draft, over parent: Plan?, owner: ContainerContext) {
    level = parent.map { $0.level + 1 } ?? 0
    self.draft = draft
    steps = BindingSteps { [family = owner.family] in draft.step(of: $0, family: family) }
    let compiler = PlanCompiler(draft, steps, over: parent, owner: owner)
    (slots, base) = (compiler.slots, parent)
    targets = Lock(compiler.targets)
    shapes = compiler.layouts.mapValues { ScopeShape($0) }
    table = SlotTable(draft, compiler.slots, isWhole: parent == nil)
  }

  deinit { for target in targets.withLock({ $0 }) { target.connect(nil) } }

  /// The graph, for callers that need more than the answer of a key.
  package var wiring: Wiring { draft.wiring }

  package func step(of binding: Int) -> ResolutionError.Step { steps.value(binding) }

  /// Reads the modules of a container over this plan.
  func collector(standIns: StandIns, removing removed: [any Module.Type] = []) -> Collector {
    Collector(entries, draft.modules, draft.kinds, level: level + 1, standIns: standIns, removing: removed)
  }

  /// The slot of a key that is bound as it is, with the index of the binding; `nil` when it is not.
  ///
  /// - Parameter asker: A binding that sees what is private to its module; `nil` for the program.
  func slot(_ key: Graph.Key, for asker: Int? = nil) -> (slot: Slot, binding: Int)? {
    if asker == nil, key.name == nil, let type = key.type.type {
      return table.slot(ObjectIdentifier(type)).flatMap { slot in slot.origin.binding.map { (slot, $0) } }
    }
    let module = asker.map { wiring.graph.bindings[$0].module }
    return wiring.binding(for: key, in: module).flatMap { binding in slots[binding].map { ($0, binding) } }
  }
}

extension SlotTable {
  /// The table of a plan.
  fileprivate convenience init(_ draft: Draft, _ slots: [Slot?], isWhole: Bool) {
    let plain = draft.wiring.plainAnswers.compactMap { type, index in slots[index].map { (type, $0) } }
    var (named, dynamic): ([ObjectIdentifier: NamedSlots], NamedSlots?) = ([:], nil)
    for (index, entry) in draft.entries.enumerated() {
      let key = entry.item.declaration.key
      guard let text = key.type.isDynamic ? key.type.description : key.name, slots[index] != nil,
        let answer = draft.wiring.binding(for: key), let slot = slots[answer]
      else { continue }
      if let type = key.type.type {
        named[ObjectIdentifier(type), default: NamedSlots()].add(slot, named: text)
      } else {
        dynamic = dynamic ?? NamedSlots()
        dynamic?.add(slot, named: text)
      }
    }
    self.init(plain, named: named, dynamic: dynamic, isWhole: isWhole)
  }
}

/// What is asked at run time, and what decides the answer besides.
struct Question: Hashable, Sendable {
  let key: Graph.Key
  /// The binding whose code asks, where its module has something private; `nil` for all other code.
  var asker: Int?
  /// Whether a collection without parts is an answer, too: the asking binding says so.
  var allowsEmpty = false
}
