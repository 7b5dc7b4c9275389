// SPDX-License-Identifier: Apache-2.0

/// A function type, parsed from its text in diagnostics: `@Sendable (String, Int) async throws -> Report`.
struct FunctionText {
  /// The text between the parentheses; empty without parameters.
  let arguments: Substring
  /// The return type.
  let result: Substring
  /// Whether a call has to be awaited.
  let isAsync: Bool
  /// Whether it has a typed `throws`.
  let hasTypedThrows: Bool

  /// Whether a container makes it by itself when its result is bound.
  var isDerived: Bool { arguments.isEmpty && !hasTypedThrows }

  /// - Returns: `nil` when the text is that of another type.
  init?(_ text: String) {
    var rest = text[...]
    for attribute in ["nonisolated(nonsending) ", "@MainActor ", "@Sendable "] where rest.hasPrefix(attribute) {
      rest = rest.dropFirst(attribute.count)
    }
    guard let end = FunctionText.end(ofParenthesesIn: rest) else { return nil }
    arguments = rest[rest.index(after: rest.startIndex)..<end]
    rest = rest[rest.index(after: end)...]
    isAsync = rest.hasPrefix(" async")
    if isAsync { rest = rest.dropFirst(" async".count) }
    if rest.hasPrefix(" throws") { rest = rest.dropFirst(" throws".count) }
    hasTypedThrows = rest.hasPrefix("(")
    if let end = FunctionText.end(ofParenthesesIn: rest) { rest = rest[rest.index(after: end)...] }
    guard rest.hasPrefix(" -> ") else { return nil }
    result = rest.dropFirst(" -> ".count)
  }

  /// The end of the parenthesis that begins a text; `nil` when it begins with none.
  private static func end(ofParenthesesIn text: Substring) -> Substring.Index? {
    guard text.first == "(" else { return nil }
    var depth = 0
    for place in text.indices {
      if text[place] == "(" { depth += 1 }
      if text[place] == ")" { depth -= 1 }
      if depth == 0 { return place }
    }
    return nil
  }
}
