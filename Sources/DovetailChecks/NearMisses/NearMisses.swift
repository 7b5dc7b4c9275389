// SPDX-License-Identifier: Apache-2.0

/// The bindings that nearly answer a key without a binding.
final class NearMisses {
  /// The relation of a near miss to the wanted key, where a remedy follows from it.
  enum Relation {
    /// Bound for the same type, under another name.
    case namesake
    /// Its value is also a value of the wanted type.
    case substitute
    /// A value of the wanted type is also a value of its type.
    case general
    /// Its value is an optional of the wanted type; in the other case, under another name.
    case optional, otherOptional
    /// A function type of the same parameters and result, whose attributes or effects differ.
    case function
  }

  struct Candidate {
    var binding: Int
    var distance = 0
    var reason: String?
    var relation: Relation?
  }

  /// The near misses, at most three, nearest first.
  struct Found {
    /// In words: `'Radio' named "spare" (CarModule.swift:19)`.
    let texts: [String]
    let nearest: [Candidate]

    /// The bindings of a relation.
    func all(_ relation: Relation) -> [Int] { nearest.filter { $0.relation == relation }.map(\.binding) }

    /// The nearest binding of a relation; `nil` when there is none.
    func first(_ relation: Relation) -> Int? { all(relation).first }
  }

  /// What one step looks for.
  private struct Search {
    let key: Graph.Key
    /// The asking module; `nil` for the program.
    let module: Int?
    /// Whether a binding is meant that no step has found yet.
    let isNew: (Int) -> Bool
  }

  private let graph: Graph
  private let names: Names
  /// Bindings that answer a key, or would if they were visible; without decorators, which only repeat a key.
  private let bindings: [Int]
  private lazy var byKey = Dictionary(grouping: bindings) { key(of: $0) }
  private lazy var byType = Dictionary(grouping: bindings) { key(of: $0).type }
  /// The names of those, in the same order.
  private var namesByType: [TypeName: Spelling.Words] = [:]
  /// By the quick name of the type.
  private lazy var byInner = Dictionary(grouping: bindings) { key(of: $0).type.inner }
  /// The different types, in the order of ``bindings``.
  private lazy var types = {
    var known: Set<TypeName> = []
    return bindings.map { key(of: $0).type }.filter { known.insert($0).inserted }
  }()
  /// Their quick names, in the same order.
  private lazy var words = Spelling.Words(types.map(\.inner))
  /// In the order of ``bindings``.
  private lazy var areExistential = bindings.map { key(of: $0).type.type.map(isExistential) ?? false }
  private lazy var functions = bindings.filter { key(of: $0).type.inner.contains(" -> ") }
  /// The levels of the containers that modules are part of, by module.
  private lazy var levels = Dictionary(
    graph.bindings.indices.map { (graph.bindings[$0].module, graph.bindings[$0].level) }, uniquingKeysWith: max)
  /// The budget of conformance questions for one report; each costs microseconds.
  private var conformancesLeft = 4_000
  /// The budgets of one report. When no bindings may be looked at any more, hints are left out. When no words may be compared any more, only those are that
  /// differ in about one edit.
  private var glancesLeft = 1_000_000
  private var comparisonsLeft = 100_000

  init(_ wiring: Wiring, _ names: Names) {
    let graph = wiring.graph
    self.graph = graph
    self.names = names
    bindings = graph.bindings.indices.filter { wiring.isActive($0) && graph.bindings[$0].role != .decorator }
  }

  /// At most three near misses, nearest first.
  ///
  /// - Parameters:
  ///   - key: The key without a binding.
  ///   - module: The asking module; its private bindings are no near misses. `nil` for the program.
  ///   - except: The asking bindings: none of them can be its own dependency.
  ///   - isFirst: Whether a binding comes before others that are as near.
  func found(
    for key: Graph.Key, from module: Int?, except: Set<Int> = [], first isFirst: ((Int) -> Bool)? = nil
  ) -> Found {
    var nearest: [Candidate] = []
    var seen = except
    let steps = [sameKey, sameType, sameWord, sameFunction, derived, related, spelledAlike]
    let turns = isFirst.map { isFirst in [isFirst, { !isFirst($0) }] } ?? [{ _ in true }]
    for (step, isNow) in steps.flatMap({ step in turns.map { (step, $0) } }) where nearest.count < 3 {
      let found = step(Search(key: key, module: module) { [seen] in isNow($0) && !seen.contains($0) })
      var more = Spelling.Nearest<Candidate>(limit: 3 - nearest.count)
      for candidate in found where isNow(candidate.binding) && seen.insert(candidate.binding).inserted {
        more.add(candidate, candidate.distance)
      }
      nearest += more.found.map(\.element)
    }
    let texts = nearest.map { near in
      let binding = graph.bindings[near.binding]
      let list = binding.contribution == nil ? nil : "only contributes to \(names.collection(of: binding.key))"
      let reason = near.reason.map { $0 + (list.map { " and \($0)" } ?? "") } ?? list.map { "which \($0)" }
      return names.quoted(binding.key) + binding.location.inParentheses + (reason.map { ", \($0)" } ?? "")
    }
    return Found(texts: texts, nearest: nearest)
  }

