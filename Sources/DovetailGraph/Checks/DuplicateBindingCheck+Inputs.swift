// SPDX-License-Identifier: Apache-2.0

// Inputs have no location, no name and no module of their own: the text for binds would not help.
extension DuplicateBindingCheck {
  /// The finding about binds of one key, some of which are inputs of scopes; `nil` when none is.
  static func inputFinding(_ group: [Int], in subject: GraphCheck.Subject) -> Diagnostic? {
    let inputs = group.filter { subject.outline[$0].marks.contains(.input) }
    guard let first = inputs.first else { return nil }
    let binds = group.filter { !subject.outline[$0].marks.contains(.input) }
    let kinds = inputs.compactMap { kind(of: $0, in: subject) }.reduce(into: [TypeName]()) { kinds, kind in
      if !kinds.contains(kind) { kinds.append(kind) }
    }
    let residents = kinds.compactMap { subject.residents[$0] }
    let places = (binds + residents).map { subject.graph.bindings[$0].location }
    var finding = Diagnostic(
      id, .error, message(subject.quoted(first), group, kinds, in: subject),
      at: places.first(where: \.isKnown) ?? .unknown, help: help(binds, kinds, in: subject))
    finding.notes = binds.map { bind in
      let module = subject.module(of: bind).map { " in \($0)" } ?? ""
      return "bound\(module): \(subject.mention(bind))"
    }
    finding.notes += kinds.map { kind in
      let name = subject.names.type(kind)
      if let resident = subject.residents[kind] { return "input of \(name), the scope of \(subject.mention(resident))" }
      let module = inputs.first { self.kind(of: $0, in: subject) == kind }.flatMap { subject.module(of: $0) }
      return "input of \(name)" + (module.map { ", which \($0) opens" } ?? "")
    }
    return finding
  }

  private static func message(_ key: String, _ group: [Int], _ kinds: [TypeName], in subject: GraphCheck.Subject) -> String {
    let names = kinds.map(subject.names.type)
    let isBound = group.contains { !subject.outline[$0].marks.contains(.input) }
    if isBound {
      return "\(key) is bound, and is an input of \(names.joined(separator: " and of ")): nothing says which one is meant"
    }
    if names.count == 1 {
      return "the scope kind '\(names[0])' takes \(group.count) inputs of the type \(key): nothing tells them apart"
    }
    return "\(key) is an input of \(names.joined(separator: " and of ")): nothing says which one is meant"
  }

  private static func help(_ binds: [Int], _ kinds: [TypeName], in subject: GraphCheck.Subject) -> String {
    let own = "give each input a type of its own"
    if !binds.isEmpty {
      return "remove the bind, tell it apart with .named(_:), or add .override to it if it is to replace the input"
    }
    let lifetimes = subject.lifetimes
    let indices = kinds.compactMap { kind in lifetimes.kinds.firstIndex(of: kind) }
    let isNested = indices.count == 2 && lifetimes.areRelated(indices[0], indices[1])
    return isNested ? "\(own), or leave out the one of the inner kind: what an outer kind is given is there inside it too" : own
  }

  private static func kind(of input: Int, in subject: GraphCheck.Subject) -> TypeName? {
    if case .scoped(let kind) = subject.outline.scope(of: input) { kind } else { nil }
  }
}
