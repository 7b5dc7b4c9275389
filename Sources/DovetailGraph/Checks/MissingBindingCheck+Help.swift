// SPDX-License-Identifier: Apache-2.0

// The remedies for a missing binding.
extension MissingBindingCheck {
  /// All remedies, the likeliest first.
  ///
  /// - Parameters:
  ///   - type: The missing type as text: the key's type, or the return type that the requested closure would need.
  ///   - near: The bindings that nearly answer.
  static func help(_ gap: Gap, type: String, _ near: NearMisses.Found, in subject: GraphCheck.Subject) -> String {
    let place = gap.module(in: subject.graph).flatMap { subject.module($0) } ?? "a module"
    if gap.key.type.isDynamic { return "add NamedBind(\(type.quoted), …) to \(place), or correct the name" }
    if let ways = waysFromOptional(gap, type, near.optional, place, in: subject) { return ways }
    var ways: [String] = []
    if let first = gap.requesters.first, let other = otherType(for: gap.key.type, type) {
      ways.append("let \(subject.quoted(first.binding)) take \(other)")
    }
    if !isResolver(gap.key.type) { ways.append("add \(bind(gap, type, near, in: subject)) to \(place)") }
    if let namesake = near.namesake, let way = naming(namesake, for: gap, in: subject) { ways.append(way) }
    if let first = gap.requesters.first {
      let need = subject.graph.bindings[first.binding].needs[first.need]
      if need.place == .parameter, need.wrappers.isEmpty, type == subject.names.type(need.key.type), !isResolver(gap.key.type) {
        if let general = near.general, isVisible(general, to: subject.graph.bindings[first.binding], in: subject) {
          ways.append("let \(subject.quoted(first.binding)) take \(subject.names.type(subject.graph.bindings[general].key.type))")
        }
        if isOfLibrary(gap.key.type) { ways.append("say .arguments(\(type).self) if the caller gives it") }
        ways.append("make the need optional: \(grouped(type))?")
        if let bind = DefaultArgumentHelp.bind(leavingOut: first.need, of: first.binding, in: subject) {
          ways.append("leave it out if it has a default value: \(bind)")
        }
      }
    }
    return ways.dropLast().joined(separator: ", ") + (ways.count > 1 ? ", or " : "") + (ways.last ?? "")
  }

  /// The remedies when optional values of the type are bound: by an initialiser that may fail, for example, whose `Bind(Radio.init)` binds `Radio?`. `nil` when
  /// there is no such binding, or it is not visible to the requester.
  private static func waysFromOptional(
    _ gap: Gap, _ type: String, _ optional: Int?, _ place: String, in subject: GraphCheck.Subject
  ) -> String? {
    let requester = gap.requesters.first
    guard let optional,
      isVisible(optional, to: requester.map { subject.graph.bindings[$0.binding] }, in: subject)
    else { return nil }
    let taken = subject.names.type(subject.graph.bindings[optional].key.type)
    let isPlain = requester.map { subject.graph.bindings[$0.binding].needs[$0.need].wrappers.isEmpty } ?? true
    let take = requester.map { "let \(subject.quoted($0.binding)) take \(taken), or " } ?? "ask for \(taken), or "
    let named = gap.key.name.map { ".needs(\(taken).self, named: \($0.quoted)).named(\($0.quoted))" } ?? ""
    return (isPlain ? take : "")
      + "add Bind(\(grouped(type)).self) { (it: \(taken)) in guard let it else { throw … }; return it }\(named) to \(place)"
  }

  private static func bind(_ gap: Gap, _ type: String, _ near: NearMisses.Found, in subject: GraphCheck.Subject) -> String {
    var bind = "Bind(\(grouped(type)).self) { … }"
    if let other = near.substitutes.lazy.compactMap({ handedOut($0, for: gap, in: subject) }).first {
      bind = "Bind(\(grouped(type)).self) { (it: \(other)) in it }"
    } else if type.hasPrefix("any ") {
      bind = "Bind((\(type)).self, …)"
    } else if isNamed(type), !isOfLibrary(gap.key.type), !near.isFailable {
      // An initialiser that may fail is bound as the optional already.
      bind = "Bind(\(type).init)"
    }
    if let name = gap.key.name { bind += ".named(\(name.quoted))" }
    return bind
  }

  /// The type to take instead of one that is unlikely to be bound.
  private static func otherType(for type: TypeName, _ text: String) -> String? {
    if isResolver(type) { return "any Resolver" }
    guard let function = FunctionText(text), !function.isDerived else { return nil }
    if !function.arguments.isEmpty { return "Factory<\(function.result), \(function.arguments)>" }
    return "()\(function.isAsync ? " async" : "") throws -> \(function.result)"
  }

  /// Whether it is a resolver for use in factories, by the name of its class.
  private static func isResolver(_ type: TypeName) -> Bool {
    ["Dovetail.Container", "Dovetail.OpenScope"].contains(type.qualified)
  }

  /// Whether the type is the standard library's: it does not describe the value, its initialisers are not meant, and often the caller has the value.
  static func isOfLibrary(_ type: TypeName) -> Bool { type.qualified.hasPrefix("Swift.") }

  /// Whether the type can have initialisers: no tuple, function, list, metatype or `Any`.
  static func isNamed(_ type: String) -> Bool {
    FunctionText(type) == nil && !type.hasPrefix("(") && !type.hasPrefix("[") && !type.hasSuffix(".Type") && type != "Any"
  }

  /// A type in the form for use before a point or a question mark.
  static func grouped(_ type: String) -> String {
    type.hasPrefix("any ") || FunctionText(type) != nil ? "(\(type))" : type
  }

  /// The remedy that names a binding of the same type with another name; `nil` when it is not visible to the requester.
  private static func naming(_ namesake: Int, for gap: Gap, in subject: GraphCheck.Subject) -> String? {
    let bound = subject.graph.bindings[namesake]
    let requester = gap.requesters.first.map { subject.graph.bindings[$0.binding] }
    guard isVisible(namesake, to: requester, in: subject) else { return nil }
    guard let first = gap.requesters.first else {
      return bound.key.name.map { "ask for the one named \($0.quoted)" } ?? "ask for it without a name"
    }
    let taker = subject.quoted(first.binding)
    guard let name = bound.key.name else { return "leave out the name if \(taker) means the plain one" }
    return
      "say .needs(\(subject.names.type(bound.key.type)).self, named: \(name.quoted)) on the bind of \(taker) if it means that one"
  }

  /// Whether a binding answers a request of a requester, or of the program, for its key.
  private static func isVisible(_ binding: Int, to requester: Graph.Binding?, in subject: GraphCheck.Subject) -> Bool {
    let bound = subject.graph.bindings[binding]
    guard !bound.isPrivate || bound.module == requester?.module else { return false }
    return bound.contribution == nil && bound.level <= requester?.level ?? .max
  }

  /// The type of a binding that may be bound a second time, as the missing type; `nil` when that would not work.
  private static func handedOut(_ substitute: Int, for gap: Gap, in subject: GraphCheck.Subject) -> String? {
    let bound = subject.graph.bindings[substitute]
    guard let requester = gap.requesters.first.map({ subject.graph.bindings[$0.binding] }), bound.level == requester.level else {
      return nil
    }
    guard gap.key.name == nil, bound.arguments.isEmpty, bound.contribution == nil, !bound.isPrivate else { return nil }
    return subject.names.type(bound.key.type)
  }
}
