// SPDX-License-Identifier: Apache-2.0

/// Builds the shared parts of a deep graph from the bottom up when the stack runs low, so that a chain may be of any length.
///
/// From there on shared parts are built before unshared ones, regardless of the order of the needs. A graph that fits on the stack is built by recursion, in
/// the order of the needs.
enum Prebuild {
  /// Builds the shared needs of a slot, and their needs in turn; returns the values that must stay alive until the slot has made its value.
  static func run(_ slot: Slot, in context: Context) throws(ResolutionError) -> [Any] {
    var held: [Any] = []
    var order = Order(from: slot, context)
    while let (next, context) = order.next() {
      guard next.sharing.isShared, next !== slot else { continue }
      do throws(ResolutionError) {
        if let value = try next.hold(context) { held.append(value) }
      } catch { throw order.extend(error) }
    }
    return held
  }

  /// The slots that a slot needs before it is made, each after its own needs, without recursion.
  private struct Order {
    private struct Visit {
      /// Held by the container.
      let slot: Unmanaged<Slot>
      let context: Context
      var need = 0
    }

    private var stack: [Visit]
    private var seen: Set<ObjectIdentifier>

    init(from slot: Slot, _ context: Context) {
      stack = [Visit(slot: .passUnretained(slot), context: slot.inner(context))]
      // The chain that makes it deep, and usually few more.
      seen = Set(minimumCapacity: slot.depth)
      seen.insert(ObjectIdentifier(slot))
    }

    mutating func next() -> (Slot, Context)? {
      while let top = stack.indices.last {
        let visit = stack[top]
        if let need = visit.slot._withUnsafeGuaranteedRef({ visit.need < $0.needCount ? $0.needs[visit.need] : nil }) {
          stack[top].need += 1
          enter(need, from: visit.context)
        } else {
          stack.removeLast()
          return (visit.slot.takeUnretainedValue(), visit.context)
        }
      }
      return nil
    }

    private mutating func enter(_ need: Unmanaged<Slot>, from context: Context) {
      need._withUnsafeGuaranteedRef { slot in
        if slot.isReady || !seen.insert(ObjectIdentifier(slot)).inserted { return }
        stack.append(Visit(slot: need, context: slot.inner(context)))
      }
    }

    /// The error of the last slot with the path that leads to it, the same as in a recursive build.
    func extend(_ error: ResolutionError) -> ResolutionError {
      stack.reversed().map { $0.slot.takeUnretainedValue() }.filter(\.isBind).reduce(error) { $0.through($1.step) }
    }
  }
}
