// SPDX-License-Identifier: Apache-2.0

extension GraphCheck.Subject {
  /// A need, or a root, without a binding: one diagnostic for every key, for all of its requesters.
  func missingBindingFindings() -> [Diagnostic] {
    let gaps = gaps.filter { privateAnswers[$0.key] == nil }
    if gaps.isEmpty { return [] }
    let unread = unreadModules()
    return gaps.map { missingFinding($0, unread) }
  }

  /// A note about the modules that could not be read, the first dozen by name; none when there are none.
  private func unreadModules() -> [String] {
    let unread = graph.modules.indices.filter { graph.modules[$0].failure != nil }
    let named = unread.prefix(12).map { "'\(names.type(graph.modules[$0].name))'" }.joined(separator: ", ")
    let more = unread.count > 12 ? " or \(unread.count - 12) more" : ""
    return unread.isEmpty ? [] : ["perhaps bound by \(named)\(more), which could not be read"]
  }

  private func missingFinding(_ gap: Gap, _ unread: [String]) -> Diagnostic {
    let function = names.type(gap.key.type)
    let returned = FunctionText(function).flatMap { $0.isDerived && $0.result != "Void" ? String($0.result) : nil }
    let message = returned.map { "'\($0)', which '\(function)' would have to return" } ?? names.quoted(gap.key)
    let result = returned.map { $0.hasSuffix("?") ? FunctionText.ungrouped($0.dropLast()) : $0 }
    var finding = finding(.missingBinding, "nothing is bound for \(message)", about: gap, taking: gap.need)
    let wanted = result.map { Graph.Key(type: TypeName(text: $0), name: gap.key.name) } ?? gap.key
    let near = nearMisses.found(
      for: wanted, from: gap.requesters.first.map { graph.bindings[$0].module }, except: Set(gap.requesters))
    finding.notes += unread
    finding.similar = near.texts
    finding.help = help(gap, type: result ?? function, near)
    return finding
  }
}

// The remedies for a missing binding.
extension GraphCheck.Subject {
  /// All remedies, the likeliest first.
  ///
  /// - Parameters:
  ///   - type: The missing type as text: the key's type, or the return type that the resolved closure would need.
  ///   - near: The bindings that nearly answer.
  func help(_ gap: Gap, type: String, _ near: NearMisses.Found) -> String {
    let place = gap.module(in: self)
    if let only = onlyWay(gap, type: type, place) { return only }
    let requester = gap.requesters.first
    let optional = near.first(.optional).flatMap { isVisible($0, to: requester) ? $0 : nil }
    if let optional, graph.bindings[optional].arguments.isEmpty { return ways(from: optional, gap, type, place) }
    if let requester, let bound = near.first(.function), isVisible(bound, to: requester) {
      return "let \(quoted(requester)) take \(self.type(of: bound)), which is bound, or add \(bind(gap, type, near)) to \(place)"
    }
    var ways: [String] = []
    let (isResolver, closure) = (isResolver(gap.key.type), FunctionText(names.type(gap.key.type)))
    if let requester, let other = otherType(for: gap.key.type, type) { ways.append("let \(quoted(requester)) take \(other)") }
    if let part = closure?.part {
      let isKeyed = type == "[String: \(part)]"
      ways.append("add \(named(gap.key)).contribute(\(isKeyed ? "key:" : "")) to a binding of \(part)")
      if requester != nil { ways.append("add .allowEmpty(\(type).self) to the binding that needs it") }
    }
    let mayCarry = isNamed(type) && gap.key.name == nil && !type.hasPrefix("any ") && !isOfLibrary(gap.key.type)
    let isCarried = mayCarry && requester.flatMap(home)?.name == .carryingTypes
    if isCarried { ways.append("let '\(type)' conform to Injectable") }
    if !isResolver, closure?.part == nil { ways.append("add \(bind(gap, type, near)) to \(place)") }
    if let requester, let provider = closure?.nilProvider { ways.append("let \(quoted(requester)) take \(provider)") }
    let need = gap.need
    let isNameable = requester.map { self.isNameable(need, of: $0) } ?? true
    if isNameable, let namesake = near.first(.namesake), isVisible(namesake, to: requester) {
      ways.append(naming(namesake, for: requester))
    }
    if let requester, need.place == .parameter, need.wrappers.isEmpty, type == names.type(need.key.type), !isResolver {
      if let general = near.first(.general), isVisible(general, to: requester) {
        ways.append("let \(quoted(requester)) take \(self.type(of: general))")
      }
      if isOfLibrary(gap.key.type), graph.bindings[requester].role == .factory, scope(of: requester) == .transient {
        ways.append("say .arguments(\(type).self) if the caller gives it")
      }
      // One that is bound takes arguments.
      if optional == nil { ways.append("make the dependency optional: \(grouped(type))?") }
      if let bind = bind(leavingOut: need.key.type, of: requester) {
        ways.append("if the initializer of \(quoted(requester)) has a default value for it, leave it out: \(bind)")
      }
    }
    return ways.dropLast().joined(separator: ", ") + (ways.count > 1 ? ", or " : "") + (ways.last ?? "")
  }