  /// The places of at most three words that are spelled like another one, closest first.
  ///
  /// - Parameter isMeant: Whether the word at a place may be an answer.
  func closest(
    to word: String, in words: Spelling.Words, where isMeant: (Int) -> Bool = { _ in true }
  ) -> Spelling.Nearest<Int> {
    let wanted = Spelling.Word(word)
    let comparesAll = words.all.count <= comparisonsLeft
    if comparesAll { comparisonsLeft -= words.all.count }
    let places = comparesAll ? Array(words.all.indices) : words.places(near: wanted)
    return Spelling.closest(to: wanted, in: words.all, at: places.filter(isMeant))
  }

  private func key(of binding: Int) -> Graph.Key { graph.bindings[binding].key }

  /// Bindings that are looked at one by one; none when there are more than the budget allows.
  private func looked(at bindings: [Int]?, in search: Search) -> [Int] {
    guard let bindings, bindings.count <= glancesLeft else { return [] }
    glancesLeft -= bindings.count
    return bindings.filter(search.isNew)
  }

  // MARK: From the nearest to the farthest

  /// Bound under this very key, but not visible to the requester.
  private func sameKey(_ search: Search) -> [Candidate] {
    looked(at: byKey[search.key], in: search).map { binding in
      let declaration = graph.bindings[binding]
      let home = graph.modules.indices.contains(declaration.module) ? graph.modules[declaration.module] : nil
      let reason: String? =
        if declaration.isPrivate {
          "which is private" + (home.map { " to \(names.type($0.name))" } ?? "")
        } else if let asker = search.module.flatMap({ levels[$0] }), declaration.level > asker {
          "which a child container binds"
        } else {
          nil
        }
      return Candidate(binding: binding, reason: reason)
    }
  }

  /// The same type under another name, similarly spelled names first.
  private func sameType(_ search: Search) -> [Candidate] {
    let (key, isNew) = (search.key, search.isNew)
    let namesakes = byType[key.type] ?? []
    var nearest = Spelling.Nearest<Int>()
    for binding in byKey[Graph.Key(type: key.type)] ?? [] where isNew(binding) { nearest.add(binding, 0) }
    if let name = key.name {
      let words = namesByType[key.type] ?? Spelling.Words(namesakes.map { self.key(of: $0).name ?? "" })
      namesByType[key.type] = words
      for (place, distance) in closest(to: name, in: words, where: { isNew(namesakes[$0]) }).found {
        nearest.add(namesakes[place], distance)
      }
    }
    for binding in namesakes {
      if nearest.found.count == nearest.limit || glancesLeft == 0 { break }
      glancesLeft -= 1
      if isNew(binding), !nearest.found.contains(where: { $0.element == binding }) { nearest.add(binding, .max) }
    }
    return nearest.found.map { binding, distance in
      let reason = self.key(of: binding).name == nil ? "which has no name" : nil
      return Candidate(binding: binding, distance: distance, reason: reason, relation: .namesake)
    }
  }

  /// Another type of the same name, or a name of the same text.
  private func sameWord(_ search: Search) -> [Candidate] {
    let key = search.key
    return looked(at: byInner[key.type.inner], in: search).filter { self.key(of: $0).type != key.type }.map { binding in
      let isDynamic = self.key(of: binding).type.isDynamic
      let kind = isDynamic == key.type.isDynamic ? "another type" : isDynamic ? "a name, not a type" : "a type, not a name"
      return Candidate(binding: binding, reason: "which is \(kind)")
    }
  }

  /// Bound as a function type with the same parameters and result: `@Sendable (Int) -> Car` for `(Int) -> Car`.
  private func sameFunction(_ search: Search) -> [Candidate] {
    let key = search.key
    guard let wanted = FunctionText(names.short(key.type)), !wanted.isDerived else { return [] }
    return looked(at: functions, in: search).compactMap { binding in
      guard case let bound = self.key(of: binding), bound.name == key.name, bound.type != key.type,
        let function = FunctionText(names.short(bound.type)), function.arguments == wanted.arguments,
        function.result == wanted.result
      else { return nil }
      return Candidate(binding: binding, reason: "which is another function type", relation: .function)
    }
  }

