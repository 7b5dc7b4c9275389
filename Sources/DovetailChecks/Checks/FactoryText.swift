// SPDX-License-Identifier: Apache-2.0

// Bindings as source code, with what a function's type does not tell left open: the labels of an initializer, and whether a binding names one at all.
extension GraphCheck.Subject {
  /// The binding with its initializer called in a closure: `Bind { @MainActor in Horn(…: $0) }`; `nil` where no initializer is likely.
  ///
  /// - Parameters:
  ///   - binding: The binding.
  ///   - actor: The actor to which the closure is to belong; `nil` for none.
  ///   - isGiven: Whether the closure passes a dependency on.
  func closure(of binding: Int, on actor: String?, passing isGiven: (Graph.Need) -> Bool = { _ in true }) -> String? {
    let type = type(of: binding)
    guard graph.bindings[binding].role == .factory, !graph.bindings[binding].isOpaque, !isOfLibrary(key(of: binding).type),
      !key(of: binding).type.isDynamic
    else { return nil }
    let plain = type.hasSuffix("?") ? String(type.dropLast()) : type
    let isOwn = isNamed(plain) && !type.hasPrefix("any ") && !type.hasPrefix("(")
    let values = needs(of: binding).count { $0.place == .parameter && isGiven($0) }
    let passed = (0..<values).map { "…: $\($0)" }.joined(separator: ", ")
    return "Bind\(isOwn ? "" : "(\(grouped(type)).self)") { \(actor.map { "@\($0) in " } ?? "")"
      + "\(graph.bindings[binding].isAsync ? "await " : "")\(isOwn ? plain : "…")(\(passed)) }"
  }

  /// The binding that leaves out the parameters of which nothing is bound and that are likely to have default values: a reference to an initializer has a parameter
  /// for each default as well. `nil` where no default is likely.
  func bind(leavingOut missing: TypeName, of binding: Int) -> String? {
    guard isLikelyDefault(missing) else { return nil }
    return closure(of: binding, on: graph.bindings[binding].factoryIsolation) { need in
      !isLikelyDefault(need.key.type) || wiring.link(need, of: binding).target != .missing
    }
  }

  /// Whether parameters of the type often have defaults: numbers, texts, durations, dates and the like.
  private func isLikelyDefault(_ type: TypeName) -> Bool {
    let name = type.qualified
    return isOfLibrary(type) || name.hasPrefix("Foundation.") || name.hasPrefix("FoundationEssentials.")
  }

  /// Whether the type is the standard library's: it does not describe the value, its initializers are not meant, and often the caller has the value.
  func isOfLibrary(_ type: TypeName) -> Bool { type.qualified.hasPrefix("Swift.") }

  /// Whether the type can have initializers: no tuple, function, list, optional, metatype or `Any`.
  func isNamed(_ type: String) -> Bool {
    FunctionText(type) == nil && !type.hasPrefix("(") && !type.hasPrefix("[") && !type.hasSuffix("?") && !type.hasSuffix(".Type")
      && type != "Any"
  }

  /// A type in the form for use before a point or a question mark.
  func grouped(_ type: String) -> String { type.hasPrefix("any ") || FunctionText(type) != nil ? "(\(type))" : type }
}
