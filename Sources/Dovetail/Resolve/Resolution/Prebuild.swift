// SPDX-License-Identifier: Apache-2.0

/// Builds the shared parts of a deep graph from the bottom up when the stack runs low, so that a chain may be of any length.
///
/// From there on shared parts are built before unshared ones, regardless of the order of the needs. A graph that fits on the stack is built by recursion, in
/// the order of the needs.
enum Prebuild {
  private struct Visit {
    let slot: Slot
    let context: Context
    /// The index of the next need to visit.
    var need = 0
  }

  /// Builds the shared needs of a slot, each after its own needs, without recursion; returns the values that must stay alive until the slot has made its value.
  static func run(_ slot: Slot, in context: Context) throws(ResolutionError) -> [Any] {
    var held: [Any] = []
    var stack = [Visit(slot: slot, context: slot.inner(context))]
    // The chain that makes it deep, and usually few more.
    var seen = Set<ObjectIdentifier>(minimumCapacity: slot.depth)
    seen.insert(ObjectIdentifier(slot))
    while let visit = stack.last {
      if visit.need < visit.slot.needCount {
        stack[stack.count - 1].need += 1
        let need = visit.slot.needs[visit.need].object
        if need.isReady || !seen.insert(ObjectIdentifier(need)).inserted { continue }
        stack.append(Visit(slot: need, context: need.inner(visit.context)))
        continue
      }
      stack.removeLast()
      guard visit.slot.sharing.isShared, visit.slot !== slot else { continue }
      do throws(ResolutionError) { if let value = try visit.slot.hold(visit.context) { held.append(value) } } catch {
        // The path that leads to the slot, the same as in a recursive build.
        throw stack.reversed().filter(\.slot.isBind).reduce(error) { $0.through($1.slot.step) }
      }
    }
    return held
  }
}
