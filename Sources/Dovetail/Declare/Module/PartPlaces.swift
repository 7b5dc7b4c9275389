// SPDX-License-Identifier: Apache-2.0

/// Finds the parts that an override takes along: where each part of a collection is among the entries, and which modules keep a bind private. A look at
/// all entries for each override would take minutes for thousands of them.
struct PartPlaces: Sendable {
  /// What an override has in common with the part that it replaces.
  private struct Part: Hashable {
    let key: Graph.Key
    let contribution: Graph.Binding.Contribution
    /// The bind whose value becomes the part.
    let source: Graph.Key?

    /// - Returns: `nil` when the bind is not the part that another one makes of its value.
    init?(_ declaration: Declaration) {
      guard declaration.isFollower, let contribution = declaration.contribution else { return nil }
      (key, self.contribution, source) = (declaration.key, contribution, declaration.needs.first?.need.key)
    }
  }

  private struct Home: Hashable {
    let module: Int
    let key: Graph.Key
  }

  private var parts: [Part: [Int]] = [:]
  private var privates: Set<Home> = []

  init() {}

  /// Finds those of some levels.
  init(_ entries: [Collector.Entry], levels: Range<Int>) {
    for (place, entry) in entries.enumerated() where levels.contains(entry.level) { add(entry, at: place) }
  }

  /// Adds an entry, at its place among all.
  mutating func add(_ entry: Collector.Entry, at place: Int) {
    let declaration = entry.item.declaration
    if !declaration.isPlain, let part = Part(declaration) {
      parts[part, default: []].append(place)
    } else if declaration.isPrivate {
      privates.insert(Home(module: entry.module, key: declaration.key))
    }
  }

  /// The places of the parts that make the value of the same bind the same part of a collection, in order.
  func places(of part: BindContent) -> [Int] { Part(part.declaration).flatMap { parts[$0] } ?? [] }

  /// Whether a module keeps a bind of a key private.
  func isPrivate(_ key: Graph.Key, in module: Int) -> Bool { privates.contains(Home(module: module, key: key)) }
}
