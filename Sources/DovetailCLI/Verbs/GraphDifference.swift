// SPDX-License-Identifier: Apache-2.0
internal import DovetailChecks
internal import DovetailExport

/// The differences between two graphs. Places in files do not count: a binding that only moved is the same.
struct GraphDifference {
  /// Something that both graphs have, and that is not the same in them.
  struct Change: Equatable {
    var key: String
    var old: String
    var new: String
  }

  /// The bindings that only the new graph has, in its order: their keys and what they are.
  private(set) var added: [Change] = []
  /// The bindings that only the old graph has, in its order.
  private(set) var removed: [Change] = []
  /// Bindings that are declared otherwise, with another lifetime for example, then scope types that open elsewhere.
  private(set) var declarations: [Change] = []
  /// Bindings that need something else, then the program itself: what they need no more, and what they need now.
  private(set) var needs: [Change] = []
  /// Bindings that another module declares.
  private(set) var modules: [Change] = []
  /// The diagnostics that only the new graph has, and those that only the old one has.
  private(set) var newFindings: [Diagnostic] = []
  private(set) var goneFindings: [Diagnostic] = []

  /// - Complexity: O(bindings + needs) of both.
  init(from old: GraphFile, to new: GraphFile) {
    let (one, other) = (old.graph, new.graph)
    // A namesake that only one of them has must not rename a type in that one alone.
    let names = Names(
      Graph(
        modules: one.modules + other.modules, bindings: one.bindings + other.bindings,
        scopeKinds: one.scopeKinds + other.scopeKinds, roots: one.roots + other.roots))
    let (before, after) = (Entry.all(of: one, names), Entry.all(of: other, names))
    // Of several with one identity, those that are the same are pairs; the rest is paired in its order.
    var same = Queues(before.indices) { before[$0].whole }
    let pairs = after.map { same.next($0.whole) }
    let paired = Set(pairs.compactMap(\.self))
    var rest = Queues(before.indices.filter { !paired.contains($0) }) { before[$0].id }
    for (entry, pair) in zip(after, pairs) where pair == nil {
      guard let earlier = rest.next(entry.id).map({ before[$0] }) else {
        added.append(Change(key: entry.title, old: "", new: entry.inWords))
        continue
      }
      if earlier.life != entry.life { declarations.append(Change(key: entry.title, old: earlier.life, new: entry.life)) }
      if earlier.module != entry.module { modules.append(Change(key: entry.title, old: earlier.module, new: entry.module)) }
      compareNeeds(of: entry.title, earlier.needs, entry.needs)
    }
    compareNeeds(
      of: "the program", one.roots.map { names.key($0.key).onOneLine }, other.roots.map { names.key($0.key).onOneLine })
    let openings = Dictionary(
      one.scopeKinds.map { ($0.type.qualified, GraphDifference.opening(of: $0, names)) }, uniquingKeysWith: { first, _ in first })
    for kind in other.scopeKinds {
      let opening = GraphDifference.opening(of: kind, names)
      guard let earlier = openings[kind.type.qualified], earlier != opening else { continue }
      declarations.append(Change(key: names.type(kind.type).onOneLine, old: earlier, new: opening))
    }
    removed = rest.all.sorted().map { Change(key: before[$0].title, old: before[$0].inWords, new: "") }
    let (found, now) = (old.checked.diagnostics, new.checked.diagnostics)
    newFindings = GraphDifference.missing(now, from: found, by: GraphDifference.identity)
    goneFindings = GraphDifference.missing(found, from: now, by: GraphDifference.identity)
  }

  /// `2 added, 1 removed`; `no difference` when there is none.
  var summary: String {
    let counts = [
      (added.count, "added"), (removed.count, "removed"), (declarations.count, "declared otherwise"),
      (needs.count, "with other dependencies"), (modules.count, "in another module"),
    ]
    let findings = [(newFindings.count, "new"), (goneFindings.count, "fixed")].filter { $0.0 > 0 }.map { count, word in
      "\(count) \(word) diagnostic\(count == 1 ? "" : "s")"
    }
    let words = counts.filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" } + findings
    return words.isEmpty ? "no difference" : words.joined(separator: ", ")
  }

