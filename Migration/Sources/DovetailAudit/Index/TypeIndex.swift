// SPDX-License-Identifier: Apache-2.0
internal import SwiftSyntax

/// The declarations of a program that the meaning of a registration depends on.
struct TypeIndex {
  struct Parameter {
    var label: String?
    var name: String
    /// As it is written.
    var type: String
    var hasDefault: Bool
  }

  struct Declared {
    enum Kind { case `protocol`, `class`, `struct`, other }
    var kind: Kind
    var inherits: [String] = []
    var generics: Set<String> = []
    var initialisers: [[Parameter]] = []
    /// The stored properties of a struct, which its memberwise initialiser takes.
    var members: [Parameter] = []
    /// The number of declarations of this name: with two, nothing is known.
    var count = 1
  }

  /// By the name without outer types.
  private(set) var types: [String: Declared] = [:]
  /// The types of aliases that are declared once: `Cache` for `typealias Store = Cache`. Those in a type are also there as `Outer.Store`.
  private(set) var aliases: [String: String] = [:]
  private var ambiguousAliases: Set<String> = []
  /// Those that are declared in a type.
  private var innerAliases: Set<String> = []
  /// `[name]`: what stands before the name of a type: a module, or an outer type.
  var prefixes: [String: Set<String>] = [:]
  /// Literal constants: `Names.spare` and its text.
  private(set) var constants: [String: String] = [:]
  private var ambiguousConstants: Set<String> = []
  /// Property wrappers that ask a container for the type of their property.
  var wrappers: Set<String> = []
  /// Generic functions that ask a container for their type parameter, or register it: their calls name the type.
  var forwarders: Set<String> = []
  /// Names at the top of files: global functions and values.
  var globals: Set<String> = []
  /// Those of them that every file has.
  var sharedGlobals: Set<String> = []
  /// The names of all imported modules.
  var modules: Set<String> = []

  mutating func add(_ name: String, _ declared: Declared) {
    guard var known = types[name] else { return types[name] = declared }
    known.count += 1
    types[name] = known
  }

  mutating func extend(_ name: String, inherits: [String], initialisers: [[Parameter]]) {
    types[name]?.inherits += inherits
    types[name]?.initialisers += initialisers
  }

  mutating func add(alias: String, for type: String, in outer: String?) {
    if let outer {
      innerAliases.insert(alias)
      add(alias: "\(outer).\(alias)", for: type, in: nil)
    }
    if let known = aliases[alias], known != type { ambiguousAliases.insert(alias) }
    aliases[alias] = type
  }

  mutating func add(constant name: String, _ text: String) {
    if let known = constants[name], known != text { ambiguousConstants.insert(name) }
    constants[name] = text
  }

  /// The type that a text means: without aliases, and without the name of an imported module.
  func canonical(_ type: String) -> String {
    var type = Texts.type(type)
    for _ in 0..<8 {
      guard let alias = aliases[type], !ambiguousAliases.contains(type) else { break }
      // A type of the name is nearer to most code than an alias in another type.
      if types[type] != nil, innerAliases.contains(type) { break }
      type = Texts.type(alias)
    }
    if let point = type.firstIndex(of: "."), isModule(String(type[..<point])) {
      let name = String(type[type.index(after: point)...])
      // Types of one name in two modules are two types.
      if (prefixes[name] ?? []).filter(isModule).count < 2 { type = name }
    }
    return type
  }

  private func isModule(_ name: String) -> Bool { modules.contains(name) && types[name] == nil }

  /// The text of a constant; `nil` when it is not known.
  func constant(_ path: [String]) -> String? {
    guard path.count >= 2 else { return path.first.flatMap { globals.contains($0) ? known($0) : nil } }
    return known(path.suffix(2).joined(separator: "."))
  }

  private func known(_ name: String) -> String? { ambiguousConstants.contains(name) ? nil : constants[name] }

  /// The declaration of a type, when there is one of its name.
  func declared(_ type: String) -> Declared? { types[Texts.lastName(type)].flatMap { $0.count == 1 ? $0 : nil } }

  func isProtocol(_ type: String) -> Bool { declared(type)?.kind == .protocol }

  /// A type as Dovetail takes it: `any API` for a protocol.
  func spelled(_ type: String) -> String {
    if type.hasSuffix("?") {
      let inner = spelled(Texts.type(String(type.dropLast())))
      return inner.hasPrefix("any ") ? "(\(inner))?" : inner + "?"
    }
    if let elements = Texts.elements(of: type) {
      return "[\(elements.map { spelled(Texts.type($0)) }.joined(separator: ": "))]"
    }
    let isComposition = type.split(separator: "&").contains { isProtocol(Texts.type(String($0))) } && type.contains("&")
    return isProtocol(type) || isComposition ? "any \(type)" : type
  }

  /// The types from which a type inherits, itself included.
  func ancestry(of type: String) -> [String] {
    var (found, work): ([String], [String]) = ([], [Texts.lastName(type)])
    while let next = work.popLast() {
      if found.contains(next) { continue }
      found.append(next)
      work += (declared(next)?.inherits ?? []).map(Texts.lastName)
    }
    return found
  }

  /// The parameters of the initialiser with some labels; `nil` when there is no such one, or more than one.
  func parameters(of type: String, labels: [String]?) -> [Parameter]? {
    guard let declared = declared(type), declared.kind == .class || declared.kind == .struct else { return nil }
    var candidates = declared.initialisers
    if candidates.isEmpty {
      if declared.kind == .struct { candidates = [declared.members] }
      // A class without a superclass and without initialisers has the one without parameters.
      if declared.kind == .class { candidates = declared.inherits.allSatisfy { isProtocol($0) } ? [[]] : [] }
    }
    if let labels { candidates = candidates.filter { $0.map { $0.label ?? "_" } == labels } }
    return candidates.count == 1 ? candidates[0] : nil
  }
}
