// SPDX-License-Identifier: Apache-2.0

/// Makes the slots of a plan and points their needs to each other.
struct PlanCompiler {
  private let draft: Draft
  private let entries: [Collector.Entry]
  private let outline: Outline
  private let steps: BindingSteps
  private var maker: SlotMaker
  private let first: Int
  /// The bindings that cannot be built from scratch without awaiting.
  private let awaits: [Bool]
  private(set) var slots: [Slot?]
  private(set) var derived: [Slot] = []
  /// The needs of all slots, in one block.
  let room: NeedList
  private(set) var layouts: [ObjectIdentifier: ScopeLayout]
  /// The layouts of the kinds whose scopes may be open already.
  private let settled: [ObjectIdentifier: ScopeLayout]

  init(_ draft: Draft, _ steps: BindingSteps, over parent: Plan?, owner: Owner) {
    self.draft = draft
    entries = draft.maker.entries
    outline = draft.wiring.outline
    self.steps = steps
    maker = SlotMaker(owner, followedBy: draft.follower ?? entries.lazy.compactMap { $0.follower }.first)
    slots = parent?.slots ?? []
    first = slots.count
    room = NeedList(count: outline.needCount(from: first))
    layouts = parent?.shapes.layouts ?? [:]
    settled = draft.isExtension ? layouts : [:]
    awaits = draft.wiring.awaits()
    for kind in draft.maker.kinds where layouts[ObjectIdentifier(kind)] == nil {
      layouts[ObjectIdentifier(kind)] = ScopeLayout(kind)
    }
    slots.reserveCapacity(entries.count)
    for index in first..<entries.count { slots.append(draft.wiring.isActive(index) ? slot(of: index) : nil) }
    connectSlots()
  }

  private mutating func slot(of index: Int) -> Slot {
    let item = entries[index].item
    let base = draft.wiring.base(of: index)
    let scoped = entries[base].item
    maker.placed = nil
    if outline[base].marks.contains(.rareScope), case .scoped(let kind) = scoped.declaration.scope,
      settled[ObjectIdentifier(kind)] == nil
    {
      // A bind that is declared by a name alone may have any type.
      maker.placed = layouts[ObjectIdentifier(kind)]?.place(for: item.declaration.key.type.type ?? (any Sendable).self)
      if item.declaration.role == .input, let placed = maker.placed, let type = item.declaration.key.type.type {
        layouts[ObjectIdentifier(kind)]?.inputs.append((ObjectIdentifier(type), placed.place))
      }
    }
    let blueprint = SlotBlueprint(
      origin: SlotOrigin(steps, index), needCount: needCount(of: index),
      needs: room + (outline.places(of: index).lowerBound - outline.places(of: first).lowerBound),
      argumentTypes: arguments(of: base), depth: Int(draft.depths.all[index]), awaits: awaits[index])
    return item.slot(blueprint, sharing: scoped, maker)
  }

  /// The arguments that a request of a bind has to give. A bind of a class to one of its subclasses takes those of the subclass.
  private func arguments(of binding: Int) -> [TypeName] {
    var binding = binding
    // The checks refuse a cycle of such binds.
    while outline.found.contains(.arguments), outline.arguments(of: binding).isEmpty, let next = subclass(of: binding) {
      binding = draft.wiring.base(of: next)
    }
    return outline.arguments(of: binding)
  }

  /// The bind of the subclass to which a bind leads that takes nothing else.
  private func subclass(of binding: Int) -> Int? {
    let (item, places) = (entries[binding].item, outline.places(of: binding))
    guard places.count == 1, item.declaration.role == .factory, let type = item.declaration.needs.first?.type,
      TypeRelations.isClass(item.type), TypeRelations.isClass(type), TypeRelations.inherits(type, from: item.type)
    else { return nil }
    return draft.wiring.linked.plain(at: places.lowerBound)
  }

  /// Points every need of this container's slots to the slot that answers it.
  private mutating func connectSlots() {
    var targets: [Slot] = []
    for index in first..<slots.count {
      guard let slot = slots[index] else { continue }
      targets.removeAll(keepingCapacity: true)
      for (need, place) in outline.places(of: index).enumerated() where isTaken(place) {
        // Answered unchanged by a bind that does not depend on its requester.
        if let plain = draft.wiring.linked.plain(at: place), let target = slots[plain], target.argumentTypes.isEmpty {
          targets.append(target)
          continue
        }
        let linker = Linker(
          slots: slots, entries: entries, type: entries[index].item.declaration.needs[need].type, need: outline.need(at: place),
          link: draft.wiring.linked.link(at: place), maker: DerivedMaker(maker.owner, for: slot.step),
          requester: index, argumentTypes: slot.argumentTypes, defaults: draft.defaults[index])
        if let target = linker.slot {
          if !target.isBind { derived.append(target) }
          targets.append(target)
        }
      }
      slot.connect(targets)
    }
  }

  /// Whether the factory takes a need; else the need only makes an edge known.
  private func isTaken(_ place: Int) -> Bool {
    !outline.found.contains(.declaredNeeds) || outline.need(at: place).place != .declared
  }

  private func needCount(of binding: Int) -> Int {
    let places = outline.places(of: binding)
    return outline.found.contains(.declaredNeeds) ? places.count(where: isTaken) : places.count
  }
}
