// SPDX-License-Identifier: Apache-2.0

extension GraphCheck.Subject {
  /// Modules that include each other.
  func moduleCycleFindings() -> [Diagnostic] {
    outline.frame.moduleCycles.filter { !$0.isEmpty }.map { cycle in
      let path = cycle.map { type in
        let module = modules.first { $0.name == type }
        return Diagnostic.Step(key: names.type(type), location: module?.location ?? .unknown, note: "")
      }
      return Diagnostic(
        .moduleCycle, .error, "'\(path[0].key)' includes itself", at: path.first(where: \.location.isKnown)?.location ?? .unknown,
        path: path,
        help: "remove one Include, and move what both sides need into a module of its own")
    }
  }
}
