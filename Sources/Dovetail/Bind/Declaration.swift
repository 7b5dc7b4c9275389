// SPDX-License-Identifier: Apache-2.0

/// What a bind says about itself, apart from how its value is made.
struct Declaration: Sendable {
  var key: Graph.Key
  var role = Graph.Binding.Role.factory
  var scope = ScopeChoice.transient
  var needs: [NeedRequest] = []
  var arguments: [TypeName] = []
  /// The values of the arguments when the caller gives none; as many as there are arguments, or none.
  var defaults: [any Sendable] = []
  var contribution: Graph.Binding.Contribution?
  var isOverride = false
  var isPrivate = false
  var closes = false
  /// Whether it is built, and perhaps more, when the container starts.
  var starts = false
  /// Whether the factory is asynchronous.
  var isAsync = false
  /// Whether it reaches out of the program.
  var isLive = false
  /// The actor to which a synchronous factory belongs.
  var isolation: String?
  /// What the bind itself reports.
  var findings: [Diagnostic] = []
  let location: SourceLocation
}

/// A need as a bind declares it: what the graph says of it, and the type for which its slot is made.
struct NeedRequest: Sendable {
  var need: Graph.Need
  let type: any Any.Type
  /// Whether the type is a function, so that it may stand for a closure that returns something bound.
  let mayBeClosure: Bool
  /// Whether it is the resolver that an `onCreate` takes.
  var isForHook = false

  init<Need>(_ type: Need.Type, named name: String? = nil, place: Graph.Need.Place = .parameter) {
    self.type = type
    let key = Graph.Key(type: TypeName(type), name: name)
    let isResolver = type == (any Resolver).self
    let wrappers = isResolver ? [] : NeedRequest.wrappers(of: type, named: name)
    need = Graph.Need(key: key, wrappers: wrappers, source: isResolver ? .resolver : .bound, place: place)
    mayBeClosure = PlainClosure.isPossible(type)
  }

  /// What the program asks for with a key.
  init<Value>(_ key: Key<Value>) {
    if key.isDynamic, let name = key.name { self.init(dynamic: name) } else { self.init(Value.self, named: key.name) }
  }

  /// A need that no factory takes: it only makes an edge known.
  init(declaring key: Graph.Key, problem: String? = nil) {
    type = Never.self
    need = Graph.Need(key: key, place: .declared, problem: problem)
    mayBeClosure = false
  }

  /// A need that no factory takes, of a key that the program names.
  init<Need>(declaring key: Key<Need>, problem: String? = nil) {
    self.init(key)
    need.place = .declared
    need.problem = problem
  }

  /// A need of a bind that is declared by name. A name that ends in "Provider" stands for the provider of the rest, unless something is
  /// bound under that very name.
  init(dynamic name: String) {
    need = Graph.Need(key: Graph.Key(dynamic: name))
    mayBeClosure = false
    if let product = DynamicProvider.product(of: name) {
      type = DynamicProvider.self
      need.wrappers = [Graph.Need.Wrapper(form: .provider, key: Graph.Key(dynamic: product))]
    } else {
      type = (any Sendable).self
    }
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

  /// Gives the need a name, at every layer.
  mutating func rename(_ name: String?) {
    need.key.name = name
    for layer in need.wrappers.indices { need.wrappers[layer].key.name = name }
  }

  /// Says that the function type is a closure that returns a bound type.
  mutating func resolveClosure(_ results: [ObjectIdentifier: any Any.Type]) {
    let innermost = need.target
    guard let type = innermost.type.type, let result = results[ObjectIdentifier(type)] else { return }
    let key = Graph.Key(type: TypeName(result), name: innermost.name)
    need.wrappers.append(Graph.Need.Wrapper(form: .closure, key: key))
    need.wrappers += NeedRequest.wrappers(of: result, named: innermost.name)
  }
}
