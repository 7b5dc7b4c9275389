// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// What was seen of one member of a component: that it was read, and what it read in turn. It stays as long as the component's instances.
// SAFETY: everything is constant or atomic, but what `links` leads to, which is only touched under the lock of these instances.
struct MemberNote: Equatable, @unchecked Sendable {
  /// Behind it lie its `Links`, and a mark for each of the component's own first members, which says whether this one has read it. To set one
  /// takes no exchange, which a bit would.
  struct Body: ~Copyable {
    let member: Member
    /// Which note it is of its component's.
    let index: Int32
    /// For how many members it has marks.
    let width: Int32
    /// Which of the component's members it was to be read first; 0 as long as it was not. Two that were read at one time may have one number.
    let order = Atomic<Int>(0)
    let scope: MemberScope
    let isRoot = Atomic<Bool>(false)
    let firstForeign = Foreign()
    let secondForeign = Foreign()
  }

  /// One that is read of another component. There is room for two; few members read more.
  struct Foreign: ~Copyable {
    /// The number of the component; 0 as long as there is none, and never changed after.
    private let component = Atomic<UInt>(0)
    /// The number of the member, and one; it comes after the component.
    private let member = Atomic<Int>(0)

    var node: ObservedMember.Node? {
      let number = member.load(ordering: .acquiring)
      if number == 0 { return nil }
      return ObservedMember.Node(component: component.load(ordering: .relaxed), member: MemberID(number: number - 1))
    }

    /// - Returns: Whether this is the one now, or was before.
    func add(_ need: ObservedMember.Node) -> Bool {
      var known = component.load(ordering: .relaxed)
      if known == 0 {
        let exchanged: Bool
        (exchanged, known) = component.compareExchange(expected: 0, desired: need.component, ordering: .relaxed)
        if exchanged {
          member.store(need.member.number + 1, ordering: .releasing)
          return true
        }
      }
      return known == need.component && member.load(ordering: .relaxed) == need.member.number + 1
    }
  }

  /// What changes under the lock, apart from what is constant.
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

  /// Makes a note of a member that nobody has read, in as many bytes of memory as ``byteCount(_:)`` says.
  init(at memory: UnsafeMutableRawPointer, _ member: Member, in scope: MemberScope, index: Int, width: Int) {
    self.init(at: memory)
    body.initialize(to: Body(member: member, index: Int32(index), width: Int32(width), scope: scope))
    links.initialize(to: Links())
    for place in 0..<width { (marks + place).initialize(to: Atomic(0)) }
  }

  /// For how many members a note may have marks.
  static var maximalWidth: Int { 64 }

  /// How long a note is that has some marks, so many that it ends between two words.
  static func byteCount(_ width: Int) -> Int { MemoryLayout<Body>.stride + MemoryLayout<Links>.stride + width }

  var address: UnsafeMutableRawPointer { UnsafeMutableRawPointer(body) }
  var links: UnsafeMutablePointer<Links> { UnsafeMutableRawPointer(body + 1).assumingMemoryBound(to: Links.self) }
  private var marks: UnsafeMutablePointer<Atomic<UInt8>> {
    UnsafeMutableRawPointer(links + 1).assumingMemoryBound(to: Atomic<UInt8>.self)
  }
  var id: MemberID { body.pointee.member.id }
  var index: Int { Int(body.pointee.index) }

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
    guard need.body.pointee.index < body.pointee.width else { return false }
    (marks + need.index).pointee.store(1, ordering: .relaxed)
    return true
  }

  /// Notes that the member has read one of another component, if there is room.
  func addForeign(_ need: ObservedMember.Node) -> Bool {
    body.pointee.firstForeign.add(need) || body.pointee.secondForeign.add(need)
  }

  private func isMarked(_ need: MemberNote) -> Bool {
    need.body.pointee.index < body.pointee.width && (marks + need.index).pointee.load(ordering: .relaxed) != 0
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
    var needs = notes.filter { isMarked($0) }.map { ObservedMember.Node(component: number, member: $0.id) }
    var others: [ObservedMember.Node] = []
    var edge = links.pointee.first
    while let known = edge {
      let need = known.pointee.need
      others.append(need.component == 0 ? ObservedMember.Node(component: number, member: need.member) : need)
      edge = known.pointee.next
    }
    // Two threads that note one at the same time may do so in two ways.
    let foreign = [body.pointee.firstForeign.node, body.pointee.secondForeign.node].compactMap { $0 }
    for need in foreign + others.reversed() where !needs.contains(need) { needs.append(need) }
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
