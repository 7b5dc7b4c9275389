// SPDX-License-Identifier: Apache-2.0

extension Wiring {
  /// The three steps from declarations to the answers of keys: all bindings, then the overrides, then the decorators.
  struct Assembly {
    private var overrides: [Int] = []
    private var decorators: [Int] = []
    /// The places of the first part with each map key in the collection of each key; private parts by module.
    private var partPlaces: [PartName: Int] = [:]
    /// The bindings that share a key without an `override`, by the first of them.
    private var groups: [Int: [Int]] = [:]

    mutating func declare(into wiring: inout Wiring) {
      let bindings = wiring.graph.bindings
      for index in bindings.indices {
        if bindings[index].role == .decorator {
          decorators.append(index)
        } else if bindings[index].isOverride {
          overrides.append(index)
        } else if bindings[index].contribution != nil {
          add(part: index, to: &wiring)
        } else if let earlier = wiring.answer(like: index) {
          groups[earlier, default: [earlier]].append(index)
        } else {
          wiring.answer(with: index)
        }
      }
    }

    mutating func override(in wiring: inout Wiring) {
      let bindings = wiring.graph.bindings
      // The bindings of a child container come after all of its parent, whatever their layers.
      func order(_ index: Int) -> (Int, Int, Int) { (bindings[index].level, bindings[index].layer, index) }
      for index in overrides.inOrder({ order($0) < order($1) }) {
        let binding = bindings[index]
        if binding.contribution != nil {
          replacePart(with: index, in: &wiring)
          continue
        }
        // A private override takes the place of its module's private binding, or of the public one for its module alone.
        let module = binding.isPrivate ? binding.module : nil
        guard let earlier = wiring.binding(for: binding.key, in: module, level: binding.level) else {
          wiring.answer(with: index)
          wiring.uselessOverrides.append(index)
          continue
        }
        let old = bindings[earlier]
        let isSameKind = old.level == binding.level && old.isPrivate == binding.isPrivate
        if isSameKind, old.isOverride, old.layer == binding.layer {
          groups[earlier, default: [earlier]].append(index)
        } else {
          wiring.answer(with: index)
          wiring.replaces[index] = earlier
          if isSameKind { wiring.replacedBy[earlier] = index }
        }
      }
      wiring.uselessOverrides = wiring.uselessOverrides.inOrder(<)
      wiring.duplicates = Array(groups.keys).inOrder(<).compactMap { groups[$0] }
    }

    func decorate(in wiring: inout Wiring) {
      for index in decorators {
        let (key, level) = (wiring.graph.bindings[index].key, wiring.graph.bindings[index].level)
        if let inner = wiring.binding(for: key, level: level) {
          wiring.inner[index] = inner
          wiring.wrapped[index] = wiring.base(of: inner)
          wiring.table[level][key] = index
        } else {
          wiring.uselessDecorators.append(index)
        }
      }
    }

    // A private override takes the place of its module's private part, or of the public one for its module alone.
    private mutating func replacePart(with index: Int, in wiring: inout Wiring) {
      let binding = wiring.graph.bindings[index]
      let name = PartName(of: binding)
      if let name, let place = partPlaces[name], let old = wiring.parts[name.key]?[place] {
        let rival = wiring.graph.bindings[old]
        // Of two overrides of one layer nothing says which is meant: both are parts, and so a finding. In a child, one of them may be what an override takes along.
        if rival.isOverride, binding.level == 0, rival.layer == binding.layer { return add(part: index, to: &wiring) }
        if wiring.graph.bindings[old].level == binding.level { wiring.replacedBy[old] = index }
        wiring.replaces[index] = old
        wiring.parts[name.key]?[place] = index
      } else if let name, name.module != nil, let place = partPlaces[name.public], let old = wiring.parts[name.key]?[place] {
        let earlier = wiring.ownParts[binding.module]?[name.key]?[place]
        if let earlier { wiring.replacedBy[earlier] = index }
        wiring.replaces[index] = earlier ?? old
        wiring.ownParts[binding.module, default: [:]][name.key, default: [:]][place] = index
      } else {
        add(part: index, to: &wiring)
        wiring.uselessOverrides.append(index)
      }
    }

    private mutating func add(part index: Int, to wiring: inout Wiring) {
      let key = wiring.graph.bindings[index].key
      let place = wiring.parts[key]?.count ?? 0
      if let name = PartName(of: wiring.graph.bindings[index]), partPlaces[name] == nil { partPlaces[name] = place }
      wiring.parts[key, default: []].append(index)
    }
  }

  /// The answer to a binding's key so far: of its module if it is private, else of its container.
  private func answer(like index: Int) -> Int? {
    let (key, module) = (graph.bindings[index].key, graph.bindings[index].module)
    return graph.bindings[index].isPrivate ? privates[module]?[key] : table[graph.bindings[index].level][key]
  }

  /// Makes a binding the answer to its key, in place of any earlier answer.
  private mutating func answer(with index: Int) {
    let binding = graph.bindings[index]
    if binding.isPrivate {
      privates[binding.module, default: [:]][binding.key] = index
    } else {
      table[binding.level][binding.key] = index
    }
  }
}

/// The name of a part in the collections that have it.
private struct PartName: Hashable {
  let key: Graph.Key
  let mapKey: String
  /// The module whose collections alone have the part.
  private(set) var module: Int?

  /// - Returns: `nil` for a part without a map key.
  init?(of part: Graph.Binding) {
    guard let mapKey = part.contribution?.mapKey else { return nil }
    key = part.key
    self.mapKey = mapKey
    module = part.isPrivate ? part.module : nil
  }

  /// The same name in the collections of all modules.
  var `public`: Self {
    var name = self
    name.module = nil
    return name
  }
}