  /// Bound as an optional, a provider or another derived type.
  private func derived(_ search: Search) -> [Candidate] {
    let key = search.key
    let (inner, short) = (key.type.inner, names.short(key.type))
    let grouped = short.hasPrefix("any ") ? "(\(short))" : short
    var (found, distance): ([Candidate], Int) = ([], 0)
    func find(_ forms: [String], _ text: String, _ reason: String) {
      for binding in (forms + [text]).flatMap({ looked(at: byInner[$0], in: search) }) {
        let bound = self.key(of: binding)
        guard names.short(bound.type).hasSuffix(text) else { continue }
        let isOptional = distance == 0 && isOptional(bound.type, of: key.type)
        let relation: Relation? = !isOptional ? nil : bound.name == key.name ? .optional : .otherOptional
        found.append(Candidate(binding: binding, distance: distance, reason: reason, relation: relation))
      }
      distance += 1
    }
    find(["Optional<\(inner)>"], "\(grouped)?", "which may be nil")
    find(["Provider<\(inner)>"], "Provider<\(short)>", "which provides it")
    find(["Lazy<\(inner)>"], "Lazy<\(short)>", "which provides it")
    find(["() -> \(inner)", "@Sendable () -> \(inner)"], "() -> \(short)", "which returns it")
    find(["Array<\(inner)>"], "[\(short)]", "which holds several")
    return found
  }

  /// Whether a type is the optional of another one; derived from the names when there are no types.
  private func isOptional(_ bound: TypeName, of wanted: TypeName) -> Bool {
    guard let wanted = wanted.type, let bound = bound.type else { return true }
    func optional<Wanted>(_: Wanted.Type) -> any Any.Type { Wanted?.self }
    return _openExistential(wanted, do: optional) == bound
  }

  /// Bound as a type with a similarly spelled name, or under such a name.
  private func spelledAlike(_ search: Search) -> [Candidate] {
    func meant(_ place: Int) -> [Int] {
      let type = types[place]
      guard type.isDynamic == search.key.type.isDynamic else { return [] }
      return Array((byKey[Graph.Key(type: type, name: search.key.name)] ?? []).lazy.filter(search.isNew).prefix(3))
    }
    let close = closest(to: search.key.type.inner, in: words) { !meant($0).isEmpty }
    return close.found.flatMap { place, distance in meant(place).map { Candidate(binding: $0, distance: distance) } }
  }

  // MARK: Conformance and inheritance

  /// Bound as a type that conforms or inherits, or as a protocol or superclass of the wanted type. Those of the asking module are asked first.
  private func related(_ search: Search) -> [Candidate] {
    guard let wanted = search.key.type.type, !looked(at: bindings, in: search).isEmpty else { return [] }
    let isWantedExistential = isExistential(wanted)
    let isNear = { self.graph.bindings[self.bindings[$0]].module == search.module }
    return (bindings.indices.filter(isNear) + bindings.indices.filter { !isNear($0) }).compactMap { place in
      let bound = key(of: bindings[place])
      guard bound.name == search.key.name, let type = bound.type.type,
        let (reason, relation) = relation(of: type, areExistential[place], to: wanted, isWantedExistential)
      else { return nil }
      return Candidate(binding: bindings[place], distance: isNear(place) ? 0 : 1, reason: reason, relation: relation)
    }
  }

  private func relation(
    of type: any Any.Type, _ isExistential: Bool, to wanted: any Any.Type, _ isWantedExistential: Bool
  ) -> (String, Relation)? {
    switch (isExistential, isWantedExistential) {
    case (true, true): nil
    case (_, true): conforms(type, to: wanted) ? ("which conforms to it", .substitute) : nil
    case (true, _): conforms(wanted, to: type) ? ("to which it conforms", .general) : nil
    default:
      TypeRelations.inherits(type, from: wanted)
        ? ("which inherits from it", .substitute)
        : TypeRelations.inherits(wanted, from: type) ? ("from which it inherits", .general) : nil
    }
  }

  /// Whether a type is `any P`; the quick question is first.
  private func isExistential(_ type: any Any.Type) -> Bool { !TypeRelations.isClass(type) && TypeRelations.isExistential(type) }

  private func conforms(_ type: any Any.Type, to existential: any Any.Type) -> Bool {
    conformancesLeft -= 1
    return conformancesLeft >= 0 && TypeRelations.conforms(type, to: existential)
  }
}
