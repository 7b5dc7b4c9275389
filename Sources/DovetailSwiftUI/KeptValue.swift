// SPDX-License-Identifier: Apache-2.0
#if canImport(SwiftUI)

  /// The value that a view got, as long as the view is on display.
  @MainActor final class KeptValue<Value> {
    /// The object that makes the value, the key or the member that is asked of it, and the resolution to it.
    struct ValueSource {
      let source: AnyObject
      let request: AnyHashable
      let make: @MainActor () throws -> Value
    }

    private var kept: (value: Value, source: AnyObject, request: AnyHashable)?

    nonisolated init() {}

    /// The value from before when it is the answer of the same source to the same request, else a new one. A failure is not kept.
    func value(of answer: ValueSource) throws -> Value {
      if let kept, kept.source === answer.source, kept.request == answer.request { return kept.value }
      let value = try answer.make()
      kept = (value, answer.source, answer.request)
      return value
    }
  }
#endif
