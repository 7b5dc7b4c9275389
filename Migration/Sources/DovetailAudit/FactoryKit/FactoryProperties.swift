// SPDX-License-Identifier: Apache-2.0

/// The properties of the containers of Factory, by which their uses are known.
struct FactoryProperties {
  /// Types with factories: `Container`, and the program's own shared containers.
  private(set) var containers: Set<String> = ["Container", "SharedContainer"]
  /// `[property]`: the containers with a factory of that name.
  private var owners: [String: [String]] = [:]

  init(_ index: TypeIndex) {
    for (name, declared) in index.types where declared.inherits.contains(where: { Texts.lastName($0) == "SharedContainer" }) {
      containers.insert(name)
    }
  }

  func isKnown(_ name: String) -> Bool { owners[name] != nil }

  mutating func add(_ name: String, of container: String) { owners[name, default: []].append(container) }

  /// The service behind a property, as code of a container sees it; `nil` when there is none.
  func service(_ name: String, of container: String) -> Service? {
    let owner = [container, "SharedContainer"].first { owners[name]?.contains($0) == true }
    return owner.map { Service(type: $0, name: name) }
  }

  /// The service behind a property, where the container is a value of unknown type: only if one container has such a property.
  func service(_ name: String) -> Service? {
    guard let found = owners[name], found.count == 1 else { return nil }
    return Service(type: found[0], name: name)
  }
}
