// SPDX-License-Identifier: Apache-2.0

// The bind that leaves out a parameter which has a default value: a reference to an initialiser has a parameter for each default as well.
extension GraphCheck.Subject {
  /// The bind as text: `Bind { Horn(metrics: $0) }`; `nil` where no default is likely: for types of the program, and for the binds of closures.
  ///
  /// The labels are guesses, because a function's type has none: most are like their types, and the compiler corrects the others.
  func bind(leavingOut missing: TypeName, of binding: Int) -> String? {
    let (marks, type) = (outline[binding].marks, type(of: binding))
    guard isLikelyDefault(missing), marks.isDisjoint(with: [.isOpaque, .instance, .decorator, .input]),
      !isOfLibrary(key(of: binding).type)
    else { return nil }
    let plain = type.hasSuffix("?") ? String(type.dropLast()) : type
    let isOwn = isNamed(plain) && !type.hasPrefix("any ") && !type.hasPrefix("(")
    let needs = needs(of: binding)
    let labels = needs.filter { $0.place == .parameter && $0.key.type != missing }.map(label)
    let values = labels.indices.map { "\(labels[$0]): $\($0)" }.joined(separator: ", ")
    let isolation = outline.isolation(of: binding).map { "@\($0) in " } ?? ""
    return "Bind\(isOwn ? "" : "(\(grouped(type)).self)") { \(isolation)\(marks.contains(.isAsync) ? "await " : "")"
      + "\(isOwn ? plain : "…")(\(values)) }"
  }

  /// Whether parameters of the type often have defaults: numbers, texts, durations, dates and the like.
  private func isLikelyDefault(_ type: TypeName) -> Bool {
    let name = type.qualified
    return isOfLibrary(type) || name.hasPrefix("Foundation.") || name.hasPrefix("FoundationEssentials.")
  }

  /// The likely label of a parameter: `metrics` for `any Metrics`, `wheels` for `[Wheel]`, `httpClient` for `HTTPClient`.
  private func label(of need: Graph.Need) -> String {
    let text = names.type(need.target.type)
    let name = text.split(separator: "<").first?.split { $0 == "." || $0 == " " }.last ?? ""
    guard !name.isEmpty, name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }) else { return "…" }
    let capitals = name.prefix { $0.isUppercase }.count
    let lower = name.prefix(capitals == name.count ? capitals : max(1, capitals - 1))
    let isPlural = need.wrappers.contains { $0.form == .collection || $0.form == .dictionary }
    return lower.lowercased() + name.dropFirst(lower.count) + (isPlural ? "s" : "")
  }
}
