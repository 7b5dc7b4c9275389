// SPDX-License-Identifier: Apache-2.0

extension Wiring {
  /// The three steps in which declarations become what answers a key: all binds, then the overrides, then the decorators.
  struct Assembly {
    private var overrides: [Int] = []
    private var decorators: [Int] = []

    mutating func declare(into wiring: inout Wiring) {
      var repeated: [Graph.Key: [Int]] = [:]
      var order: [Graph.Key] = []
      let bindings = wiring.graph.bindings
      for index in bindings.indices {
        if bindings[index].role == .decorator {
          decorators.append(index)
        } else if bindings[index].isOverride {
          overrides.append(index)
        } else if bindings[index].contribution != nil {
          wiring.parts[bindings[index].key, default: []].append(index)
        } else if let earlier = wiring.claim(bindings[index].key, for: index) {
          let group = PrivateOrPublic(binding: bindings[index])
          if repeated[group.key] == nil { order.append(group.key) }
          repeated[group.key, default: [earlier]].append(index)
        }
      }
      wiring.duplicates = order.compactMap { repeated[$0] }
    }

    mutating func override(in wiring: inout Wiring) {
      let bindings = wiring.graph.bindings
      var repeated: [Graph.Key: [Int]] = [:]
      var order: [Graph.Key] = []
      for index in overrides.sorted(by: { (bindings[$0].layer, $0) < (bindings[$1].layer, $1) }) {
        let binding = bindings[index]
        if binding.contribution != nil {
          wiring.replacePart(with: index)
          continue
        }
        // A private override takes the place of its module's private bind, or of the public one for its module alone.
        let module = binding.isPrivate ? binding.module : nil
        guard let earlier = wiring.binding(for: binding.key, in: module, level: binding.level) else {
          wiring.answer(binding.key, with: index)
          wiring.uselessOverrides.append(index)
          continue
        }
        let old = bindings[earlier]
        let isSameKind = old.level == binding.level && old.isPrivate == binding.isPrivate
        if isSameKind, old.isOverride, old.layer == binding.layer {
          if repeated[binding.key] == nil { order.append(binding.key) }
          repeated[binding.key, default: [earlier]].append(index)
        } else {
          wiring.answer(binding.key, with: index)
          if isSameKind { wiring.replacedBy[earlier] = index }
        }
      }
      wiring.uselessOverrides.sort()
      wiring.duplicates += order.compactMap { repeated[$0] }
    }

    func decorate(in wiring: inout Wiring) {
      for index in decorators {
        let binding = wiring.graph.bindings[index]
        if let inner = wiring.binding(for: binding.key, level: binding.level) {
          wiring.inner[index] = inner
          wiring.table[binding.level][binding.key] = index
        } else {
          wiring.uselessDecorators.append(index)
        }
      }
    }

    /// Keeps the private binds of two modules apart when duplicates are grouped.
    private struct PrivateOrPublic {
      let key: Graph.Key
      init(binding: Graph.Binding) {
        let place = binding.isPrivate ? "module \(binding.module)" : "level \(binding.level)"
        let name = binding.key.name.map { "\(place): \($0)" } ?? place
        key = Graph.Key(type: binding.key.type, name: name)
      }
    }
  }

  /// Makes a binding the answer to its key, unless there is one already, which is returned.
  private mutating func claim(_ key: Graph.Key, for index: Int) -> Int? {
    guard graph.bindings[index].isPrivate else { return table[graph.bindings[index].level].claim(key, for: index) }
    let own = PrivateKey(module: graph.bindings[index].module, key: key)
    if let earlier = privates[own] { return earlier }
    privates[own] = index
    return nil
  }

  /// Makes a binding the answer to its key, whatever was the answer before.
  private mutating func answer(_ key: Graph.Key, with index: Int) {
    let binding = graph.bindings[index]
    if binding.isPrivate {
      privates[PrivateKey(module: binding.module, key: key)] = index
    } else {
      table[binding.level][key] = index
    }
  }

  private mutating func replacePart(with index: Int) {
    let binding = graph.bindings[index]
    let place = parts[binding.key]?.firstIndex {
      binding.contribution?.mapKey != nil && graph.bindings[$0].contribution?.mapKey == binding.contribution?.mapKey
    }
    if let place, let old = parts[binding.key]?[place] {
      replacedBy[old] = index
      parts[binding.key]?[place] = index
    } else {
      parts[binding.key, default: []].append(index)
      uselessOverrides.append(index)
    }
  }
}