  /// The remedy where there is one only; `nil` where there may be several.
  private func onlyWay(_ gap: Gap, type: String, _ place: String) -> String? {
    let text = names.type(gap.key.type)
    if gap.key.type.isDynamic { return "add NamedBind(\(type.quoted), …) to \(place), or correct the name" }
    if text.hasPrefix("@MainActor (") {
      return
        "write @MainActor @Sendable \(text.dropFirst("@MainActor ".count)): in a module of language mode 5, closures of an actor are not Sendable by themselves"
    }
    if gap.key.type == TypeName(Void.self) { return "leave the dependency out: no binding makes a value of Void" }
    return nil
  }

  /// The remedies when optional values of the type are bound: by an initializer that may fail, for example, whose `Bind(Radio.init)` bindings `Radio?`.
  private func ways(from optional: Int, _ gap: Gap, _ type: String, _ place: String) -> String {
    let taken = self.type(of: optional)
    let requester = gap.requesters.first
    let take = requester.map { "let \(quoted($0)) take \(taken), or " } ?? "resolve \(taken), or "
    let isTaken = requester == nil || gap.need.place == .parameter && gap.need.wrappers.isEmpty
    let named = gap.key.name.map { ".needs(\(taken).self, named: \($0.quoted)).named(\($0.quoted))" } ?? ""
    return (isTaken ? take : "")
      + "add Bind(\(grouped(type)).self) { (it: \(taken)) in guard let it else { throw … }; return it }\(named) to \(place)"
  }

  private func bind(_ gap: Gap, _ type: String, _ near: NearMisses.Found) -> String {
    var bind = "Bind(\(grouped(type)).self) { … }"
    if let other = near.all(.substitute).first(where: { isHandedOut($0, for: gap) }) {
      bind = "Bind(\(grouped(type)).self) { (it: \(self.type(of: other))) in it }"
    } else if type.hasPrefix("any ") {
      bind = "Bind((\(type)).self, …)"
    } else if isNamed(type), !isOfLibrary(gap.key.type), near.first(.optional) ?? near.first(.otherOptional) == nil,
      gap.key.type.type.map(TypeRelations.isEnum) != true
    {
      // The initializer is not known, and may take what nothing binds. One that may fail is bound as the optional already.
      bind = "Bind { \(type)(…) }"
    }
    if let factory = gap.need.wrappers.last, factory.form == .factory, !factory.arguments.isEmpty {
      let arguments = factory.arguments.map { "\(grouped(names.type($0))).self" }.joined(separator: ", ")
      bind = "Bind(\(grouped(type)).self) { … }.arguments(\(arguments))"
    }
    return bind + named(gap.key)
  }

  /// The type to take instead of one that is unlikely to be bound.
  private func otherType(for type: TypeName, _ text: String) -> String? {
    if isResolver(type) { return "any Resolver" }
    guard let function = FunctionText(text), !function.isDerived else { return nil }
    if function.result == "Void" || function.arguments.contains("inout ") { return nil }
    if !function.arguments.isEmpty { return "Factory<\(function.result), \(function.arguments)>" }
    return "()\(function.isAsync ? " async" : "") throws -> \(function.result)"
  }

  /// Whether it is a resolver for use in factories, by the name of its class.
  private func isResolver(_ type: TypeName) -> Bool { ["Dovetail.Container", "Dovetail.OpenScope"].contains(type.qualified) }

  /// The remedy that names a binding of the same type with another name, or with none.
  private func naming(_ namesake: Int, for requester: Int?) -> String {
    let name = key(of: namesake).name?.quoted
    guard let requester else { return name.map { "resolve the one named \($0)" } ?? "resolve it without a name" }
    let taker = quoted(requester)
    guard let name else { return "leave out the name if \(taker) means the plain one" }
    return "say .needs(\(grouped(type(of: namesake))).self, named: \(name)) on the binding of \(taker) if it means that one"
  }

  /// Whether a binding answers a resolution of a requester, or of the program, for its key.
  func isVisible(_ binding: Int, to requester: Int?) -> Bool {
    let (bound, asker) = (graph.bindings[binding], requester.map { graph.bindings[$0] })
    if bound.isPrivate, bound.module != asker?.module { return false }
    return bound.contribution == nil && bound.level <= asker?.level ?? .max
  }

  /// Whether a binding may be bound a second time, as the missing type.
  private func isHandedOut(_ substitute: Int, for gap: Gap) -> Bool {
    let bound = graph.bindings[substitute]
    guard let requester = gap.requesters.first, bound.level == graph.bindings[requester].level else { return false }
    guard gap.key.name == nil, bound.arguments.isEmpty, bound.contribution == nil, !bound.isPrivate else { return false }
    // It must not need itself then.
    return !leads(substitute, to: gap.requesters)
  }

  /// Whether a binding is one of others, or what it is made of leads to one.
  func leads(_ binding: Int, to others: [Int]) -> Bool {
    var walk = Edges.Walk()
    walk.proceed(from: [binding], over: edges) { !$0.isDeferred }
    return others.contains(where: walk.reached)
  }
}
