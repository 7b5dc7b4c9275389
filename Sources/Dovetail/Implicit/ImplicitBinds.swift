// SPDX-License-Identifier: Apache-2.0

extension Collector {
  /// Adds the binds that types carry themselves, for everything that is needed, replaced or decorated and that nobody bound.
  ///
  /// - Parameter roots: What is asked for besides the needs of the binds; for each the keys that would answer it, outermost layer first.
  mutating func addImplicit(roots: [[Graph.Key]]) {
    var bound = KeyTable(for: entries.count)
    var wanted = roots + arguments.map { [$0.key] }
    for index in entries.indices {
      let declaration = entries[index].item.declaration
      guard declaration.contribution == nil else { continue }
      if entries[index].isOverride || declaration.role == .decorator {
        // What is replaced or wrapped may be a bind that its type carries.
        wanted.append([declaration.key])
      } else {
        bound[declaration.key] = index
      }
    }
    var module: Int?
    var next = 0
    while true {
      while let keys = wanted.popLast() {
        guard let item = ImplicitBind.item(for: keys, bound: bound) else { continue }
        bound[item.declaration.key] = entries.count
        let place = module ?? addModule(Graph.Module(name: TypeName(text: "types that carry their bind")))
        module = place
        append(item, module: place, layer: 0)
      }
      guard next < entries.count else { return }
      for request in entries[next].item.declaration.needs {
        if request.isPlain, bound[Graph.Key(type: TypeName(request.type))] != nil { continue }
        if request.need.source == .bound { wanted.append(ImplicitBind.layers(of: request.need)) }
      }
      next += 1
    }
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

  /// The item of the first type that carries a bind; `nil` when something is bound already.
  static func item(for keys: [Graph.Key], bound: KeyTable) -> (any BoundItem)? {
    for key in keys {
      if bound[key] != nil { return nil }
      if key.name == nil, let type = key.type.type as? any Injectable.Type {
        let item = type.binding.item
        return item.declaration.key == key ? item : nil
      }
    }
    return nil
  }
}
