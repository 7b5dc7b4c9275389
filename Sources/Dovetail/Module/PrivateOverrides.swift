// SPDX-License-Identifier: Apache-2.0

/// The overrides of private binds, while the modules of their layer are being read.
struct PrivateOverrides {
  private var waiting: [(item: BindContent, layer: Int)] = []
  /// The overrides that replaced nothing.
  private var vain: [Declaration] = []

  mutating func add(_ item: BindContent, layer: Int) { waiting.append((item, layer)) }

  /// Removes the waiting overrides, each with the modules in which it replaces a bind: those of its type that have a private bind for the key.
  ///
  /// - Complexity: O(binds), if there are waiting overrides.
  mutating func settle(
    _ entries: [Collector.Entry], _ modules: [Graph.Module], level: Int
  ) -> [(item: BindContent, layer: Int, homes: [Int])] {
    guard !waiting.isEmpty else { return [] }
    let privates = entries.filter { $0.place.level == level && $0.item.declaration.marks.contains(.isPrivate) }
    let homes = Dictionary(grouping: privates) { $0.item.declaration.key }
      .mapValues { Array(Set($0.map(\.place.module))).inOrder(<) }
    defer { waiting = [] }
    return waiting.compactMap { item, layer in
      let found = homes[item.declaration.key, default: []].filter { modules[$0].name == item.declaration.replacedIn }
      if found.isEmpty { vain.append(item.declaration) }
      return found.isEmpty ? nil : (item, layer, found)
    }
  }

  /// The findings for overrides that replace nothing.
  ///
  /// - Parameter inherited: The number of modules that belong to parents.
  func findings(in subject: GraphCheck.Subject, level: Int, inherited: Int) -> [Diagnostic] {
    vain.compactMap { override in
      guard let name = override.replacedIn else { return nil }
      let key = override.key
      let (bindings, modules) = (subject.graph.bindings, subject.graph.modules)
      guard let module = modules.lastIndex(where: { $0.name == name }), module >= inherited else {
        return Diagnostic(
          .nothingToOverride, .error, "no module '\(name)' is there whose \(key.quoted) could be replaced", at: override.location,
          help: modules.contains { $0.name == name }
            ? "replace it in a copy of the parent, by rebuilt(overriding:): what a parent keeps private is its own"
            : "name the type of a module that the container is made from, or that one of them includes")
      }
      let isPublic = subject.wiring.binding(for: key).map { bindings[$0].level == level } ?? false
      return Diagnostic(
        .nothingToOverride, .error, "the override of \(key.quoted) in '\(name)' replaces nothing that is private there",
        at: override.location, similar: subject.wiring.nearMisses(for: key, from: module),
        help: isPublic ? "say .override, which replaces it for all modules" : "correct the type or name")
    }
  }
}

extension Bind {
  /// Replaces a private bind of a module, for tests and variants of a program. An override that replaces nothing is an error.
  ///
  /// The override is private to that module, and finds its needs as a bind of that module.
  ///
  /// ```swift
  /// let test = try container.rebuilt { Bind { Clock(time: 0) }.override(in: CalendarModule.self) }
  /// ```
  ///
  /// - Parameter module: The type of the module, of which there may be several values. An inline module has no type of its own.
  public func override(in module: any Module.Type) -> Self {
    changed { bind in
      bind.declaration.marks.formUnion([.isOverride, .isPrivate])
      bind.declaration.replacedIn = TypeName(module)
    }
  }
}
