// SPDX-License-Identifier: Apache-2.0

extension Collector {
  /// Places what could not be placed while the modules of a layer were being read. Call it when they are.
  mutating func settle() {
    settlePrivateOverrides()
    settleParts()
  }

  /// Copies each override of private binds into the modules in which it replaces one: those of its type that have a private bind for the key, also modules that
  /// are added later.
  ///
  /// - Complexity: O(binds), if there are such overrides.
  private mutating func settlePrivateOverrides() {
    guard !privateOverrides.isEmpty else { return }
    let privates = entries.filter { $0.level == level && $0.item.declaration.isPrivate }
    let homes = Dictionary(grouping: privates) { $0.item.declaration.key }
    for place in privateOverrides.indices {
      let (item, layer, known) = privateOverrides[place]
      // What a later layer brings is not what it is to replace.
      let isPart = item.declaration.contribution != nil
      let rivals = homes[item.declaration.key, default: []].filter { ($0.item.declaration.contribution != nil) == isPart }
      let found = Set(rivals.filter { $0.layer <= layer }.map(\.module))
        .filter { modules[$0].name == item.declaration.replacedIn && !known.contains($0) }
      privateOverrides[place].homes.formUnion(found)
      for module in Array(found).inOrder(<) { list(item, module: module, layer: layer) }
    }
  }

  /// The findings for overrides of private binds that replace nothing.
  func privateOverrideFindings(in subject: GraphCheck.Subject) -> [Diagnostic] {
    privateOverrides.filter(\.homes.isEmpty).map(\.item.declaration).compactMap { override in
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
      let isPublic = bindings.contains {
        $0.level == level && !$0.isPrivate && $0.role != .decorator && $0.key == key && $0.contribution == override.contribution
      }
      return Diagnostic(
        .nothingToOverride, .error, "the override of \(key.quoted) in '\(name)' replaces nothing that is private there",
        at: override.location, similar: subject.wiring.nearMisses(for: key, from: module).texts,
        help: isPublic ? "say .override, which replaces it for all modules" : "correct the type or name")
    }
  }
}

extension Bind {
  /// Replaces a private binding of a module, for tests and variants of a program. An override that replaces nothing is an error.
  ///
  /// The override is private to that module, and finds its dependencies as a binding of that module.
  ///
  /// ```swift
  /// let test = try container.rebuilt { Bind { Clock(time: 0) }.override(in: CalendarModule.self) }
  /// ```
  ///
  /// - Parameter module: The type of the module, of which there may be several values. An inline module has no type of its own.
  public func override(in module: any Module.Type) -> Self {
    changed { bind in
      bind.declaration.isOverride = true
      bind.declaration.isPrivate = true
      bind.declaration.replacedIn = TypeName(module)
    }
  }
}
