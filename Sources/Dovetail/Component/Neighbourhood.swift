// SPDX-License-Identifier: Apache-2.0
internal import Synchronization

/// The components that have read one another, by number. It holds none of them: a component that goes takes itself out.
///
/// Nothing waits for another component here but for the moment in which one comes or goes: there are several lists, each with its lock.
enum Neighbourhood {
  /// Where a component is in its list.
  struct Place {
    fileprivate var previous: UnsafeMutablePointer<Instances.Core>?
    fileprivate var next: UnsafeMutablePointer<Instances.Core>?
  }

  /// Components that are linked with each other, so that one that is made for a request comes and goes without a look-up.
  // SAFETY: a component is in the list as long as it is there: its `deinit` takes it out, under the lock. Places are touched under it only.
  private struct List: @unchecked Sendable {
    var count: UInt = 0
    private var first: UnsafeMutablePointer<Instances.Core>?

    mutating func insert(_ core: UnsafeMutablePointer<Instances.Core>) {
      core.pointee.place.next = first
      first?.pointee.place.previous = core
      first = core
    }

    mutating func remove(_ core: UnsafeMutablePointer<Instances.Core>) {
      let place = core.pointee.place
      place.next?.pointee.place.previous = place.previous
      if let previous = place.previous { previous.pointee.place.next = place.next } else { first = place.next }
    }

    var cores: some Sequence<UnsafeMutablePointer<Instances.Core>> {
      sequence(state: first) { next in
        defer { next = next?.pointee.place.next }
        return next
      }
    }

    func core(_ number: UInt) -> UnsafeMutablePointer<Instances.Core>? {
      cores.first { $0.pointee.number.load(ordering: .relaxed) == number }
    }
  }

  private final class Lane: Sendable {
    let list = Lock(List())
  }

  private static let lanes = (0..<16).map { _ in Lane() }

  private static func lane(_ number: UInt) -> Lane { lanes[Int(number % UInt(lanes.count))] }

  /// Gives a component its number, once.
  static func add(_ core: UnsafeMutablePointer<Instances.Core>) -> UInt {
    let place = (UInt(bitPattern: core) >> 6) % UInt(lanes.count)
    return lane(place).list.withLock { list in
      let known = core.pointee.number.load(ordering: .relaxed)
      guard known == 0 else { return known }
      list.count += 1
      let number = list.count * UInt(lanes.count) + place
      list.insert(core)
      core.pointee.number.store(number, ordering: .releasing)
      return number
    }
  }

  /// Takes out a component that has a number.
  static func remove(_ core: UnsafeMutablePointer<Instances.Core>) {
    lane(core.pointee.number.load(ordering: .relaxed)).list.withLock { $0.remove(core) }
  }

  /// What was seen of a component; `nil` when it has gone.
  static func observed(in number: UInt) -> [ObservedMember]? {
    lane(number).list.withLock { list in
      list.core(number).map { $0.pointee.state.withLock { $0.observed(in: number) } }
    }
  }

  /// Forgets the instances of some members of a component, if it is still there.
  static func forget(_ members: Set<MemberID>, in number: UInt) {
    lane(number).list.withLock { list in list.core(number)?.pointee.state.withLock { $0.forget(members) } }
  }

  /// The members that were made, through others or not, from the given ones of a component; by component, each with those given of its own.
  static func dependents(of members: Set<MemberID>, in number: UInt) -> [UInt: Set<MemberID>] {
    var readers: [ObservedMember.Node: [ObservedMember.Node]] = [:]
    for lane in lanes {
      lane.list.withLock { list in
        for core in list.cores {
          let number = core.pointee.number.load(ordering: .relaxed)
          for seen in core.pointee.state.withLock({ $0.observed(in: number) }) {
            let reader = ObservedMember.Node(component: number, member: seen.member.id)
            for need in seen.needs { readers[need, default: []].append(reader) }
          }
        }
      }
    }
    var found = [number: members]
    var waiting = members.map { ObservedMember.Node(component: number, member: $0) }
    while let node = waiting.popLast() {
      for reader in readers[node] ?? [] where found[reader.component, default: []].insert(reader.member).inserted {
        waiting.append(reader)
      }
    }
    return found
  }
}
