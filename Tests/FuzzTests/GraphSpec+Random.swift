// SPDX-License-Identifier: Apache-2.0
import TestSupport

extension GraphSpec {
  /// The graph of a seed. Most are right: who needs something at once stands after it, and what lives longer comes first.
  static func random(_ seed: Int) -> GraphSpec {
    var maker = SpecMaker(seed: seed)
    return maker.make()
  }
}

private struct SpecMaker {
  typealias Declaration = GraphSpec.Declaration

  private var random: SplitMix64
  private var spec: GraphSpec
  /// What may be bound, in the order in which it may be needed at once.
  private var keys: [GraphSpec.Key] = []
  private var lives: [GraphSpec.Key: GraphSpec.Life] = [:]

  init(seed: Int) {
    random = SplitMix64(seed: seed)
    spec = GraphSpec(seed: seed)
  }

  mutating func make() -> GraphSpec {
    spec.isDynamic = random.chance(20)
    makeKeys()
    if !spec.isDynamic {
      spec.declarations.append(Declaration(key: GraphSpec.Key(type: 0), role: .input, life: .scoped(.hall)))
    }
    for key in keys { declare(key) }
    if random.chance(40) { addChild() }
    spec.declarations = random.shuffled(spec.declarations)
    number()
    if random.chance(95) { repair() }
    if random.chance(12) { spoil() }
    spec.steps = steps(random.within(15...35))
    return spec
  }

  /// Numbers the declarations by level, layer and module, as they are read; within a module they stand in any order.
  private mutating func number() {
    spec.declarations.sort {
      ($0.level, $0.role == .input ? -1 : $0.layer, $0.module, $0.id) < (
        $1.level, $1.role == .input ? -1 : $1.layer, $1.module, $1.id
      )
    }
    for id in spec.declarations.indices { spec.declarations[id].id = id }
  }

  /// Takes away declarations and needs until nothing is wrong any more.
  private mutating func repair() {
    while true {
      let graphs = (0..<spec.levelCount).map { SpecGraph(spec, level: $0) }
      let misplaced = spec.declarations.filter { !graphs[$0.level].misplacement(of: $0).isEmpty }
      if !misplaced.isEmpty {
        for declaration in misplaced.reversed() { spec.declarations.remove(at: declaration.id) }
        number()
        continue
      }
      let mistaken = spec.declarations.filter { !graphs[$0.level].mistakes(of: $0).isEmpty }
      if mistaken.isEmpty { return }
      for declaration in mistaken.reversed() {
        if declaration.needs.isEmpty {
          // What a decorator wraps is a need as well.
          spec.declarations.remove(at: declaration.id)
        } else {
          spec.declarations[declaration.id].needs.remove(at: random.below(declaration.needs.count))
        }
      }
      number()
    }
  }

  private mutating func makeKeys() {
    var type = 0
    for place in 0..<random.within(4...11) {
      let hasTwin = place > 0 && random.chance(15)
      if !hasTwin { type += 1 }
      let key = GraphSpec.Key(type: type, name: hasTwin ? "x" : nil)
      guard keys.last != key else { continue }
      keys.append(key)
      lives[key] = life(isEarly: place < 5)
    }
    spec.typeCount = type + 1
  }

  private mutating func life(isEarly: Bool) -> GraphSpec.Life {
    if isEarly, spec.isDynamic { return random.pick(weighted: [35: .transient, 65: .singleton]) }
    return isEarly
      ? random.pick(weighted: [35: .transient, 40: .singleton, 25: .weak])
      : random.pick(weighted: [34: .transient, 12: .graph, 24: .scoped(.hall), 16: .scoped(.bench), 14: .scoped(.yard)])
  }

  /// Declares what answers a key, and what wraps, replaces and adds to it.
  private mutating func declare(_ key: GraphSpec.Key) {
    let life = lives[key] ?? .transient
    if random.chance(88) { add(key, life) }
    if random.chance(2) { add(key, life) }
    if random.chance(10) { add(key, life) { $0.isOverride = true } }
    if random.chance(10) { add(key, life) { $0.layer = 1 } }
    if random.chance(8) { add(key, life) { $0.isPrivate = true } }
    guard !spec.isDynamic else { return }
    if random.chance(15) {
      for _ in 0..<random.within(1...2) {
        add(key, .transient) { declaration in
          declaration.role = .decorator
          declaration.closes = false
        }
      }
    }
    if key.name == nil, random.chance(30) { addParts(of: key) }
  }

  private mutating func addParts(of key: GraphSpec.Key) {
    for number in 0..<random.within(1...3) {
      let isKeyed = random.chance(60)
      add(key, lives[key] ?? .transient) { $0.role = .part(key: isKeyed ? "k\(number)" : nil) }
    }
    if random.chance(15) {
      add(key, lives[key] ?? .transient) { declaration in
        declaration.role = .part(key: "k0")
        declaration.isOverride = true
      }
    }
  }

  private mutating func addChild() {
    for key in keys where random.chance(35) {
      let life = lives[key] ?? .transient
      let isOverride = random.chance(50)
      switch random.below(spec.isDynamic ? 1 : 3) {
      case 0:
        add(key, life) { declaration in
          declaration.level = 1
          declaration.isOverride = isOverride
        }
      case 1:
        add(key, .transient) { declaration in
          declaration.level = 1
          declaration.role = .decorator
          declaration.closes = false
        }
      default:
        if key.name == nil {
          add(key, life) { declaration in
            declaration.level = 1
            declaration.role = .part(key: "c")
          }
        }
      }
    }
  }

