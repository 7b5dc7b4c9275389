// SPDX-License-Identifier: Apache-2.0

extension Collector {
  /// Adds the binds that types carry themselves, for each key that is needed, replaced or decorated and has no bind.
  ///
  /// - Parameter roots: What is asked for besides the needs of the binds; for each the keys that would answer it, outermost layer first.
  mutating func addImplicit(roots: [[Graph.Key]]) {
    var all = AskedKeys()
    for index in entries.indices { all.note(entries[index], at: index) }
    all.ask(roots + arguments.map { [$0.key] })
    asked = all
    defer { asked = nil }
    var module: Int?
    while let keys = asked?.next() {
      guard let own = ImplicitBind.item(for: keys, bound: asked?.bound ?? KeyTable()) else { continue }
      let place = module ?? addModule(Graph.Module(name: TypeName(text: "types that carry their bind")))
      module = place
      append(own.content, module: place, layer: 0)
    }
  }

  /// Whether a type that may carry its bind is needed, replaced or decorated where nothing else answers. As nearly always not, it is
  /// the links that are asked, which are there anyway.
  func mayAddImplicit(to wiring: Wiring) -> Bool {
    wiring.unanswered.contains { ImplicitBind.mayAnswer(ImplicitBind.layers(of: $0)) }
      || arguments.contains { wiring.binding(for: $0.key) == nil && ImplicitBind.mayAnswer([$0.key]) }
  }
}

/// The keys that binds answer, and their needs.
struct AskedKeys {
  /// The requested keys.
  private enum Need {
    /// A plain need, as nearly all are.
    case type(any Any.Type)
    /// The keys that would answer, outermost layer first.
    case layers([Graph.Key])
  }

  /// The keys that are answered, each with the index of its bind.
  private(set) var bound = KeyTable()
  /// The requests before the needs of binds, the last one first.
  private var first: [[Graph.Key]] = []
  private var needs: [Need] = []
  private var place = 0

  /// Notes what a bind answers and asks for.
  mutating func note(_ entry: Collector.Entry, at index: Int) {
    let item = entry.item
    for request in item.declaration.needs.reversed() {
      if request.isPlain {
        needs.append(.type(request.type))
      } else if request.need.source == .bound {
        needs.append(.layers(ImplicitBind.layers(of: request.need)))
      }
    }
    guard entry.isPlain || item.declaration.contribution == nil else { return }
    if entry.isOverride || item.declaration.role == .decorator {
      // A replaced or wrapped bind may be one that its type carries.
      first.append([item.declaration.key])
    } else {
      bound[item.declaration.key] = index
    }
  }

  /// Notes what others ask for, for each the keys that would answer it, outermost layer first.
  mutating func ask(_ keys: [[Graph.Key]]) { first = keys + first }

  /// Something that is asked for and that nothing may answer; `nil` when there is no more.
  mutating func next() -> [Graph.Key]? {
    if let keys = first.popLast() { return keys }
    while place < needs.count {
      place += 1
      switch needs[place - 1] {
      case .layers(let keys): return keys
      case .type(let type):
        let key = Graph.Key(type: TypeName(type))
        if bound[key] == nil { return [key] }
      }
    }
    return nil
  }
}

/// Finds the bind that a type carries.
enum ImplicitBind {
  /// The keys that would answer a need, outermost layer first, as far as the container does not collect parts.
  static func layers(of need: Graph.Need) -> [Graph.Key] {
    var keys = [need.key]
    for wrapper in need.wrappers {
      if wrapper.form == .collection || wrapper.form == .dictionary { break }
      keys.append(wrapper.key)
    }
    return keys
  }

  /// Whether one of the types may carry a bind.
  static func mayAnswer(_ keys: [Graph.Key]) -> Bool {
    keys.contains { $0.name == nil && $0.type.type is any SelfBound.Type }
  }

  /// The bind of the first type that carries one; `nil` when something is bound already.
  static func item(for keys: [Graph.Key], bound: KeyTable) -> OwnBind? {
    for key in keys {
      if bound[key] != nil { return nil }
      if key.name == nil, let type = key.type.type as? any SelfBound.Type {
        let own = type.ownBind
        return own.content.declaration.key == key ? own : nil
      }
    }
    return nil
  }
}
