// SPDX-License-Identifier: Apache-2.0

/// The bindings that nearly answer a key without a binding.
final class NearMisses {
  private struct Candidate {
    var binding: Int
    var distance = 0
    var reason: String?
    /// Whether it is bound for the same type, under another name.
    var isNamesake = false
    /// Whether its value is also a value of the wanted type.
    var isSubstitute = false
    /// Whether a value of the wanted type is also a value of its type.
    var isGeneral = false
    /// Whether its value is an optional of the wanted type.
    var isOptional = false
  }

  /// The near misses, nearest first.
  struct Found {
    /// At most three near misses in words.
    var texts: [String]
    /// The nearest of them that is bound for the same type, under another name.
    var namesake: Int?
    /// The ones whose value is also a value of the wanted type.
    var substitutes: [Int]
    /// The nearest of them whose type includes the wanted one.
    var general: Int?
    /// The one of them that is bound, under the same name, as an optional of the wanted type.
    var optional: Int?
    /// Whether one of them is bound as an optional of the wanted type, under whatever name.
    var isFailable: Bool
  }

  /// The kind of a type, which limits the types that it may be related to.
  private enum Shape {
    case object, existential, other

    init(of type: (any Any.Type)?) {
      guard let type else {
        self = .other
        return
      }
      self = TypeRelations.isClass(type) ? .object : TypeRelations.isExistential(type) ? .existential : .other
    }
  }

  private let wiring: Wiring
  private let graph: Graph
  private let names: Names
  /// Bindings that answer a key, or would if they were visible; without decorators, which only repeat a key.
  private let bindings: [Int]
  /// By the quick name of the type.
  private lazy var byInner = grouped()
  /// In the order of ``bindings``, as are the other two.
  private lazy var words = bindings.map { Spelling.Word(graph.bindings[$0].key.type.inner) }
  private lazy var letterSets = words.map(\.letterSet)
  private lazy var shapes = bindings.map { Shape(of: graph.bindings[$0].key.type.type) }
  /// The budget of conformance questions for one report; each costs microseconds.
  private var conformancesLeft = 4_000
  /// The budget of comparisons for one report; a report of thousands of gaps needs no hint for each.
  private var glancesLeft = 20_000_000

  /// - Parameter graph: The linked graph.
  init(_ wiring: Wiring, of graph: Graph, _ names: Names) {
    self.wiring = wiring
    self.graph = graph
    self.names = names
    bindings = graph.bindings.indices.filter { wiring.isActive($0) && graph.bindings[$0].role != .decorator }
  }

  /// At most three near misses, nearest first, in words: `'Radio' named "spare" (CarModule.swift:19)`.
  ///
  /// - Parameters: As for ``found(for:from:except:)``.
  func texts(for key: Graph.Key, from module: Int?, except: Set<Int> = []) -> [String] {
    found(for: key, from: module, except: except).texts
  }

  /// At most three near misses, nearest first.
  ///
  /// - Parameters:
  ///   - key: The key without a binding.
  ///   - module: The asking module; its private bindings are no near misses. `nil` for the program.
  ///   - except: The asking bindings: none of them can be its own need.
  func found(
    for key: Graph.Key, from module: Int?, except: Set<Int> = []
  ) -> Found {
    var seen = except
    var found: [Candidate] = []
    let isPatient = glancesLeft > 0
    for step in [sameKey, sameType, sameWord, derived] + (isPatient ? [related, spelledAlike] : []) {
      let more = step(key, module).filter { seen.insert($0.binding).inserted }
      let order = sortedPlaces(more.count) { (more[$0].distance, more[$0].binding) < (more[$1].distance, more[$1].binding) }
      found += order.map { more[$0] }
      if found.count >= 3 { break }
    }
    if isPatient { glancesLeft -= bindings.count }
    let nearest = found.prefix(3)
    let texts = nearest.map { candidate in
      names.quotedMention(candidate.binding) + (candidate.reason.map { ", \($0)" } ?? "")
    }
    return Found(
      texts: texts, namesake: nearest.first(where: \.isNamesake)?.binding,
      substitutes: nearest.filter(\.isSubstitute).map(\.binding), general: nearest.first(where: \.isGeneral)?.binding,
      optional: nearest.first { $0.isOptional && graph.bindings[$0.binding].key.name == key.name }?.binding,
      isFailable: nearest.contains(where: \.isOptional))
  }

