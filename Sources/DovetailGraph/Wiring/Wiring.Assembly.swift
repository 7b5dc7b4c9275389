// SPDX-License-Identifier: Apache-2.0

extension Wiring {
  /// The three steps from declarations to the answers of keys: all binds, then the overrides, then the decorators.
  struct Assembly {
    private var overrides: [Int] = []
    private var decorators: [Int] = []
    /// The places of the first part of each key in its collection.
    private var partPlaces: [MapPart: Int] = [:]

    mutating func declare(into wiring: inout Wiring) {
      var repeated: [PrivateKey: [Int]] = [:]
      var order: [PrivateKey] = []
      let outline = wiring.outline
      for index in 0..<outline.count {
        let marks = outline[index].marks
        if marks.contains(.decorator) {
          decorators.append(index)
        } else if marks.contains(.isOverride) {
          overrides.append(index)
        } else if marks.contains(.contribution) {
          add(part: index, to: &wiring)
        } else if let earlier = wiring.claim(index) {
          // Private binds of two modules are no duplicates, nor are public ones of two levels.
          let home = marks.contains(.isPrivate) ? outline[index].place.module : -1 - outline[index].place.level
          let group = PrivateKey(module: home, key: outline.key(of: index))
          if repeated[group] == nil { order.append(group) }
          repeated[group, default: [earlier]].append(index)
        }
      }
      wiring.duplicates = order.compactMap { repeated[$0] }
    }

    mutating func override(in wiring: inout Wiring) {
      let outline = wiring.outline
      var repeated: [Graph.Key: [Int]] = [:]
      var order: [Graph.Key] = []
      for index in overrides.sorted(by: { (outline[$0].place.layer, $0) < (outline[$1].place.layer, $1) }) {
        let (binding, key) = (outline[index], outline.key(of: index))
        if binding.marks.contains(.contribution) {
          replacePart(with: index, in: &wiring)
          continue
        }
        // A private override takes the place of its module's private bind, or of the public one for its module alone.
        let isPrivate = binding.marks.contains(.isPrivate)
        let home = binding.place
        guard let earlier = wiring.binding(for: key, in: isPrivate ? home.module : nil, level: home.level) else {
          wiring.answer(key, with: index)
          wiring.uselessOverrides.append(index)
          continue
        }
        let old = outline[earlier]
        let isSameKind = old.place.level == home.level && old.marks.contains(.isPrivate) == isPrivate
        if isSameKind, old.marks.contains(.isOverride), old.place.layer == home.layer {
          if repeated[key] == nil { order.append(key) }
          repeated[key, default: [earlier]].append(index)
        } else {
          wiring.answer(key, with: index)
          wiring.replaces[index] = earlier
          if isSameKind { wiring.replacedBy[earlier] = index }
        }
      }
      wiring.uselessOverrides.sort()
      wiring.duplicates += order.compactMap { repeated[$0] }
    }

    func decorate(in wiring: inout Wiring) {
      for index in decorators {
        let (key, level) = (wiring.outline.key(of: index), wiring.outline[index].place.level)
        if let inner = wiring.binding(for: key, level: level) {
          wiring.inner[index] = inner
          wiring.wrapped[index] = wiring.base(of: inner)
          wiring.table[level][key] = index
        } else {
          wiring.uselessDecorators.append(index)
        }
      }
    }

    private mutating func replacePart(with index: Int, in wiring: inout Wiring) {
      let key = wiring.outline.key(of: index)
      if let part = MapPart(index, in: wiring.outline), let place = partPlaces[part], let old = wiring.parts[key]?[place] {
        wiring.replacedBy[old] = index
        wiring.replaces[index] = old
        wiring.parts[key]?[place] = index
      } else {
        add(part: index, to: &wiring)
        wiring.uselessOverrides.append(index)
      }
    }

    private mutating func add(part index: Int, to wiring: inout Wiring) {
      let key = wiring.outline.key(of: index)
      let place = wiring.parts[key]?.count ?? 0
      if let part = MapPart(index, in: wiring.outline), partPlaces[part] == nil { partPlaces[part] = place }
      wiring.parts[key, default: []].append(index)
    }
  }

  /// Makes a binding the answer to its key, unless there is one already, which is returned.
  private mutating func claim(_ index: Int) -> Int? {
    let binding = outline[index]
    guard binding.marks.contains(.isPrivate) else { return table[binding.place.level].claim(outline.key(of: index), for: index) }
    let own = PrivateKey(module: binding.place.module, key: outline.key(of: index))
    if privates[own] == nil { privates[own] = index }
    return privates[own] == index ? nil : privates[own]
  }

  /// Makes a binding the answer to its key, in place of any earlier answer.
  private mutating func answer(_ key: Graph.Key, with index: Int) {
    let binding = outline[index]
    if binding.marks.contains(.isPrivate) {
      privates[PrivateKey(module: binding.place.module, key: key)] = index
    } else {
      table[binding.place.level][key] = index
    }
  }
}

extension Wiring.MapPart {
  /// `nil` for a binding that is no part of a dictionary.
  fileprivate init?(_ binding: Int, in outline: Outline) {
    guard let mapKey = outline.contribution(of: binding)?.mapKey else { return nil }
    self.init(key: outline.key(of: binding), mapKey: mapKey)
  }
}
