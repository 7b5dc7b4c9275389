// SPDX-License-Identifier: Apache-2.0
internal import DovetailChecks

/// Finds the bindings that a typed key means.
struct KeyFinder {
  let subject: GraphCheck.Subject

  /// The bindings that take part and whose key reads like the text, in order of declaration.
  ///
  /// A key may be typed as it is printed, `Wheel named "spare"`, with its module, `Garage.Wheel`, or by its type alone. The word
  /// `any` and the case of letters matter only where they tell keys apart.
  ///
  /// - Throws: ``Refusal`` with what may be meant when nothing is.
  func bindings(for text: String) throws(Refusal) -> [Int] {
    let all = subject.graph.bindings.indices.filter { subject.wiring.isActive($0) }
    for form in KeyFinder.forms {
      let found = all.filter { form(subject, $0).onOneLine == text.onOneLine }
      if !found.isEmpty { return found }
    }
    let folded = KeyFinder.folded(text.onOneLine)
    for form in KeyFinder.forms {
      let found = all.filter { KeyFinder.folded(form(subject, $0).onOneLine) == folded }
      if !found.isEmpty { return found }
    }
    var seen: Set<String> = []
    let keys = all.map { subject.names.key(subject.graph.bindings[$0].key) }.filter { seen.insert($0).inserted }
    let plain = Dictionary(keys.map { (KeyFinder.plain($0), $0) }, uniquingKeysWith: { first, _ in first })
    let near = Spelling.closest(to: KeyFinder.plain(text), in: keys.map(KeyFinder.plain)).compactMap { plain[$0] }
    let hint = near.isEmpty ? "'dovetail render --format tree' shows what there is" : "did you mean \(KeyFinder.choice(near))?"
    throw Refusal("nothing in the graph is called '\(text)'; \(hint)")
  }

  private static let forms: [@Sendable (GraphCheck.Subject, Int) -> String] = [
    { $0.names.key($0.graph.bindings[$1].key) },
    { subject, binding in
      let key = subject.graph.bindings[binding].key
      return key.name.map { "\(key.type.qualified) named \($0.quoted)" } ?? key.type.qualified
    },
    { $0.names.type($0.graph.bindings[$1].key.type) },
    { $0.graph.bindings[$1].key.type.qualified },
  ]

  /// A key without the word that makes no difference to a reader.
  private static func plain(_ text: String) -> String { text.hasPrefix("any ") ? String(text.dropFirst(4)) : text }

  private static func folded(_ text: String) -> String { plain(text.lowercased()) }

  private static func choice(_ words: [String]) -> String {
    let quoted = words.map { "'\($0)'" }
    return quoted.count == 1 ? quoted[0] : quoted.dropLast().joined(separator: ", ") + " or " + quoted[quoted.count - 1]
  }
}

/// A command line that resolves what there is not; in words.
struct Refusal: Error {
  let reason: String
  init(_ reason: String) { self.reason = reason }
}
