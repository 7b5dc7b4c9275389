// SPDX-License-Identifier: Apache-2.0
internal import DovetailGraph
internal import SwiftSyntax

/// The lines of one bind, or the reason why there are none.
struct BindText {
  private(set) var lines: [String] = []
  /// Why it is left; `nil` when it is written.
  private(set) var obstacle: String?
  private let foreign: ForeignGraph
  private let entry: Int

  init(_ foreign: ForeignGraph, _ entry: Int) {
    (self.foreign, self.entry) = (foreign, entry)
    let registration = foreign.registration(of: entry)
    obstacle = hidden([key.type.description], registration)
    guard obstacle == nil else { return }
    if foreign.entries[entry].forwardsTo != nil {
      writeForward(registration)
      return
    }
    obstacle = registration.obstacles.first
    if foreign.entries[entry].registrations.count > 1 { obstacle = obstacle ?? "another registration may stand in its place" }
    guard obstacle == nil else { return }
    switch registration.code {
    case .closure(let closure): writeClosure(registration, closure)
    case .initializer(let type, let labels): writeInitialiser(registration, type, labels)
    case .none: obstacle = "its factory is no closure"
    }
    for remark in registration.remarks { lines.append("// left: \(remark)") }
    if foreign.kept.contains(entry) {
      lines.append(
        "// Swinject shared it within one resolve; something longer-lived keeps it, so here each one that asks gets its own.")
    }
  }

  private var key: Graph.Key { foreign.entries[entry].key }
  private var index: TypeIndex { foreign.facts.index }

  /// A type as an argument: `ParcelHistory.self`, `(any ParcelAPI).self`.
  static func metatype(_ type: String) -> String {
    type.hasPrefix("any ") || type.contains("&") || type.contains("->") ? "(\(type)).self" : "\(type).self"
  }

  private func boundType(_ request: Request) -> String {
    let key = foreign.answer(to: request).map { foreign.entries[$0].key } ?? foreign.missingKey(request)
    return index.spelled(key.type.description)
  }

  /// Why another file cannot name some types; `nil` when it can.
  private func hidden(_ types: [String], _ registration: Registration) -> String? {
    let enclosing = registration.enclosingTypes
    return types.lazy.compactMap { registration.file.privateNames.hidden(inType: $0, in: enclosing) }.first
      .map { "'\($0)' is private in its file" }
  }

  // MARK: The three forms

  private mutating func writeForward(_ registration: Registration) {
    guard let target = foreign.entries[entry].forwardsTo else { return }
    if !registration.arguments.isEmpty { return obstacle = "what it forwards to takes arguments of its caller" }
    let source = foreign.entries[target].key
    let type = index.spelled(source.type.description)
    let needs = source.name.map { ".needs(\(Self.metatype(type)), named: \(Texts.literal($0)))" } ?? ""
    lines = ["Bind(\(Self.metatype(index.spelled(key.type.description)))) { (it: \(type)) in it }\(needs)\(named)"]
  }

  private mutating func writeInitialiser(_ registration: Registration, _ type: String, _ labels: [String]?) {
    let bound = index.spelled(key.type.description)
    let function = "\(type).init" + (labels.map { "(\($0.map { $0 + ":" }.joined()))" } ?? "")
    let head = bound == type ? "Bind(\(function))" : "Bind(\(Self.metatype(bound)), \(function))"
    let types = registration.arguments.compactMap { $0.type.map(index.spelled) }
    guard types.count == registration.arguments.count else { return obstacle = "the types of its arguments are not known" }
    obstacle = hidden(types + [type], registration)
    guard obstacle == nil else { return }
    lines = [head + scope + named + arguments(types)]
  }

  private mutating func writeClosure(_ registration: Registration, _ closure: ClosureExprSyntax) {
    var text = FactoryText(registration, closure, index, type: boundType)
    let requests = registration.requests.sorted { $0.place < $1.place }.filter { $0.source != nil }
    for (place, request) in requests.enumerated() {
      text.name(place, foreign.answer(to: request).map { foreign.entries[$0].key.name } ?? foreign.missingKey(request).name)
    }
    obstacle = text.obstacle
    if !Set(text.arguments.map(\.type)).isDisjoint(with: text.needs.map(\.type)) {
      obstacle = "an argument and a request have one type"
    }
    if text.needs.contains(where: { $0.nameOfBind != nil && $0.type.hasSuffix("?") }) {
      obstacle = obstacle ?? "it asks for an optional value by its name"
    }
    obstacle = obstacle ?? hidden((text.needs + text.arguments).map(\.type), registration)
    guard obstacle == nil else { return }
    let bound = index.spelled(key.type.description)
    let parameters = (text.arguments + text.needs).map {
      "\($0.name): \(Texts.isFunction($0.type) ? "@escaping " : "")\($0.type)"
    }
    .joined(separator: ", ")
    var signature = [text.attributes, parameters.isEmpty ? "" : "(\(parameters))"].filter { !$0.isEmpty }.joined(separator: " ")
    if !text.isOneStatement { signature += (parameters.isEmpty ? "()" : "") + " -> \(bound)" }
    if !signature.isEmpty { signature += " in" }
    let modifiers = scope + named + needs(text.needs) + arguments(text.arguments.map(\.type))
    let head = "Bind(\(Self.metatype(bound))) {" + (signature.isEmpty ? "" : " " + signature)
    if text.lines.count == 1, head.count + text.lines[0].count + modifiers.count < 120 {
      lines = ["\(head) \(text.lines[0]) }\(modifiers)"]
    } else {
      lines = [head] + text.lines.map { $0.isEmpty ? "" : "  " + $0 } + ["}"] + (modifiers.isEmpty ? [] : [modifiers])
    }
  }

  // MARK: Modifiers

  private var scope: String {
    if case .timeToLive(let seconds) = foreign.registration(of: entry).scope { return ".in(.timeToLive(.seconds(\(seconds))))" }
    return switch foreign.entries[entry].scope {
    case .transient, .custom: ""
    case .graph: ".in(.graph)"
    case .singleton: ".in(.singleton)"
    case .weak: ".in(.weak)"
    case .scoped(let kind): ".in(.scoped(\(kind).self))"
    }
  }

  private var named: String { key.name.map { ".named(\(Texts.literal($0)))" } ?? "" }

  private func arguments(_ types: [String]) -> String {
    types.isEmpty ? "" : ".arguments(\(types.map(Self.metatype).joined(separator: ", ")))"
  }

  /// The names of what is asked for, a list for each type that has one: it is for the optional values of the type, too.
  private func needs(_ needs: [FactoryText.Parameter]) -> String {
    var text = ""
    var written: Set<String> = []
    for need in needs where need.nameOfBind != nil && written.insert(need.type).inserted {
      let names = needs.filter { [need.type, FactoryText.optional(need.type)].contains($0.type) }
        .map { $0.nameOfBind.map(Texts.literal) ?? "nil" }
      text += ".needs(\(Self.metatype(need.type)), named: \(names.joined(separator: ", ")))"
    }
    return text
  }
}