  private func grouped() -> [String: [Int]] {
    var groups: [String: [Int]] = [:]
    for binding in bindings { groups[graph.bindings[binding].key.type.inner, default: []].append(binding) }
    return groups
  }

  private func ofType(_ key: Graph.Key) -> [Int] {
    (byInner[key.type.inner] ?? []).filter { graph.bindings[$0].key.type == key.type }
  }

  // MARK: From the nearest to the farthest

  /// Bound under this very key, but not visible to the requester.
  private func sameKey(_ key: Graph.Key, _ module: Int?) -> [Candidate] {
    ofType(key).filter { graph.bindings[$0].key == key }.map { binding in
      let declaration = graph.bindings[binding]
      let reason: String? =
        if declaration.contribution != nil {
          "which only contributes to [\(names.type(key.type))]"
        } else if declaration.isPrivate {
          graph.modules.indices.contains(declaration.module)
            ? "which is private to \(names.type(graph.modules[declaration.module].name))" : "which is private"
        } else if declaration.level > 0 {
          "which a child container binds"
        } else {
          nil
        }
      return Candidate(binding: binding, reason: reason)
    }
  }

  /// The same type under another name, similarly spelled names first.
  private func sameType(_ key: Graph.Key, _ module: Int?) -> [Candidate] {
    let wanted = Spelling.Word(key.name ?? "")
    return ofType(key).map { binding in
      let name = graph.bindings[binding].key.name
      let distance = name.map { Spelling.distance(wanted, Spelling.Word($0)) ?? .max } ?? 0
      return Candidate(binding: binding, distance: distance, reason: name == nil ? "which has no name" : nil, isNamesake: true)
    }
  }

  /// Another type of the same name, or a name of the same text.
  private func sameWord(_ key: Graph.Key, _ module: Int?) -> [Candidate] {
    (byInner[key.type.inner] ?? []).filter { graph.bindings[$0].key.type != key.type }.map { binding in
      let isDynamic = graph.bindings[binding].key.type.isDynamic
      let kind = isDynamic == key.type.isDynamic ? "another type" : isDynamic ? "a name, not a type" : "a type, not a name"
      return Candidate(binding: binding, reason: "which is \(kind)")
    }
  }

  /// Bound as an optional, a provider or another derived type.
  private func derived(_ key: Graph.Key, _ module: Int?) -> [Candidate] {
    let inner = key.type.inner
    let short = key.type.description
    let grouped = short.hasPrefix("any ") ? "(\(short))" : short
    let forms = [
      (["Optional<\(inner)>"], "\(grouped)?", "which may be nil"),
      (["Provider<\(inner)>"], "Provider<\(short)>", "which provides it"),
      (["Lazy<\(inner)>"], "Lazy<\(short)>", "which provides it"),
      (["() -> \(inner)", "@Sendable () -> \(inner)"], "() -> \(short)", "which returns it"),
      (["Array<\(inner)>"], "[\(short)]", "which holds several"),
    ]
    return forms.enumerated().flatMap { place, form in
      (form.0 + [form.1]).flatMap { byInner[$0] ?? [] }
        .filter { graph.bindings[$0].key.type.description.hasSuffix(form.1) }
        .map { binding in
          Candidate(
            binding: binding, distance: place, reason: form.2, isOptional: place == 0 && isOptional(binding, of: key.type))
        }
    }
  }

  /// Whether a binding's type is the optional of another one; derived from the names when there are no types.
  private func isOptional(_ binding: Int, of wanted: TypeName) -> Bool {
    let bound = graph.bindings[binding].key.type
    guard let wanted = wanted.type, let bound = bound.type else { return true }
    func optional<Wanted>(_: Wanted.Type) -> any Any.Type { Wanted?.self }
    return _openExistential(wanted, do: optional) == bound
  }

