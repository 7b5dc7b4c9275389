// SPDX-License-Identifier: Apache-2.0

/// Makes the slots of a plan and points their needs to each other.
struct PlanCompiler {
  private let draft: Draft
  private let linked: LinkedGraph
  private let owner: Owner
  private let first: Int
  private let depths: [Int]
  /// Which bindings cannot be built from scratch without awaiting something.
  private let awaits: [Bool]
  private let tracks: Bool
  private(set) var slots: [Slot?]
  private(set) var derived: [Slot]
  /// Where the needs of the slots are.
  let room: NeedRoom
  private(set) var layouts: [ObjectIdentifier: ScopeLayout]
  let mapKeys: [Int: String]

  init(_ draft: Draft, _ linked: LinkedGraph, over parent: Plan?, owner: Owner) {
    self.draft = draft
    self.linked = linked
    self.owner = owner
    slots = parent?.slots ?? []
    derived = parent?.derived ?? []
    first = slots.count
    room = NeedRoom(for: draft.wiring.linked.count(from: first))
    layouts = parent?.shapes.layouts ?? [:]
    tracks = draft.isExtension || !owner.extensions.isEmpty || draft.entries.contains { $0.hasExtras && $0.item.usesRelatives }
    depths = Depths.of(draft.edges)
    awaits = draft.wiring.awaits()
    var mapKeys: [Int: String] = [:]
    for index in draft.entries.indices where !draft.entries[index].isPlain {
      if let key = draft.entries[index].item.declaration.contribution?.mapKey { mapKeys[index] = key }
    }
    self.mapKeys = mapKeys
    for kind in draft.kinds where layouts[ObjectIdentifier(kind)] == nil {
      layouts[ObjectIdentifier(kind)] = ScopeLayout(kind)
    }
  }

  /// Makes a slot for every binding of this container that takes part.
  mutating func makeSlots() {
    slots.reserveCapacity(draft.entries.count)
    for index in first..<draft.entries.count {
      slots.append(draft.wiring.isActive(index) ? slot(of: index) : nil)
    }
  }

  private mutating func slot(of index: Int) -> Slot {
    let item = draft.entries[index].item
    let base = draft.wiring.base(of: index)
    let scoped = draft.entries[base].item
    var place: ScopePlace?
    if !draft.isExtension, case .scoped = draft.wiring.graph.bindings[base].scope,
      case .scoped(let kind) = scoped.declaration.scope
    {
      // What is declared by a name alone may be anything.
      place = layouts[ObjectIdentifier(kind)]?.place(
        for: item.declaration.key.type.type ?? (any Sendable).self, closing: scoped.declaration.closes)
      if item.declaration.role == .input, let place, let type = item.declaration.key.type.type {
        layouts[ObjectIdentifier(kind)]?.take(place, forInput: ObjectIdentifier(type))
      }
    }
    let needCount = draft.wiring.linked[index].indices.count { isTaken($0, by: index) }
    let blueprint = SlotBlueprint(
      origin: SlotOrigin(linked, index), needCount: needCount, needs: room.take(needCount),
      argumentTypes: draft.wiring.graph.bindings[base].arguments,
      depth: depths[index], awaits: awaits[index])
    return item.slot(blueprint, sharing: scoped, SlotMaker(owner: owner, place: place, tracks: tracks))
  }

  /// Points every need of this container's slots to the slot that answers it.
  mutating func connectSlots() {
    let linker = Linker(slots: slots, keys: mapKeys)
    var targets: [Slot] = []
    for index in first..<slots.count {
      guard let slot = slots[index] else { continue }
      targets.removeAll(keepingCapacity: true)
      for place in draft.wiring.linked[index].indices where isTaken(place, by: index) {
        if let target = plainTarget(of: draft.wiring.linked[index][place]) {
          targets.append(target)
          continue
        }
        let need = draft.wiring.graph.bindings[index].needs[place]
        let request = Linker.Request(
          type: draft.entries[index].item.declaration.needs[place].type, need: need, link: draft.wiring.linked[index][place],
          maker: DerivedMaker(owner: owner, asker: slot.step), asker: index, argumentTypes: slot.argumentTypes,
          defaults: draft.defaults[index])
        if let target = linker.slot(for: request) {
          if !isBound(target, by: request.link) { derived.append(target) }
          targets.append(target)
        }
      }
      slot.connect(targets)
    }
  }

  /// Whether the factory takes a need; else it only makes an edge known.
  private func isTaken(_ need: Int, by binding: Int) -> Bool {
    !draft.wiring.traits.contains(.declaredNeeds) || draft.wiring.graph.bindings[binding].needs[need].place != .declared
  }

  /// The slot of a need that is answered by a bind as it is, which does not want to know who asks.
  private func plainTarget(of link: Wiring.Link) -> Slot? {
    guard case .binding(let answer) = link.target, link.depth == 0, let slot = slots[answer], slot.argumentTypes.isEmpty else {
      return nil
    }
    return slot
  }

  private func isBound(_ slot: Slot, by link: Wiring.Link) -> Bool {
    guard case .binding(let index) = link.target else { return false }
    return slot === slots[index]
  }

  /// The plain types that can be asked for, each with its slot; this container's before its parent's.
  func plainRoots() -> [(ObjectIdentifier, Slot)] {
    draft.wiring.plainAnswers.compactMap { type, index in slots[index].map { (type, $0) } }
  }
}
