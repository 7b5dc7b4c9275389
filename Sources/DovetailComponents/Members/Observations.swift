// SPDX-License-Identifier: Apache-2.0
internal import DovetailRuntime

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
