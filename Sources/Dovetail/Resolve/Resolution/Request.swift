// SPDX-License-Identifier: Apache-2.0

/// Runs a request of the program, a provider or a resolver.
package enum Request {
  /// Runs a request by address, see ``Slot/answer(_:_:at:)``.
  ///
  /// - Parameters:
  ///   - state: The parent object of the value and the options for extensions, if there are any.
  ///   - isInside: Whether the request has passed the layers of the slot already.
  @inline(never)
  static func answer(
    _ slot: Slot, _ context: Context, _ arguments: Arguments?, _ state: RequestState?, isInside: Bool, at memory: Address
  ) throws(ResolutionError) -> Address {
    let ready = slot.memory
    if let ready { return ready }
    let frames = arguments == nil ? FrameStack.of(slot) : arguments?.frames ?? .current
    try frames.push(slot, context, hasArguments: arguments != nil)
    if let state { frames.keep(state) }
    do throws(ResolutionError) {
      let made = try isInside ? slot.shared(context, arguments, at: memory) : slot.answer(context, arguments, at: memory)
      frames.end(isFinished: true)
      return made
    } catch {
      frames.end(isFinished: false)
      throw error
    }
  }
}
