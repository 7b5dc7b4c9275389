// SPDX-License-Identifier: Apache-2.0

extension Wiring {
  /// The three steps from declarations to the answers of keys: all bindings, then the overrides, then the decorators.
  struct Assembly {
    private var overrides: [Int] = []
    private var decorators: [Int] = []
    /// The places of the first part with each map key in the collection of each key; private parts by module.
    private var partPlaces: [PartName: Int] = [:]
    /// The places in ``Wiring/duplicates``, by the first binding of a group.
    private var groups: [Int: Int] = [:]

    mutating func declare(into wiring: inout Wiring) {
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
          add(duplicate: index, of: earlier, to: &wiring)
        }
      }
    }

    mutating func override(in wiring: inout Wiring) {
      let outline = wiring.outline
      for index in overrides.inOrder({ (outline[$0].place.layer, $0) < (outline[$1].place.layer, $1) }) {
        let (binding, key) = (outline[index], outline.key(of: index))
        if binding.marks.contains(.contribution) {
          replacePart(with: index, in: &wiring)
          continue
        }
        // A private override takes the place of its module's private binding, or of the public one for its module alone.
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
          add(duplicate: index, of: earlier, to: &wiring)
        } else {
          wiring.answer(key, with: index)
          wiring.replaces[index] = earlier
          if isSameKind { wiring.replacedBy[earlier] = index }
        }
      }
      wiring.uselessOverrides = wiring.uselessOverrides.inOrder(<)
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

    // A private override takes the place of its module's private part, or of the public one for its module alone.
    private mutating func replacePart(with index: Int, in wiring: inout Wiring) {
      let (name, home) = (PartName(of: index, in: wiring.outline), wiring.outline[index].place)
      if let name, let place = partPlaces[name], let old = wiring.parts[name.key]?[place] {
        if wiring.outline[old].place.level == home.level { wiring.replacedBy[old] = index }
        wiring.replaces[index] = old
        wiring.parts[name.key]?[place] = index
      } else if let name, name.module != nil, let place = partPlaces[name.public], let old = wiring.parts[name.key]?[place] {
        let earlier = wiring.ownParts[home.module]?[name.key]?[place]
        if let earlier { wiring.replacedBy[earlier] = index }
        wiring.replaces[index] = earlier ?? old
        wiring.ownParts[home.module, default: [:]][name.key, default: [:]][place] = index
      } else {
        add(part: index, to: &wiring)
        wiring.uselessOverrides.append(index)
      }
    }

    private mutating func add(part index: Int, to wiring: inout Wiring) {
      let key = wiring.outline.key(of: index)
      let place = wiring.parts[key]?.count ?? 0
      if let name = PartName(of: index, in: wiring.outline), partPlaces[name] == nil { partPlaces[name] = place }
      wiring.parts[key, default: []].append(index)
    }

    private mutating func add(duplicate index: Int, of first: Int, to wiring: inout Wiring) {
      if let place = groups[first] {
        wiring.duplicates[place].append(index)
      } else {
        groups[first] = wiring.duplicates.count
        wiring.duplicates.append([first, index])
      }
    }
  }

  /// Makes a binding the answer to its key, unless there is one already, which is returned.
  private mutating func claim(_ index: Int) -> Int? {
    let binding = outline[index]
    guard binding.marks.contains(.isPrivate) else { return table[binding.place.level].claim(outline.key(of: index), for: index) }
    return privates[binding.place.module, default: KeyTable()].claim(outline.key(of: index), for: index)
  }

  /// Makes a binding the answer to its key, in place of any earlier answer.
  private mutating func answer(_ key: Graph.Key, with index: Int) {
    let binding = outline[index]
    if binding.marks.contains(.isPrivate) {
      privates[binding.place.module, default: KeyTable()][key] = index
    } else {
      table[binding.place.level][key] = index
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
  init?(of part: Int, in outline: Outline) {
    guard let mapKey = outline.contribution(of: part)?.mapKey else { return nil }
    key = outline.key(of: part)
    self.mapKey = mapKey
    module = outline[part].marks.contains(.isPrivate) ? outline[part].place.module : nil
  }

  /// The same name in the collections of all modules.
  var `public`: Self {
    var name = self
    name.module = nil
    return name
  }
}
