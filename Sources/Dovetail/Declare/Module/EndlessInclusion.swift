// SPDX-License-Identifier: Apache-2.0

/// Finds modules that include each other without end: values that are never equal form no cycle.
enum EndlessInclusion {
  /// The maximum nesting of modules: deeper than programs nest them, and shallow enough to release modules that hold each other on a small
  /// stack.
  static let deepest = 512
  /// The maximum number of modules of one container: many more than programs have, and read in one or two seconds.
  static let most = 100_000

  /// The finding about modules that are nested too deeply. The path is repeated if it begins and ends with modules that are written in one place.
  static func tooDeep(_ path: [Graph.Module], _ last: Graph.Module, isRepeated: Bool) -> Diagnostic {
    finding(
      path + [last],
      isRepeated
        ? "'\(last.name)' includes itself without end: it is nested \(deepest) deep, each time as another value"
        : "modules are nested more than \(deepest) deep: reading stopped at '\(last.name)'",
      help: "let the nesting end by a condition, or include fewer modules inside each other")
  }

  static func tooMany(_ path: [Graph.Module], _ last: Graph.Module) -> Diagnostic {
    finding(
      path + [last], "more than \(most) modules are included: reading stopped at '\(last.name)'",
      help: "make modules that store something Hashable, so that equal ones are read once, or include fewer")
  }

  private static func finding(_ path: [Graph.Module], _ message: String, help: String) -> Diagnostic {
    let steps = path.map { Diagnostic.Step(key: $0.name.description, location: $0.location, note: "") }
    return Diagnostic(
      .moduleCycle, .error, message, at: steps.last { $0.location.isKnown }?.location ?? .unknown, path: steps, help: help)
  }
}
