// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// What was seen of one member of a component: that it was read, and what it read in turn. It stays as long as the component's instances.
// SAFETY: everything is constant or atomic, but what `links` leads to, which is only touched under the lock of these instances.
struct MemberNote: Equatable, @unchecked Sendable {
  struct Body: ~Copyable {
    let member: Member
    let scope: MemberScope
    /// Which note it is of its component's.
    let index: Int
    /// Which of the component's members it was to be read first; 0 as long as it was not. Two that were read at one time may have one number.
    let order = Atomic<Int>(0)
    let isRoot = Atomic<Bool>(false)
    /// Which of the component's own first members it has read: a bit for each.
    let own = Atomic<UInt64>(0)
  }

  /// What changes under the lock, apart from what is constant: behind the body.
  struct Links {
    /// What else the member has read, the last first.
    var first: UnsafeMutablePointer<Edge>?
    var next: MemberNote?
  }

  /// Something that the member has read.
  struct Edge {
    let need: ObservedMember.Node
    let next: UnsafeMutablePointer<Edge>?
  }

  let body: UnsafeMutablePointer<Body>

  init(at address: UnsafeMutableRawPointer) { body = address.assumingMemoryBound(to: Body.self) }

  /// Makes a note of a member that nobody has read, in ``byteCount`` bytes of memory.
  init(at memory: UnsafeMutableRawPointer, _ member: Member, in scope: MemberScope, index: Int) {
    self.init(at: memory)
    body.initialize(to: Body(member: member, scope: scope, index: index))
    links.initialize(to: Links())
  }

  static var byteCount: Int { MemoryLayout<Body>.stride + MemoryLayout<Links>.stride }

  var links: UnsafeMutablePointer<Links> { UnsafeMutableRawPointer(body + 1).assumingMemoryBound(to: Links.self) }
  var id: MemberID { body.pointee.member.id }
  var index: Int { body.pointee.index }

  /// Which of the component's members it was to be read first; 0 as long as it was not.
  var order: Int { body.pointee.order.load(ordering: .relaxed) }

  /// Notes that the member is read.
  ///
  /// - Parameter count: How many members were read before; counted here.
  /// - Returns: Whether it is read for the first time.
  func begin(_ count: borrowing Atomic<Int>) -> Bool {
    if order != 0 { return false }
    let next = count.load(ordering: .relaxed) + 1
    count.store(next, ordering: .relaxed)
    body.pointee.order.store(next, ordering: .relaxed)
    return true
  }

  /// Notes that something that is no member has read this one.
  func noteRoot() { body.pointee.isRoot.store(true, ordering: .relaxed) }

  /// Notes that the member has read one of the same component, if that is one of the first.
  func addOwn(_ need: MemberNote) -> Bool {
    guard need.body.pointee.index < UInt64.bitWidth else { return false }
    let bit: UInt64 = 1 << UInt64(need.body.pointee.index)
    if body.pointee.own.load(ordering: .relaxed) & bit == 0 { body.pointee.own.bitwiseOr(bit, ordering: .relaxed) }
    return true
  }

  /// Notes what the member has read, once.
  func add(_ need: ObservedMember.Node, _ arena: inout MemberArena) {
    var edge = links.pointee.first
    while let known = edge {
      if known.pointee.need == need { return }
      edge = known.pointee.next
    }
    let new = arena.allocate(Edge.self)
    new.initialize(to: Edge(need: need, next: links.pointee.first))
    links.pointee.first = new
  }

  /// What was seen so far. To be called under the lock.
  ///
  /// - Parameters:
  ///   - number: The number of the component.
  ///   - notes: The notes of all that was read of the component, in that order.
  func observed(in number: UInt, _ notes: [MemberNote]) -> ObservedMember {
    let own = body.pointee.own.load(ordering: .relaxed)
    var needs = notes.filter { own >> UInt64($0.body.pointee.index) & 1 != 0 }.map {
      ObservedMember.Node(component: number, member: $0.id)
    }
    var others: [ObservedMember.Node] = []
    var edge = links.pointee.first
    while let known = edge {
      let need = known.pointee.need
      others.append(need.component == 0 ? ObservedMember.Node(component: number, member: need.member) : need)
      edge = known.pointee.next
    }
    needs += others.reversed()
    return ObservedMember(
      member: body.pointee.member, scope: body.pointee.scope, isRoot: body.pointee.isRoot.load(ordering: .relaxed), needs: needs)
  }
}

/// A member as it was first met, and what it was seen to read: of its own component in the order in which those were first read, then of
/// others in the order in which it read them.
struct ObservedMember: Sendable {
  /// A member of a component.
  struct Node: Hashable, Sendable {
    /// The number of the component; 0 for that of the member that reads.
    let component: UInt
    let member: MemberID
  }

  let member: Member
  let scope: MemberScope
  /// Whether something that is no member has read it.
  let isRoot: Bool
  let needs: [Node]
}
