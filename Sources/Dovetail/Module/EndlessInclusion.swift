// SPDX-License-Identifier: Apache-2.0

/// How modules that include each other without end are found: values that are never equal close no circle.
enum EndlessInclusion {
  /// How deep modules may be nested: deeper than anybody nests them by hand, and so deep that values which hold each other still go on a small
  /// stack.
  static let deepest = 512
  /// How many modules may be read for one container: many more than a program has, and so many that they are read in a second or two.
  static let most = 100_000

  /// The finding about modules that are nested too deeply.
  ///
  /// - Parameters:
  ///   - path: All modules that are being read.
  ///   - last: The one that is not read any more.
  ///   - isRepeated: Whether the path begins and ends with modules that are written in one place.
  static func tooDeep(_ path: [Graph.Module], _ last: Graph.Module, isRepeated: Bool) -> Diagnostic {
    finding(
      path + [last],
      isRepeated
        ? "'\(last.name)' includes itself without end: it is nested \(deepest) deep, each time as another value"
        : "modules are nested more than \(deepest) deep: reading stopped at '\(last.name)'",
      help: "let the nesting end by a condition, or include fewer modules inside each other")
  }

  /// The finding about too many modules.
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
