// SPDX-License-Identifier: Apache-2.0
public import DovetailRuntime

extension ComponentPart {
  /// The members read so far, of this component and of the components that they read in turn, with the reads observed for each.
  ///
  /// ```swift
  /// final class Garage: Component {
  ///   let instances = Instances(observing: true)
  /// }
  /// ```
  ///
  /// The compiler has checked the dependencies of the members, but keeps no list of them; so the graph lists observed reads: `isObserved` is set, and it lacks members
  /// that were never read, and members of components that are not observed.
  ///
  /// - Returns: A binding for each member, in the order in which they were first read, this component's first; its key is the type under
  ///   which the member is published, named by the member. The roots are the members that were read by code outside of members.
  /// - Throws: `ResolutionError` with code `.unobserved` when the component's reads are not noted.
  public func graph(fileID: StaticString = #fileID, line: UInt = #line, column: UInt = #column) throws(ResolutionError) -> Graph {
    guard let observations = instances.log else {
      let key = Graph.Key(type: TypeName(Self.self))
      throw ResolutionError(
        .unobserved, key, "what the members of \(key.quoted) read is not noted, so there is no graph of it",
        location: SourceLocation(fileID: fileID, line: line, column: column),
        help: "make its instances with Instances(observing: true)")
    }
    return ObservedGraph(from: observations).graph
  }
}

/// The graph of the observations of a component and of the components that it reads.
private struct ObservedGraph {
  private(set) var graph = Graph(isObserved: true)
  private var modules: [ObjectIdentifier: Int] = [:]
  private var keys: Set<Graph.Key> = []

  init(from observations: Observations) {
    // The component, and the components that its members were observed to read, directly or not, if they are still alive.
    var components = [observations]
    var met: Set<ObjectIdentifier> = [ObjectIdentifier(observations)]
    // The range of each component's bindings.
    var places: [ObjectIdentifier: Range<Int>] = [:]
    var needs: [(from: Int, need: Observations.Need)] = []
    while places.count < components.count {
      let (component, first) = (components[places.count], graph.bindings.count)
      for seen in component.members {
        for need in seen.needs {
          needs.append((graph.bindings.count, need))
          if let next = need.component, met.insert(ObjectIdentifier(next)).inserted { components.append(next) }
        }
        add(seen)
      }
      places[ObjectIdentifier(component)] = first..<graph.bindings.count
    }
    for (from, need) in needs {
      guard let component = need.component, let places = places[ObjectIdentifier(component)] else { continue }
      // A component that was read first may have had fewer members then.
      if need.place < places.count { graph.observed.append(Graph.ObservedEdge(from: from, to: places.lowerBound + need.place)) }
    }
    graph.observed.sort { ($0.from, $0.to) < ($1.from, $1.to) }
  }

  private mutating func add(_ seen: Observations.Seen) {
    let key = key(of: seen.site)
    if seen.isRoot { graph.roots.append(Graph.Need(key: key)) }
    graph.bindings.append(
      Graph.Binding(key: key, scope: seen.scope.graph, module: module(of: seen.site), location: seen.site.location))
  }

  /// The type, named by the member; where two parts have the same, by the part as well, and then by a number.
  private mutating func key(of member: MemberSite) -> Graph.Key {
    let type = TypeName(member.value)
    var (key, number) = (Graph.Key(type: type, name: member.text), 1)
    while !keys.insert(key).inserted {
      let name = "\(TypeName(member.owner)).\(member.text)"
      key = Graph.Key(type: type, name: number == 1 ? name : "\(name) \(number)")
      number += 1
    }
    return key
  }

  private mutating func module(of member: MemberSite) -> Int {
    if let place = modules[ObjectIdentifier(member.owner)] { return place }
    modules[ObjectIdentifier(member.owner)] = graph.modules.count
    graph.modules.append(Graph.Module(name: TypeName(member.owner)))
    return graph.modules.count - 1
  }
}

/// The observed reads of one component's members.
final class Observations: Sendable {
  /// An observed read of a member by another. It does not hold the other component: a released component is in no graph.
  struct Need: Sendable {
    weak var component: Observations?
    /// Its place among the members of the component.
    let place: Int
  }

  /// One member.
  struct Seen: Sendable {
    let site: MemberSite
    let scope: MemberScope
    /// Whether code other than an observed member has read it.
    var isRoot = false
    var needs: [Need] = []
  }

  private struct State: Sendable {
    var members: [Seen] = []
    var places: [MemberID: Int] = [:]

    mutating func place(of site: MemberSite, _ scope: MemberScope) -> Int {
      let id = site.id()
      if let place = places[id] { return place }
      places[id] = members.count
      members.append(Seen(site: site, scope: scope))
      return members.count - 1
    }
  }

  private let state = Lock(State())

  /// The members in the order in which they were first read.
  var members: [Seen] { state.withLock { $0.members } }

  /// Notes a read.
  ///
  /// - Parameter chain: The members that are being made around it. The innermost whose component has a log reads; other code does when there is none.
  func note(_ member: Member, in chain: MemberChain) {
    let reader = chain.first { $0.log != nil }
    // An override reads its member to find it; that is no read of the program's.
    if reader == nil, Override.isMaking { return }
    let (site, scope) = (member.site, member.scope)
    let place = state.withLock { state in
      let place = state.place(of: site, scope)
      if reader == nil { state.members[place].isRoot = true }
      return place
    }
    guard let reader, let log = reader.log else { return }
    log.state.withLock { state in
      let reader = state.place(of: reader.site, reader.scope)
      if !state.members[reader].needs.contains(where: { $0.component === self && $0.place == place }) {
        // A component that lives long may read many that are released.
        state.members[reader].needs.removeAll { $0.component == nil }
        state.members[reader].needs.append(Need(component: self, place: place))
      }
    }
  }
}
