// SPDX-License-Identifier: Apache-2.0

/// Makes one value from its needs.
final class Recipe<Value>: Sendable {
  let make: @Sendable (Needs) throws -> Value

  init(_ make: @escaping @Sendable (Needs) throws -> Value) { self.make = make }
}

/// Sets a property of a new value, or shows the value to a hook.
package typealias FinishingStep<Value> = @Sendable (inout Value, inout Needs) throws -> Void

/// The needs of one value, which its recipe takes: the slots that answer them, and where the request runs.
package struct Needs {
  let slot: Slot
  let context: Context
  let arguments: Arguments?
  private var next: Int

  /// - Parameter skipped: The number of needs to pass over, because they are not taken here.
  package init(of slot: Slot, _ context: Context, _ arguments: Arguments?, skipping skipped: Int = 0) {
    (self.slot, self.context, self.arguments, next) = (slot, context, arguments, skipped)
  }

  mutating func skip(_ count: Int) { next += count }

  /// The need at an index in the list of needs. `Need` is the type for which its slot was linked.
  func take<Need>(_ type: Need.Type = Need.self, at index: Int) throws(ResolutionError) -> Need {
    let need = slot.needs[index]
    if let ready = need.cell?.ready { return ready.copy() }
    if let index = need.cellIndex, let ready = context.scope?.ready(index) { return ready.copy() }
    guard let arguments else { return try need.value(context) }
    if let position = need.argument, position.index < arguments.count { return arguments.copy(as: type, at: position.offset) }
    return try need.value(context, slot.passesArguments && index == 0 ? arguments : nil)
  }

  /// The next need. `Need` is the type for which the slot was linked.
  package mutating func take<Need>(_ type: Need.Type = Need.self) throws(ResolutionError) -> Need {
    defer { next += 1 }
    return try take(type, at: next)
  }
}