  private mutating func add(
    _ key: GraphSpec.Key, _ life: GraphSpec.Life, _ change: (inout Declaration) -> Void = { _ in }
  ) {
    var declaration = Declaration(key: key, life: life)
    declaration.module = random.below(2)
    switch life {
    case .singleton, .scoped:
      declaration.closes = random.chance(75)
      declaration.failsToClose = random.chance(15)
    case .transient, .graph, .weak: break
    }
    if random.chance(12) { declaration.failing = random.pick([[1], [1, 2], [2], [1, 3]]) }
    change(&declaration)
    let place = keys.firstIndex(of: key) ?? 0
    let count = random.pick(weighted: [25: 0, 30: 1, 25: 2, 12: 3, 8: 4])
    for _ in 0..<(declaration.role == .decorator ? min(count, 2) : count) {
      var need = need(before: place)
      // A decorator has no way to say which one it means.
      if declaration.role == .decorator { need.key.name = nil }
      if !spec.isDynamic || !declaration.needs.contains(where: { $0.key == need.key && $0.layers == need.layers }) {
        declaration.needs.append(named(need, as: declaration.needs))
      }
    }
    spec.declarations.append(declaration)
  }

  /// Of one type a bind can need one name only.
  private func named(_ need: GraphSpec.Need, as others: [GraphSpec.Need]) -> GraphSpec.Need {
    guard !spec.isDynamic else { return need }
    var need = need
    if let other = others.first(where: { $0.key.type == need.key.type }) { need.key.name = other.key.name }
    if need.key.name != nil { need.layers.removeAll(where: \.isCollection) }
    if others.contains(where: { $0.key.type == need.key.type && $0.layers.contains(where: \.isCollection) }) {
      need.key.name = nil
    }
    return need
  }

  private mutating func need(before place: Int) -> GraphSpec.Need {
    var need = GraphSpec.Need(key: GraphSpec.Key(type: 0), layers: layers())
    let isLater = need.layers.contains(where: \.isDeferred)
    let isFree = isLater ? random.chance(50) : random.chance(1)
    // A part of one's own collection would be needed by itself.
    let reachable = isFree ? keys[...] : keys[..<place]
    if !spec.isDynamic, random.chance(reachable.isEmpty ? 10 : 4) {
      need.key.type = 0
    } else {
      need.key = random.pick(Array(reachable.isEmpty ? keys[...] : reachable))
      // The first of all keys needs nothing but later.
      if reachable.isEmpty, !isLater { need.layers = [.provider] }
    }
    if need.key.name != nil { need.layers.removeAll(where: \.isCollection) }
    if need.layers.first?.isDeferred == true { need.call = random.pick(weighted: [65: .never, 25: .once, 10: .trying]) }
    return need
  }

  private mutating func layers() -> [GraphSpec.Layer] {
    if spec.isDynamic { return random.chance(30) ? [.provider] : [] }
    return random.pick(weighted: [
      50: [], 8: [.optional], 12: [.provider], 6: [.lazy], 6: [.closure], 7: [.array], 4: [.dictionary],
      2: [.optional, .provider],
      1: [.provider, .optional], 2: [.provider, .array], 1: [.array, .provider], 1: [.lazy, .array], 1: [.closure, .array],
      1: [.optional, .array], 1: [.dictionary, .lazy], 1: [.provider, .lazy], 1: [.lazy, .optional], 1: [.array, .optional],
    ])
  }
}

extension SpecMaker {
  /// Makes one mistake, or a change that is none.
  private mutating func spoil() {
    let own = spec.declarations.filter { $0.role != .input }
    guard !own.isEmpty else { return }
    let one = random.pick(own)
    switch random.below(6) {
    case 0: spec.declarations.remove(at: one.id)
    case 1: spec.declarations.append(one)
    case 2 where one.role != .decorator && !one.isPrivate: spec.declarations[one.id].isOverride.toggle()
    case 3: spec.declarations[one.id].life = random.pick([.singleton, .graph, .scoped(.yard), .scoped(.hall)])
    case 4 where one.role == .bind && !one.isOverride: spec.declarations[one.id].isPrivate.toggle()
    default:
      let key = random.pick(own).key
      if !one.needs.contains(where: { $0.key.type == key.type }), one.role != .decorator || key.name == nil, one.needs.count < 2 {
        spec.declarations[one.id].needs.append(GraphSpec.Need(key: key))
      }
    }
    number()
  }

  private mutating func steps(_ count: Int, depth: Int = 0) -> [GraphSpec.Step] { (0..<count).map { _ in step(depth) } }

  private mutating func step(_ depth: Int) -> GraphSpec.Step {
    let kind = random.pick(weighted: [50: GraphSpec.Kind.hall, 22: .bench, 28: .yard])
    switch random.below(depth == 0 ? 1000 : 880) {
    case ..<480:
      var need = GraphSpec.Need(key: askedKey())
      if random.chance(25) { need.layers = layers() }
      if need.key.name != nil { need.layers.removeAll(where: \.isCollection) }
      return .ask(place(), need, holds: random.chance(50))
    case ..<620: return .call(random.below(1000), part: random.below(1000))
    case ..<690: return .drop(random.below(1000))
    case ..<840: return .open(kind, place())
    case ..<876: return .close(.open(random.below(5)))
    case ..<880: return .close(.container(random.below(2)))
    default: return .within(kind, place(), steps(random.within(2...6), depth: depth + 1))
    }
  }

  private mutating func askedKey() -> GraphSpec.Key {
    if random.chance(4), !spec.isDynamic { return GraphSpec.Key(type: 0) }
    return random.pick(random.chance(96) && !spec.declarations.isEmpty ? spec.declarations.map(\.key) : keys)
  }

  private mutating func place() -> GraphSpec.Place {
    random.pick(weighted: [
      12: .container(0), 33: .container(1), 40: .open(random.below(2)), 10: .open(random.below(10)), 5: .scope(random.below(100)),
    ])
  }
}