  /// Bound as a type that conforms or inherits, or as a protocol or superclass of the wanted type.
  private func related(_ key: Graph.Key, _ module: Int?) -> [Candidate] {
    guard let wanted = key.type.type else { return [] }
    let isExistential = TypeRelations.isExistential(wanted)
    let isClass = TypeRelations.isClass(wanted)
    // A value type can only be related to protocols, a class only to protocols and classes.
    let suspects = shapes.indices.filter { isExistential || shapes[$0] == .existential || isClass && shapes[$0] == .object }
    let near = suspects.filter { graph.bindings[bindings[$0]].module == module }
    let far = suspects.filter { graph.bindings[bindings[$0]].module != module }
    return (near + far).map { bindings[$0] }.compactMap { binding in
      guard let type = graph.bindings[binding].key.type.type, graph.bindings[binding].key.name == key.name
      else { return nil }
      var reason: String?
      var (isSubstitute, isGeneral) = (false, false)
      if isExistential, conforms(type, to: wanted) {
        (reason, isSubstitute) = ("which conforms to it", true)
      } else if isClass, TypeRelations.isClass(type), TypeRelations.inherits(type, from: wanted) {
        (reason, isSubstitute) = ("which inherits from it", true)
      } else if isClass, TypeRelations.isClass(type), TypeRelations.inherits(wanted, from: type) {
        (reason, isGeneral) = ("from which it inherits", true)
      } else if !isExistential, TypeRelations.isExistential(type), conforms(wanted, to: type) {
        (reason, isGeneral) = ("to which it conforms", true)
      }
      let distance = graph.bindings[binding].module == module ? 0 : 1
      return reason.map {
        Candidate(binding: binding, distance: distance, reason: $0, isSubstitute: isSubstitute, isGeneral: isGeneral)
      }
    }
  }

  /// Bound as a type with a similarly spelled name, or under such a name.
  private func spelledAlike(_ key: Graph.Key, _ module: Int?) -> [Candidate] {
    let wanted = Spelling.Word(key.type.inner)
    let letterSet = wanted.letterSet
    return letterSets.indices.filter { Spelling.mayBeClose(letterSet, letterSets[$0]) }.compactMap { place in
      let candidate = graph.bindings[bindings[place]].key
      guard candidate.name == key.name, candidate.type.isDynamic == key.type.isDynamic else { return nil }
      guard let distance = Spelling.distance(wanted, words[place]) else { return nil }
      return Candidate(binding: bindings[place], distance: distance)
    }
  }

  private func conforms(_ type: any Any.Type, to existential: any Any.Type) -> Bool {
    guard conformancesLeft > 0, !TypeRelations.isExistential(type) else { return false }
    conformancesLeft -= 1
    return TypeRelations.conforms(type, to: existential)
  }
}

extension Wiring {
  /// The bindings that nearly answer a key, in words: at most three, nearest first.
  ///
  /// - Parameters:
  ///   - key: The key without a binding.
  ///   - module: The asking module; `nil` for the program.
  ///   - requester: The binding whose factory asks; `nil` for the program.
  /// - Complexity: O(bindings), with a type's name printed for each. Meant for requests that failed.
  package func nearMisses(for key: Graph.Key, from module: Int?, askedBy requester: Int? = nil) -> [String] {
    let graph = graph
    return NearMisses(self, of: graph, Names(graph)).texts(for: key, from: module, except: requester.map { [$0] } ?? [])
  }

  /// The optional type, in words, that is bound instead of the type itself; `nil` when there is none.
  package func optionalType(for key: Graph.Key) -> String? {
    let graph = graph
    let found = NearMisses(self, of: graph, Names(graph)).found(for: key, from: nil).optional
    return found.map { graph.bindings[$0] }.flatMap { $0.isPrivate || $0.contribution != nil ? nil : $0.key.type.description }
  }

  /// The name under which the type of a plain key without a binding is bound; the first one, `nil` when there is none.
  package func otherName(for key: Graph.Key) -> String? {
    guard key.name == nil else { return nil }
    let graph = graph
    let bound = graph.bindings.indices.first { index in
      let binding = graph.bindings[index]
      return binding.key.type == key.type && binding.contribution == nil && !binding.isPrivate && isActive(index)
    }
    return bound.flatMap { graph.bindings[$0].key.name }
  }
}
