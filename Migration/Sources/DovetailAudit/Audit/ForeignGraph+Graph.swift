// SPDX-License-Identifier: Apache-2.0
internal import DovetailGraph

extension ForeignGraph {
  /// The graph that the checks read: first the entries, then the units, which are the requests of the program.
  func graph() -> Graph {
    var modules: [Graph.Module] = []
    var places: [String: Int] = [:]
    func module(_ name: String) -> Int {
      if let place = places[name] { return place }
      places[name] = modules.count
      modules.append(Graph.Module(name: TypeName(text: name)))
      return modules.count - 1
    }
    var graph = Graph()
    for (index, entry) in entries.enumerated() {
      let registration = registration(of: index)
      var binding = Graph.Binding(key: entry.key, scope: entry.scope, needs: needs(entry.requests))
      binding.arguments = entry.forwardsTo == nil ? arguments(of: index) : []
      binding.module = module(registration.home)
      binding.location = entry.place
      graph.bindings.append(binding)
    }
    for unit in units {
      let key = Graph.Key(type: TypeName(dynamic: unit.name))
      graph.bindings.append(
        Graph.Binding(key: key, needs: needs(unit.requests), module: module(unit.file), location: unit.place))
      graph.roots.append(Graph.Need(key: key))
    }
    graph.modules = modules
    var kinds: [TypeName] = []
    for entry in entries { if case .scoped(let kind) = entry.scope, !kinds.contains(kind) { kinds.append(kind) } }
    graph.scopeKinds = kinds.map { Graph.ScopeKind(type: $0) }
    return graph
  }

  func arguments(of entry: Int) -> [TypeName] { registration(of: entry).arguments.map { TypeName(text: $0.type ?? "_") } }

  private func needs(_ requests: [(request: Request, answer: Int?)]) -> [Graph.Need] {
    var needs: [Graph.Need] = []
    for (request, answer) in requests {
      let key = answer.map { entries[$0].key } ?? missingKey(request)
      let need = need(request, key, answer)
      if !needs.contains(need) { needs.append(need) }
    }
    return needs
  }

  /// The key of a service without a registration; in Factory that is one which was only promised.
  func missingKey(_ request: Request) -> Graph.Key {
    let promise = facts.registrations.first { $0.isPromise && $0.service == request.service }
    if let promise { return Graph.Key(type: TypeName(text: promise.product)) }
    return Graph.Key(type: TypeName(text: request.service.type), name: request.service.name)
  }

  private func need(_ request: Request, _ key: Graph.Key, _ answer: Int?) -> Graph.Need {
    func derived(_ word: String, _ form: Graph.Need.Form, _ arguments: [TypeName] = []) -> Graph.Need {
      let text = ([key.type.description] + arguments.map(\.description)).joined(separator: ", ")
      return Graph.Need(
        key: Graph.Key(type: TypeName(text: "\(word)<\(text)>"), name: key.name),
        wrappers: [.init(form: form, key: key, arguments: arguments)], place: request.isAfterwards ? .property : .parameter)
    }
    // How many arguments are given is compared elsewhere: their types are not known.
    if let answer, entries[answer].forwardsTo == nil, !registration(of: answer).arguments.isEmpty {
      return derived("Factory", .factory, arguments(of: answer))
    }
    if request.isAfterwards { return derived("Lazy", .lazy) }
    return switch request.form {
    case .plain, .optional: Graph.Need(key: key)
    case .provider: derived("Provider", .provider)
    case .lazy: derived("Lazy", .lazy)
    }
  }
}
