// SPDX-License-Identifier: Apache-2.0

/// Makes the slots of a plan: each after those that it needs, which form no circle. What is asked later is connected at the end.
final class PlanCompiler {
  private let draft: Draft
  private let entries: [Collector.Entry]
  private let graph: Graph
  /// Whether some binding has run-time arguments.
  private let takesArguments: Bool
  private let steps: BindingSteps
  private let owner: ContainerContext
  private let tracker: (any ResolutionTracker.Type)?
  private let first: Int
  /// The bindings that cannot be built from scratch without awaiting.
  private let awaits: [Bool]
  private(set) var slots: [Slot?]
  private(set) var targets: [Target] = []
  private var connections: [(target: Target, slot: () -> Slot?)] = []
  private(set) var layouts: [ObjectIdentifier: ScopeLayout]
  /// The indices of the cells in open scopes, by binding.
  private var cellIndices: [Int: CellIndex] = [:]

  init(_ draft: Draft, _ steps: BindingSteps, over parent: Plan?, owner: ContainerContext) {
    self.draft = draft
    entries = draft.entries
    graph = draft.wiring.graph
    takesArguments = graph.bindings.contains { !$0.arguments.isEmpty }
    self.steps = steps
    self.owner = owner
    tracker = draft.tracker ?? entries.lazy.compactMap { $0.tracker }.first
    slots = parent?.slots ?? []
    first = slots.count
    awaits = draft.wiring.awaits()
    layouts = parent?.shapes.mapValues(\.value) ?? [:]
    addCells(settled: draft.isExtension ? Set(layouts.keys) : [])
    slots += Array(repeating: nil, count: entries.count - first)
    // A need has a smaller depth than who needs it.
    let depths = draft.depths.all
    for index in sortedPlaces(entries.count - first, by: { depths[first + $0] < depths[first + $1] }) {
      if draft.wiring.isActive(first + index) { slots[first + index] = slot(of: first + index) }
    }
    // To connect one may make others.
    while let (target, slot) = connections.popLast() {
      target.connect(slot())
      targets.append(target)
    }
  }

  /// Gives every value of a scope a cell there, unless scopes of its kind may be open already.
  private func addCells(settled: Set<ObjectIdentifier>) {
    for kind in draft.kinds where layouts[ObjectIdentifier(kind)] == nil {
      layouts[ObjectIdentifier(kind)] = ScopeLayout(kind)
    }
    for index in first..<entries.count where draft.wiring.isActive(index) {
      let (item, base) = (entries[index].item, draft.wiring.base(of: index))
      guard case .scoped(let kind) = entries[base].item.declaration.scope, !settled.contains(ObjectIdentifier(kind)) else {
        continue
      }
      cellIndices[index] = layouts[ObjectIdentifier(kind)]?.addCell(for: item.type, isInput: item.declaration.role == .input)
    }
  }

  private func slot(of index: Int) -> Slot {
    let item = entries[index].item
    let base = draft.wiring.base(of: index)
    let taker = takesArguments ? draft.wiring.taker(ofArgumentsFor: base) : base
    let maker = SlotMaker(owner: owner, cellIndex: cellIndices[index], scoped: base, tracker: tracker)
    let arguments = graph.bindings[taker].arguments
    var configuration = SlotConfiguration(
      origin: SlotOrigin(steps, index), needs: needs(of: index, arguments), argumentTypes: arguments, awaits: awaits[index])
    configuration.passesArguments = index != base || taker != base
    return item.slot(configuration, sharing: entries[base].item, maker)
  }

  /// The slots that answer the needs of a bind: those that the factory takes, in their order, then those that its synchronous code resolves by itself, as far as
  /// they have to be awaited first.
  private func needs(of index: Int, _ arguments: [TypeName]) -> [Slot] {
    let needs = graph.bindings[index].needs
    func made(_ isDeclared: Bool) -> [Slot] {
      needs.indices.compactMap { (needs[$0].place == .declared) == isDeclared ? slot(for: $0, of: index, arguments) : nil }
    }
    let taken = made(false)
    guard awaits[index], !graph.bindings[index].awaitsDeclared else { return taken }
    return taken + made(true).filter(\.awaits)
  }

  private func slot(for place: Int, of index: Int, _ arguments: [TypeName]) -> Slot? {
    let link = draft.wiring.links[index][place]
    // Answered unchanged by a bind that does not depend on its requester.
    if let answer = link.plain, let target = slots[answer], target.argumentTypes.isEmpty { return target }
    let (step, need) = (steps.value(index), graph.bindings[index].needs[place])
    return Linker(
      slot: { [unowned self] in slots[$0] }, connect: { [unowned self] in connections.append(($0, $1)) }, entries: entries,
      type: entries[index].item.declaration.needs[place].type, need: need, link: link,
      maker: DerivedMaker(owner: owner, requester: step), requester: index,
      argumentTypes: arguments, defaults: draft.defaults[index]
    ).made
  }
}
