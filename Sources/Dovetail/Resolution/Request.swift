// SPDX-License-Identifier: Apache-2.0

/// Runs a request that the program, a provider or a resolver makes.
enum Request {
  /// - Parameter state: The object that the value is made for and what extensions are told, where there is any of it.
  static func run<Value>(
    _ slot: Slot, in context: Context, _ arguments: Arguments? = nil, state: RequestState? = nil
  ) throws(ResolutionError) -> Value {
    if let value = slot.ready(as: Value.self) { return value }
    var frame = Frame(slot, context, hasArguments: arguments != nil)
    if frame.outer != nil {
      if frame.isReentered { throw Gate.reentered(slot.step) }
      if Stack.isNearlyUsedUp { throw .tooDeep(slot.step) }
    }
    frame.state = state
    do throws(ResolutionError) {
      let value = try withUnsafeMutablePointer(to: &frame) { frame throws(ResolutionError) -> Value in
        Frame.current = frame
        defer { Frame.current = frame.pointee.outer }
        guard slot.depth > Prebuild.shallow else { return try slot.typed(as: Value.self).get(context, arguments) }
        let held = try Prebuild.run(slot, in: context)
        return try withExtendedLifetime(held) { () throws(ResolutionError) -> Value in
          try slot.typed(as: Value.self).get(context, arguments)
        }
      }
      if frame.outer == nil { frame.state?.relatives?.complete() }
      return value
    } catch {
      if frame.outer == nil { frame.state?.relatives?.abandon() }
      throw error
    }
  }
}
