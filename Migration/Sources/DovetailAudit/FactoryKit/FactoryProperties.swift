// SPDX-License-Identifier: Apache-2.0

/// The properties of the containers of Factory, by which their uses are known.
struct FactoryProperties {
  /// Types with factories: `Container`, and the program's own shared containers.
  private(set) var containers: Set<String> = ["Container", "SharedContainer"]
  /// `[property]`: the containers with a factory of that name.
  private var owners: [String: [String]] = [:]
  /// `[container]`: the members that the program declares, factories or not.
  private var members: [String: Set<String>] = [:]
  /// What Factory declares for every container.
  private static let ownMembers: Set<String> = [
    "autoRegister", "cached", "callAsFunction", "context", "decorator", "defaultScope", "graph", "init", "manager", "new", "pop",
    "preview", "promised", "push", "register", "reset", "resolve", "scope", "self", "shared", "singleton", "trace", "unique",
    "with",
  ]

  init(_ index: TypeIndex) {
    for (name, declared) in index.types where declared.inherits.contains(where: { Texts.lastName($0) == "SharedContainer" }) {
      containers.insert(name)
    }
  }

  func isKnown(_ name: String) -> Bool { owners[name] != nil }

  mutating func add(_ name: String, of container: String) { owners[name, default: []].append(container) }

  mutating func add(members names: Set<String>, of container: String) { members[container, default: []].formUnion(names) }

  /// Whether nothing of what was read declares a member of a container, so that it may be a factory from outside. Types have capital letters.
  func isForeign(_ name: String, of container: String) -> Bool {
    name.first?.isUppercase == false && !Self.ownMembers.contains(name)
      && ![container, "SharedContainer"].contains { members[$0]?.contains(name) == true }
  }

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
