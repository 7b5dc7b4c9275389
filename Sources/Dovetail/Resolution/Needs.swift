// SPDX-License-Identifier: Apache-2.0

/// Hands a factory what it needs, one after the other in declared order.
struct Needs {
  private var next: UnsafePointer<Unmanaged<Slot>>
  private let context: Context
  private let arguments: Arguments?

  /// - Parameter skipped: How many needs to pass over, because nobody takes them.
  init(of slot: Slot, _ context: Context, _ arguments: Arguments?, skipping skipped: Int = 0) {
    next = UnsafePointer(slot.needs + skipped)
    self.context = context
    self.arguments = arguments
  }

  /// Passes over needs that somebody else has taken.
  mutating func skip(_ count: Int) { next += count }

  /// What a decorator wraps, which is its first need and takes the arguments of the request.
  mutating func takeInner<Inner>() throws(ResolutionError) -> Inner {
    let slot = next.pointee.takeUnretainedValue()
    next += 1
    return try slot.typed(as: Inner.self).get(context, arguments)
  }

  /// The next need. `Need` is the type for which the slot was linked.
  mutating func take<Need>() throws(ResolutionError) -> Need {
    let slot = next.pointee
    next += 1
    return try slot.held { slot throws(ResolutionError) in
      if let memory = slot.memory { return memory.assumingMemoryBound(to: Need.self).pointee }
      if let index = slot.argument, let arguments { return try arguments.value(at: index, of: slot) }
      return try slot.typed(as: Need.self).get(context, nil)
    }
  }

  /// The next need, of a type that is not known otherwise.
  mutating func take<Need>(_ type: Need.Type) throws(ResolutionError) -> Need { try take() }
}
