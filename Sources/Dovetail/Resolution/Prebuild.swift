// SPDX-License-Identifier: Apache-2.0

/// Builds the shared parts of a deep graph from the bottom up, so that the stack stays shallow however long the chain is.
enum Prebuild {
  /// Chains up to this length are simply built recursively.
  static let shallow = 128
  /// Chains of unshared slots longer than this are refused: each level takes a few hundred bytes of a stack that may have 512 kB.
  static let deepestUnshared = 700

  /// Returns what has to stay alive until the request is answered.
  static func run(_ slot: Slot, in context: Context) throws(ResolutionError) -> [Any] {
    guard slot.depth > shallow else { return [] }
    var held: [Any] = []
    var order = Order(from: slot, context)
    while let (next, context) = order.next() {
      if order.unsharedDepth(of: next) > deepestUnshared {
        throw Request.tooDeep(slot, "it needs a chain of \(slot.depth) binds, of which too many in a row are not shared")
      }
      if next.isShared, next !== slot { held.append(try next.hold(context)) }
    }
    return held
  }

  /// The slots that a slot needs before it is made, each after its own needs, without recursion.
  private struct Order {
    private struct Visit {
      let slot: Slot
      let context: Context
      var need = 0
    }

    private var stack: [Visit]
    private var seen: Set<ObjectIdentifier>
    private var unshared: [ObjectIdentifier: Int] = [:]

    init(from slot: Slot, _ context: Context) {
      stack = [Visit(slot: slot, context: slot.inner(context))]
      seen = [ObjectIdentifier(slot)]
    }

    /// The longest chain of slots that will really be built one inside the other.
    func unsharedDepth(of slot: Slot) -> Int { unshared[ObjectIdentifier(slot)] ?? 0 }

    mutating func next() -> (Slot, Context)? {
      while let top = stack.indices.last {
        let visit = stack[top]
        if visit.need < visit.slot.needCount {
          stack[top].need += 1
          let need = visit.slot.needs[visit.need].takeUnretainedValue()
          if seen.insert(ObjectIdentifier(need)).inserted {
            stack.append(Visit(slot: need, context: need.inner(visit.context)))
          }
        } else {
          stack.removeLast()
          measure(visit.slot)
          return (visit.slot, visit.context)
        }
      }
      return nil
    }

    private mutating func measure(_ slot: Slot) {
      var longest = 0
      for index in 0..<slot.needCount {
        let need = slot.needs[index].takeUnretainedValue()
        longest = max(longest, need.isShared ? 0 : unsharedDepth(of: need))
      }
      unshared[ObjectIdentifier(slot)] = longest + 1
    }
  }
}
