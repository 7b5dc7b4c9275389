// SPDX-License-Identifier: Apache-2.0

/// A need as a bind declares it: its description for the graph, and the type of its slot.
package struct DeclaredNeed: Sendable {
  /// The properties of a need that is not plain.
  private struct Details: Sendable {
    var need: Graph.Need
    var mayBeClosure = false
    var isForHook = false
    var hasOwnName = false
  }

  /// What is known besides the type; few needs have much, so it takes one word.
  private enum More: Sendable {
    case nothing
    case name(Boxed<String>)
    case details(Boxed<Details>)
  }

  let type: any Any.Type
  private var more: More

  private init(_ type: any Any.Type, _ more: More) { (self.type, self.more) = (type, more) }

  private init(_ type: any Any.Type, _ details: Details) { self.init(type, .details(Boxed(details))) }

  package init<Need>(_ type: Need.Type, named name: String? = nil, place: Graph.Need.Place = .parameter) {
    if DeclaredNeed.isPlain(type), place == .parameter {
      self.init(type, name.map { .name(Boxed($0)) } ?? .nothing)
      return
    }
    let isResolver = type == (any Resolver).self
    let need = Graph.Need(
      key: Graph.Key(type: TypeName(type), name: name), wrappers: isResolver ? [] : DeclaredNeed.wrappers(of: type, named: name),
      source: isResolver ? .resolver : .bound, place: place)
    let hasOwnName = place == .property && name != nil
    func isClosure<Target>(_ type: Target.Type) -> Bool { PlainClosure.isPossible(type) }
    let mayBeClosure = _openExistential(need.target.type.type ?? type, do: isClosure)
    self.init(type, Details(need: need, mayBeClosure: mayBeClosure, hasOwnName: hasOwnName))
  }

  /// Whether it is a parameter of a type that is bound as it is, with a name or without.
  var isPlain: Bool { rare == nil }

  /// The name; setting it names every layer.
  var name: String? {
    get { if case .name(let name) = more { name.value } else { rare?.need.key.name } }
    set {
      if isPlain {
        more = newValue.map { .name(Boxed($0)) } ?? .nothing
      } else {
        need.key.name = newValue
        for layer in need.wrappers.indices { need.wrappers[layer].key.name = newValue }
      }
    }
  }

  /// Whether `needs` names it with others of a type: it takes that type, also inside a provider, a collection, a closure or the like. A property that got
  /// its name where it was required keeps it.
  func isNamed<Need>(with type: Need.Type) -> Bool {
    let name = TypeName(type)
    guard let rare else { return type == self.type }
    let (need, target) = (rare.need, rare.need.target.type)
    if need.source != .bound || need.place == .declared || rare.hasOwnName { return false }
    if need.key.type == name || need.wrappers.contains(where: { $0.key.type == name }) { return true }
    guard rare.mayBeClosure, let closure = target.type else { return false }
    return PlainClosure.results(of: type, awaited: true)[ObjectIdentifier(closure)] != nil
  }

  /// Allows an empty collection of a type.
  ///
  /// - Returns: Whether the need takes it: as it is, or in a provider, a closure or the like.
  mutating func allowEmpty<Collection>(_ type: Collection.Type) -> Bool {
    let name = TypeName(type)
    if mayBeClosure { resolveClosure(PlainClosure.results(of: type, awaited: true)) }
    guard need.key.type == name || need.wrappers.contains(where: { $0.key.type == name }) else { return false }
    need.allowsEmpty = true
    return true
  }

  /// The properties of a need that is not plain.
  private var rare: Details? { if case .details(let details) = more { details.value } else { nil } }

  private var details: Details {
    get { rare ?? Details(need: need) }
    set { more = .details(Boxed(newValue)) }
  }

  /// The description of the need in the graph.
  package var need: Graph.Need {
    get { rare?.need ?? Graph.Need(key: Graph.Key(type: TypeName(type), name: name)) }
    set { details.need = newValue }
  }

  /// Whether the type, or the innermost one that it wraps, is a function, which may be a closure that returns a bound type.
  var mayBeClosure: Bool { rare?.mayBeClosure ?? false }

  /// Whether it is the resolver parameter of an `onCreate`.
  package var isForHook: Bool {
    get { rare?.isForHook ?? false }
    set { details.isForHook = newValue }
  }

  /// Whether a type is not derived from another one, not a function and not the resolver. A class is known at once; for other types the first
  /// query makes the run time search all conformances of the program.
  private static func isPlain<Need>(_ type: Need.Type) -> Bool {
    if TypeRelations.isClass(type) { return true }
    return !(type is any DerivedNeed.Type) && type != (any Resolver).self && !PlainClosure.isPossible(type)
  }

  /// A request of the program with a key.
  init<Value>(_ key: Key<Value>) {
    if key.isDynamic, let name = key.name { self.init(dynamic: name) } else { self.init(Value.self, named: key.name) }
  }

  /// A need without a parameter: it only declares an edge.
  package init(declaring key: Graph.Key, problem: String? = nil) {
    self.init(Never.self, Details(need: Graph.Need(key: key, place: .declared, problem: problem)))
  }

  /// A need without a parameter, of a key that the program names.
  init<Need>(declaring key: Key<Need>, problem: String? = nil) {
    self.init(key)
    need.place = .declared
    need.problem = problem
  }

  /// A need of a bind by name. A name that ends in "Provider" means the provider of the rest of the name, unless that exact name is
  /// bound.
  package init(dynamic name: String) {
    var need = Graph.Need(key: Graph.Key(dynamic: name))
    guard let product = DynamicProvider.product(of: name) else {
      self.init((any Sendable).self, Details(need: need))
      return
    }
    need.wrappers = [Graph.Need.Wrapper(form: .provider, key: Graph.Key(dynamic: product))]
    self.init(DynamicProvider.self, Details(need: need))
  }

  /// The layers of a derived type, outermost first.
  static func wrappers(of type: any Any.Type, named name: String?) -> [Graph.Need.Wrapper] {
    var wrappers: [Graph.Need.Wrapper] = []
    var type = type
    while let derived = type as? any DerivedNeed.Type, derived.isNeed {
      type = derived.wrapped
      let key = Graph.Key(type: TypeName(type), name: name)
      wrappers.append(Graph.Need.Wrapper(form: derived.form, key: key, arguments: derived.argumentTypes))
    }
    return wrappers
  }

  /// The kinds of scopes that the need opens: the kind of each ``ScopeOpener`` among its layers.
  var openedKinds: [any ScopeKind.Type] {
    let openers = rare?.need.wrappers.filter { $0.form == .opener } ?? []
    return openers.compactMap { $0.arguments.first?.type as? any ScopeKind.Type }
  }

  /// Marks the function type as a closure that returns a bound type.
  mutating func resolveClosure(_ results: [ObjectIdentifier: any Any.Type]) {
    let innermost = need.target
    guard let type = innermost.type.type, let result = results[ObjectIdentifier(type)] else { return }
    let key = Graph.Key(type: TypeName(result), name: innermost.name)
    need.wrappers.append(Graph.Need.Wrapper(form: PlainClosure.form(of: type), key: key))
    need.wrappers += DeclaredNeed.wrappers(of: result, named: innermost.name)
  }
}
