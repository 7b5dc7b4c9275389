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
        .moduleCycle, .error, "'\(path[0].key)' includes itself", at: Diagnostic.firstPlace(on: path), path: path,
        help: "remove one Include, and move what both sides need into a module of its own")
    }
  }
}

extension Diagnostic {
  /// The first known place on a path.
  static func firstPlace(on path: [Step]) -> SourceLocation { path.first(where: \.location.isKnown)?.location ?? .unknown }
}
