// SPDX-License-Identifier: Apache-2.0

extension ComponentPart {
  /// The members that were read so far, of this component and of those that they read in turn, with what each was seen to read.
  ///
  /// The compiler has checked what the members need, but keeps no list of it; so the graph is what happened: `isObserved` is set,
  /// and members that nobody has read are not in it.
  ///
  /// - Returns: A binding for each member, in the order in which they were first read, this component's first; its key is the type under
  ///   which the member is published, named by the member. The roots are the members that something else than a member has read.
  public func graph() -> Graph { ObservedGraph(from: instances).graph }
}

/// The graph of what was seen of a component and of those that it reads.
private struct ObservedGraph {
  private(set) var graph = Graph(isObserved: true)
  private var places: [ObservedMember.Node: Int] = [:]
  private var modules: [ObjectIdentifier: Int] = [:]
  private var keys: Set<Graph.Key> = []

  init(from instances: Instances) {
    let components = ObservedGraph.components(from: instances)
    for component in components {
      for member in component.members { add(member, of: component.number) }
    }
    for component in components {
      for member in component.members { connect(member, of: component.number) }
    }
    graph.observed.sort { ($0.from, $0.to) < ($1.from, $1.to) }
  }

  /// The component, and those that its members were seen to read, through others or not, and that are still there.
  private static func components(from instances: Instances) -> [(number: UInt, members: [ObservedMember])] {
    var found = [(number: instances.number, members: instances.observed)]
    var met: Set<UInt> = [instances.number]
    var next = 0
    while next < found.count {
      for need in found[next].members.flatMap(\.needs) where met.insert(need.component).inserted {
        if let members = Neighbourhood.observed(in: need.component) { found.append((need.component, members)) }
      }
      next += 1
    }
    return found
  }

  private mutating func add(_ seen: ObservedMember, of component: UInt) {
    let key = key(of: seen.member)
    places[ObservedMember.Node(component: component, member: seen.member.id)] = graph.bindings.count
    if seen.isRoot { graph.roots.append(Graph.Need(key: key)) }
    graph.bindings.append(
      Graph.Binding(key: key, scope: seen.scope.graph, module: module(of: seen.member), location: seen.member.location))
  }

  private mutating func connect(_ seen: ObservedMember, of component: UInt) {
    guard let from = places[ObservedMember.Node(component: component, member: seen.member.id)] else { return }
    for need in seen.needs {
      if let to = places[need] { graph.observed.append(Graph.ObservedEdge(from: from, to: to)) }
    }
  }

  /// The type, named by the member; where two parts have the same, by the part as well.
  private mutating func key(of member: Member) -> Graph.Key {
    let type = TypeName(member.value)
    let names = [member.name.description, "\(TypeName(member.owner)).\(member.name)"]
    var candidates = names.map { Graph.Key(type: type, name: $0) }[...]
    while let key = candidates.popFirst() {
      if keys.insert(key).inserted { return key }
    }
    var number = 2
    while !keys.insert(Graph.Key(type: type, name: "\(names[1]) \(number)")).inserted { number += 1 }
    return Graph.Key(type: type, name: "\(names[1]) \(number)")
  }

  private mutating func module(of member: Member) -> Int {
    if let place = modules[ObjectIdentifier(member.owner)] { return place }
    modules[ObjectIdentifier(member.owner)] = graph.modules.count
    graph.modules.append(Graph.Module(name: TypeName(member.owner)))
    return graph.modules.count - 1
  }
}