  private mutating func compareNeeds(of title: String, _ old: [String], _ new: [String]) {
    let lost = GraphDifference.missing(old, from: new, by: \.self)
    let gained = GraphDifference.missing(new, from: old, by: \.self)
    if lost.isEmpty, gained.isEmpty { return }
    needs.append(Change(key: title, old: lost.joined(separator: ", "), new: gained.joined(separator: ", ")))
  }

  /// Where a scope of a kind opens, in words.
  private static func opening(of kind: Graph.ScopeKind, _ names: Names) -> String {
    kind.parent.map { "opens inside \(names.type($0).onOneLine)" } ?? "opens in the container"
  }

  /// The elements that the first list has more often than the second, in its order.
  private static func missing<Element>(
    _ elements: [Element], from others: [Element], by identity: (Element) -> String
  ) -> [Element] {
    var left = Dictionary(others.map { (identity($0), 1) }, uniquingKeysWith: +)
    return elements.filter { element in
      let known = identity(element)
      left[known, default: 0] -= 1
      return left[known, default: 0] < 0
    }
  }

  /// What tells diagnostics apart: a binding may have moved in its file.
  private static func identity(_ finding: Diagnostic) -> String { "\(finding.id)\n\(finding.location.file)\n\(finding.message)" }
}

/// The indices of entries by a text, in their order.
private struct Queues {
  private var queues: [String: ArraySlice<Int>]

  init(_ indices: some Sequence<Int>, by text: (Int) -> String) {
    queues = Dictionary(grouping: indices, by: text).mapValues { $0[...] }
  }

  /// Takes the next one; `nil` when there is none left.
  mutating func next(_ text: String) -> Int? { queues[text]?.popFirst() }

  /// Those that are left.
  var all: [Int] { queues.values.flatMap(\.self) }
}

/// A binding, as it is compared.
private struct Entry {
  /// Its identity in both graphs: its key and the kind of declaration. Several may have one.
  var id: String
  var title: String
  var life: String
  var needs: [String]
  var module: String
  var place: String

  /// Everything that counts.
  var whole: String { ([id, life, module] + needs).joined(separator: "\n") }

  var inWords: String { place.isEmpty ? life : "\(life)  \(place)" }

  static func all(of graph: Graph, _ names: Names) -> [Entry] {
    let subject = GraphCheck.Subject(Wiring(graph))
    subject.names = names
    return graph.bindings.indices.filter { subject.wiring.isActive($0) }.map { index in
      let binding = graph.bindings[index]
      let module = subject.module(of: index) ?? ""
      var kind = binding.role == .decorator ? "decorator" : binding.role == .input ? "input" : ""
      if let contribution = binding.contribution {
        kind += contribution.mapKey.map { "part \($0.quoted)" } ?? "part of \(module)"
      }
      if binding.isPrivate { kind += " private to \(module)" }
      let name = binding.key.name.map(\.quoted) ?? ""
      let words =
        [subject.life(of: index)] + subject.traits(of: index) + (binding.closes ? ["closed"] : [])
        + (binding.starts ? ["started"] : [])
        + (binding.isOverride ? ["override"] : [])
      let needs = binding.needs.indices.filter { binding.needs[$0].source == .bound }
      return Entry(
        id: "\(binding.key.type.qualified) \(name) \(kind) \(binding.level)", title: subject.names.key(binding.key).onOneLine,
        life: words.joined(separator: ", ").onOneLine, needs: needs.map { subject.names.key(binding.needs[$0].key).onOneLine },
        module: module.onOneLine, place: binding.location.isKnown ? binding.location.inShort.onOneLine : "")
    }
  }
}
