// SPDX-License-Identifier: Apache-2.0

/// A function type, parsed from its text in diagnostics: `@Sendable (String, Int) async throws -> Report`.
package struct FunctionText {
  /// The text between the parentheses; empty without parameters.
  let arguments: Substring
  /// The return type.
  let result: Substring
  /// Whether a call has to be awaited.
  let isAsync: Bool
  /// Whether it has a typed `throws`.
  let hasTypedThrows: Bool
  /// Whether it has an attribute of other closures than those that a container makes, such as another global actor.
  private let isOther: Bool

  /// Whether a container makes it by itself when its result is bound.
  var isDerived: Bool { arguments.isEmpty && !hasTypedThrows && !isOther }

  /// - Returns: `nil` when the text is that of another type.
  package init?(_ text: String) {
    var (rest, isOther) = (text[...], false)
    while rest.hasPrefix("@") || rest.hasPrefix("nonisolated("), let end = rest.firstIndex(of: " ") {
      if !["nonisolated(nonsending)", "@MainActor", "@Sendable"].contains(rest[..<end]) { isOther = true }
      rest = rest[end...].dropFirst()
    }
    self.isOther = isOther
    guard let arguments = FunctionText.parentheses(&rest) else { return nil }
    self.arguments = arguments
    isAsync = rest.hasPrefix(" async")
    if isAsync { rest = rest.dropFirst(" async".count) }
    if rest.hasPrefix(" throws") { rest = rest.dropFirst(" throws".count) }
    hasTypedThrows = FunctionText.parentheses(&rest) != nil
    guard rest.hasPrefix(" -> ") else { return nil }
    result = rest.dropFirst(" -> ".count)
  }

  /// The provider to take instead of a closure that returns an optional. The closure needs a binding, because its type does not tell the run time what it returns.
  package var nilProvider: String? {
    isDerived && result.hasSuffix("?") ? "\(isAsync ? "AsyncProvider" : "Provider")<\(result)>, which gives nil" : nil
  }

  /// A type without the parentheses around all of it: `any Engine` for `(any Engine)`.
  static func ungrouped(_ text: some StringProtocol) -> String {
    var rest = Substring(text)
    guard let inner = parentheses(&rest), rest.isEmpty, inner.hasPrefix("any ") || FunctionText(String(inner)) != nil else {
      return String(text)
    }
    return String(inner)
  }

  /// The type of the parts of the collection that a container would return, `any Plugin` for `() -> [String: any Plugin]`; `nil` for any other function.
  var part: String? {
    guard isDerived, result.hasPrefix("["), result.hasSuffix("]") else { return nil }
    let inner = result.dropFirst().dropLast()
    if inner.hasPrefix("String: ") { return String(inner.dropFirst("String: ".count)) }
    return inner.contains(": ") ? nil : String(inner)
  }

  /// Takes the parenthesis that begins a text, and returns what is in it; `nil` when the text begins with none.
  private static func parentheses(_ text: inout Substring) -> Substring? {
    guard text.first == "(" else { return nil }
    var depth = 0
    for place in text.indices {
      if text[place] == "(" { depth += 1 }
      if text[place] == ")" { depth -= 1 }
      if depth > 0 { continue }
      defer { text = text[place...].dropFirst() }
      return text[..<place].dropFirst()
    }
    return nil
  }
}
