// SPDX-License-Identifier: Apache-2.0

/// The bind that leaves out a parameter which has a default value: a reference to an initialiser has a parameter for each default as well.
///
/// The labels are guesses, because a function's type has none: most are like their types, and the compiler corrects the others.
enum DefaultArgumentHelp {
  /// The bind as text: `Bind { Horn(metrics: $0) }`; `nil` where no default is likely: for types of the program, and for the binds of closures.
  static func bind(leavingOut need: Int, of binding: Int, in subject: GraphCheck.Subject) -> String? {
    let bound = subject.graph.bindings[binding]
    let missing = bound.needs[need].key.type
    guard isLikelyDefault(missing), !bound.isOpaque, bound.role == .factory else { return nil }
    let type = subject.names.type(bound.key.type)
    let plain = type.hasSuffix("?") ? String(type.dropLast()) : type
    let isOwn = MissingBindingCheck.isNamed(plain) && !type.hasPrefix("any ") && !type.hasPrefix("(")
    if MissingBindingCheck.isOfLibrary(bound.key.type) { return nil }
    let parameters = bound.needs.filter { $0.place == .parameter && $0.key.type != missing }
    let values = parameters.enumerated().map { place, need in "\(label(of: need, in: subject)): $\(place)" }.joined(
      separator: ", ")
    let call = (bound.isAsync ? "await " : "") + (isOwn ? plain : "…") + "(\(values))"
    let declared = isOwn ? "" : "\(MissingBindingCheck.grouped(type)).self"
    let closure = bound.isolation.map { "{ @\($0) in \(call) }" } ?? "{ \(call) }"
    return declared.isEmpty ? "Bind \(closure)" : "Bind(\(declared)) \(closure)"
  }

  /// Whether parameters of the type often have defaults: numbers, texts, durations, dates and the like.
  private static func isLikelyDefault(_ type: TypeName) -> Bool {
    let name = type.qualified
    return MissingBindingCheck.isOfLibrary(type) || name.hasPrefix("Foundation.") || name.hasPrefix("FoundationEssentials.")
  }

  /// The likely label of a parameter: `metrics` for `any Metrics`, `wheels` for `[Wheel]`, `httpClient` for `HTTPClient`.
  private static func label(of need: Graph.Need, in subject: GraphCheck.Subject) -> String {
    let text = subject.names.type(need.target.type)
    let name = text.split(separator: "<").first?.split { $0 == "." || $0 == " " }.last ?? ""
    guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else { return "…" }
    let capitals = name.prefix { $0.isUppercase }.count
    let lower = name.prefix(capitals == name.count ? capitals : max(1, capitals - 1))
    let isPlural = need.wrappers.contains { $0.form == .collection || $0.form == .dictionary }
    return lower.lowercased() + name.dropFirst(lower.count) + (isPlural ? "s" : "")
  }
}
