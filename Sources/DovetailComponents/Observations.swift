// SPDX-License-Identifier: Apache-2.0
internal import DovetailRuntime

/// What was seen of the reads of one component's members.
final class Observations: Sendable {
  /// What a member was seen to read. Another component is not held: what has gone is in nobody's graph.
  struct Need: Sendable {
    weak var component: Observations?
    let member: MemberID
  }

  /// One member.
  struct Seen: Sendable {
    let site: MemberSite
    let scope: MemberScope
    /// Whether something else than a member that is observed has read it.
    var isRoot = false
    var needs: [Need] = []

    mutating func add(_ need: Need) {
      if !needs.contains(where: { $0.component === need.component && $0.member == need.member }) { needs.append(need) }
    }
  }

  private struct State: Sendable {
    var order: [MemberID] = []
    var seen: [MemberID: Seen] = [:]
  }

  private let state = Lock(State())

  /// The members in the order in which they were first read.
  var all: [Seen] { state.withLock { state in state.order.compactMap { state.seen[$0] } } }

  /// Notes that a member is read.
  ///
  /// - Parameter chain: What is being made around the read.
  func note(_ member: Member.Pointer, in chain: MemberChain) {
    let id = member.pointee.site.id()
    let reader = chain.first { $0.observations != nil }
    state.withLock { state in
      if state.seen[id] == nil {
        state.order.append(id)
        state.seen[id] = Seen(site: member.pointee.site, scope: member.pointee.scope)
      }
      if reader == nil { state.seen[id]?.isRoot = true }
    }
    guard let reader, let readers = reader.observations else { return }
    let readerID = reader.member.pointee.site.id()
    readers.state.withLock { $0.seen[readerID]?.add(Need(component: self, member: id)) }
  }
}
