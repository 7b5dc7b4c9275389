// SPDX-License-Identifier: Apache-2.0

/// Reports the reuse of a shared value. Installed only if an observer asks for it.
// SAFETY: as in Slot; the observers are a Sendable let.
final class ReuseSlot<Value>: ForwardingSlot<Value>, @unchecked Sendable {
  private let observers: ObserverList

  init(_ bound: TypedSlot<Value>, _ observers: ObserverList) {
    self.observers = observers
    super.init(bound)
  }

  // Prevents built values from being prepared again and again.
  override var isReady: Bool { bound.isReady }

  override func get(_ context: Context, _ arguments: Arguments?) throws(ResolutionError) -> Value {
    try observers.tellingReuse(of: step) { () throws(ResolutionError) in try bound.get(context, arguments) }
  }

  override func produce(
    _ context: Context, _ arguments: [any Sendable]?, _ state: RequestState
  ) async throws -> Handed<Value> {
    let mark = CreationMark(step)
    let value = try await CreationMark.$current.withValue(mark) { try await bound.produce(context, arguments, state) }
    observers.tellReuse(mark)
    return value
  }
}
