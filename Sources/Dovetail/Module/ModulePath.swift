// SPDX-License-Identifier: Apache-2.0

/// The modules that are being read, each included by the one before it.
///
/// A list instead of recursion, so the stack does not grow with the nesting of modules.
struct ModulePath {
  /// A module that is being read.
  package struct Step {
    /// The index of the module in ``Collector/modules``.
    let index: Int
    let source: ModuleSource
    let elements: [Bindings.Element]
    /// The number of elements that were read.
    var read = 0
  }

  private(set) var steps: [Step] = []

  mutating func begin(_ step: Step) { steps.append(step) }

  /// The next element of the innermost module; `nil` when it has been read to the end.
  mutating func next() -> Bindings.Element? {
    let last = steps.count - 1
    guard steps[last].read < steps[last].elements.count else { return nil }
    steps[last].read += 1
    return steps[last].elements[steps[last].read - 1]
  }

  mutating func end() { steps.removeLast() }

  /// The modules from the last one of which something is true to the innermost one; `nil` when there is none.
  func from(_ isFirst: (Step) -> Bool) -> ArraySlice<Step>? { steps.lastIndex(where: isFirst).map { steps[$0...] } }
}

/// The common property of modules that are written in one place: a type, or the place of an inline module.
enum ModuleSource: Hashable {
  case type(ObjectIdentifier)
  case place(SourceLocation)

  init(_ module: any Module) {
    self = (module as? InlineModule).map { .place($0.location) } ?? .type(ObjectIdentifier(Swift.type(of: module)))
  }
}
