// SPDX-License-Identifier: Apache-2.0
#if canImport(SwiftUI)

  /// The value that a view got, as long as the view is on display.
  @MainActor final class KeptValue<Value> {
    /// The object that makes the value, and the resolution to it.
    struct ValueSource {
      let source: AnyObject
      let make: @MainActor () throws -> Value
    }

    private var kept: (value: Value, source: AnyObject)?

    nonisolated init() {}

    /// The value from before when it is from the same source, else a new one. A failure is not kept.
    func value(of answer: ValueSource) throws -> Value {
      if let kept, kept.source === answer.source { return kept.value }
      let value = try answer.make()
      kept = (value, answer.source)
      return value
    }
  }
#endif
