// SPDX-License-Identifier: Apache-2.0

/// Runs a request that the program, a provider or a resolver makes.
enum Request {
  /// - Parameter state: The object that the value is made for and what extensions are told, where there is any of it.
  static func run<Value>(
    _ slot: Slot, in context: Context, _ arguments: Arguments? = nil, state: RequestState? = nil
  ) throws(ResolutionError) -> Value {
    let memory = slot.memory
    if rarely(memory != nil), let memory { return memory.assumingMemoryBound(to: Value.self).pointee }
    let frames = usually(arguments == nil) ? FrameStack.of(slot) : arguments?.frames ?? .current
    try frames.push(Frame(slot, context, hasArguments: arguments != nil))
    if rarely(state != nil), let state { frames.keep(state) }
    var isFinished = true
    defer { frames.end(isFinished: isFinished) }
    do throws(ResolutionError) {
      return try slot.typed(as: Value.self).answer(context, arguments)
    } catch {
      isFinished = false
      throw error
    }
  }
}
