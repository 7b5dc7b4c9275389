// SPDX-License-Identifier: Apache-2.0

/// Runs a request of the program, a provider or a resolver.
enum Request {
  /// - Parameter state: The parent object of the value and the options for extensions, if there are any.
  static func run<Value>(
    _ slot: Slot, in context: Context, _ arguments: Arguments? = nil, state: RequestState? = nil
  ) throws(ResolutionError) -> Value { try run(slot, in: context, arguments, state, from: .layers) }

  /// Runs a request that has passed the layers of the slot already.
  @inline(never)
  static func runInside<Value>(
    _ slot: Slot, in context: Context, _ arguments: Arguments?
  ) throws(ResolutionError) -> Value { try run(slot, in: context, arguments, nil, from: .sharing) }

  @inline(__always)
  private static func run<Value>(
    _ slot: Slot, in context: Context, _ arguments: Arguments?, _ state: RequestState?, from entry: Slot.Entry
  ) throws(ResolutionError) -> Value {
    let memory = slot.memory
    if unlikely(memory != nil), let memory { return memory.assumingMemoryBound(to: Value.self).pointee }
    let frames = try begin(slot, context, arguments, state)
    var isFinished = true
    defer { frames.end(isFinished: isFinished) }
    do throws(ResolutionError) {
      return try slot.got(context, arguments, from: entry)
    } catch {
      isFinished = false
      throw error
    }
  }

  // A function of its own, so that debug builds keep less on the stack while the request runs.
  private static func begin(
    _ slot: Slot, _ context: Context, _ arguments: Arguments?, _ state: RequestState?
  ) throws(ResolutionError) -> FrameStack {
    let frames = likely(arguments == nil) ? FrameStack.of(slot) : arguments?.frames ?? .current
    try frames.push(Frame(slot, context, hasArguments: arguments != nil))
    if unlikely(state != nil), let state { frames.keep(state) }
    return frames
  }
}
