// SPDX-License-Identifier: Apache-2.0

/// Which members of a component were read so far, from where, and what they read.
final class Observations: Sendable {
  /// A member as it was first met.
  struct Seen: Sendable {
    let member: Member
    let scope: Graph.Scope
    /// Whether something that is no member has read it.
    var isRoot = false
  }

  /// A member of this or of another component.
  struct Node: Hashable, Sendable {
    let instances: ObjectIdentifier
    let member: MemberID
  }

  private struct State: Sendable {
    var seen: [Seen] = []
    var places: [MemberID: Int] = [:]
    /// What each member read, in the order in which it did.
    var needs: [MemberID: [Node]] = [:]
    /// Which members read each.
    var readers: [MemberID: Set<Node>] = [:]
    /// The other components that are met in these.
    var others: [ObjectIdentifier: Other] = [:]

    mutating func meet(_ instances: Instances, unless own: Instances) {
      guard instances !== own, others[ObjectIdentifier(instances)]?.instances == nil else { return }
      others[ObjectIdentifier(instances)] = Other(instances)
    }
  }

  // SAFETY: `instances` is written once, by `init`, and only ever read.
  private final class Other: @unchecked Sendable {
    private(set) weak var instances: Instances?
    init(_ instances: Instances) { self.instances = instances }
  }

  private let state = Lock(State())

  /// The members in the order in which they were first read.
  var seen: [Seen] { state.withLock { $0.seen } }

  /// What a member was seen to read, in that order.
  func needs(of member: MemberID) -> [Node] { state.withLock { $0.needs[member] ?? [] } }

  /// The other components that members of this one were seen to read and that are still there, in that order.
  var sources: [Instances] {
    state.withLock { state in
      let nodes = state.seen.flatMap { state.needs[$0.member.id] ?? [] }
      var met: Set<ObjectIdentifier> = []
      return nodes.compactMap { met.insert($0.instances).inserted ? state.others[$0.instances]?.instances : nil }
    }
  }

  /// Notes that a member was read, by another one or by something that is no member.
  static func note(_ cell: MemberCell, in instances: Instances, from reader: MemberFrame.Contents?) {
    instances.observations.note(cell, from: reader, in: instances)
    if let reader {
      reader.instances.observations.note(reader.cell.member.id, reads: cell.member.id, of: instances, by: reader.instances)
    }
  }

  /// The members that were made, through others or not, from the given ones; by component, each with those given of its own.
  static func dependents(of members: Set<MemberID>, in instances: Instances) -> [(Instances, Set<MemberID>)] {
    var found: [ObjectIdentifier: (Instances, Set<MemberID>)] = [ObjectIdentifier(instances): (instances, members)]
    var waiting = members.map { (instances, $0) }
    while let (instances, member) = waiting.popLast() {
      for (reader, readerInstances) in instances.observations.readers(of: member, in: instances) {
        if found[reader.instances, default: (readerInstances, [])].1.insert(reader.member).inserted {
          waiting.append((readerInstances, reader.member))
        }
      }
    }
    return Array(found.values)
  }

  private func note(_ cell: MemberCell, from reader: MemberFrame.Contents?, in instances: Instances) {
    state.withLock { state in
      let id = cell.member.id
      let place = state.places[id] ?? state.seen.count
      if place == state.seen.count {
        state.places[id] = place
        state.seen.append(Seen(member: cell.member, scope: cell.sharing.scope))
      }
      guard let reader else { return state.seen[place].isRoot = true }
      let node = Node(instances: ObjectIdentifier(reader.instances), member: reader.cell.member.id)
      state.readers[id, default: []].insert(node)
      state.meet(reader.instances, unless: instances)
    }
  }

  private func note(_ reader: MemberID, reads member: MemberID, of instances: Instances, by own: Instances) {
    let node = Node(instances: ObjectIdentifier(instances), member: member)
    state.withLock { state in
      if state.needs[reader]?.contains(node) != true { state.needs[reader, default: []].append(node) }
      state.meet(instances, unless: own)
    }
  }

  private func readers(of member: MemberID, in own: Instances) -> [(Node, Instances)] {
    state.withLock { state in
      (state.readers[member] ?? []).compactMap { node in
        if node.instances == ObjectIdentifier(own) { return (node, own) }
        return state.others[node.instances]?.instances.map { (node, $0) }
      }
    }
  }
}
