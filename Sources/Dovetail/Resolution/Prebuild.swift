// SPDX-License-Identifier: Apache-2.0

/// Builds the shared parts of a deep graph from the bottom up, so that the stack stays shallow however long the chain is.
enum Prebuild {
  /// Chains up to this length are simply built recursively.
  static let shallow = 32

  /// Returns what has to stay alive until the request is answered. A slot that is ``shallow`` needs none of this.
  static func run(_ slot: Slot, in context: Context) throws(ResolutionError) -> [Any] {
    var held: [Any] = []
    var order = Order(from: slot, context)
    while let (next, context) = order.next() {
      guard next.isShared, next !== slot else { continue }
      do throws(ResolutionError) { held.append(try next.hold(context)) } catch { throw order.extend(error) }
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

    init(from slot: Slot, _ context: Context) {
      stack = [Visit(slot: slot, context: slot.inner(context))]
      seen = [ObjectIdentifier(slot)]
    }

    mutating func next() -> (Slot, Context)? {
      while let top = stack.indices.last {
        let visit = stack[top]
        if visit.need < visit.slot.needCount {
          stack[top].need += 1
          let need = visit.slot.needs[visit.need].takeUnretainedValue()
          if !need.isReady, seen.insert(ObjectIdentifier(need)).inserted {
            stack.append(Visit(slot: need, context: need.inner(visit.context)))
          }
        } else {
          stack.removeLast()
          return (visit.slot, visit.context)
        }
      }
      return nil
    }

    /// The error of the last slot with the way that leads to it, as it would be had the slots been built recursively.
    func extend(_ error: ResolutionError) -> ResolutionError {
      stack.reversed().filter(\.slot.isBind).reduce(error) { $0.through($1.slot.step) }
    }
  }
}
