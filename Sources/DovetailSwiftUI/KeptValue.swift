// SPDX-License-Identifier: Apache-2.0
#if canImport(SwiftUI)

  /// The value that a view got, as long as SwiftUI keeps the view's state.
  @MainActor final class KeptValue<Value> {
    /// What is asked: an object is the same as itself; any other resolver is the same as one that equals it, or else as all of its type.
    struct Source: Equatable {
      /// Held, so that no other object comes to its address.
      private let source: Any
      private let id: AnyHashable

      init(_ source: Any) {
        self.source = source
        let type = type(of: source)
        id =
          type is AnyClass ? ObjectIdentifier(source as AnyObject) : source as? AnyHashable ?? AnyHashable(ObjectIdentifier(type))
      }

      static func == (left: Self, right: Self) -> Bool { left.id == right.id }
    }

    /// What makes the value, the key or the member that is asked of it, and the resolution to it.
    struct ValueSource {
      let source: Source
      let request: AnyHashable
      let make: @MainActor () throws -> Value
    }

    private var kept: (value: Value, source: Source, request: AnyHashable)?

    nonisolated init() {}

    /// The value from before when it is the answer of the same source to the same request, else a new one. A failure is not kept.
    func value(of answer: ValueSource) throws -> Value {
      if let kept, kept.source == answer.source, kept.request == answer.request { return kept.value }
      let value = try answer.make()
      kept = (value, answer.source, answer.request)
      return value
    }
  }
#endif
