// SPDX-License-Identifier: Apache-2.0

/// The action of one `onClose`.
package enum CloseHook<Value>: Sendable {
  case now(PlainHook<Value>)
  /// For values that meet the condition, if there is one; shielded from the cancellation of the task that closes the owner if so marked.
  case awaited(when: CloseCondition<Value>?, shielded: Bool, @Sendable (Value) async throws -> Void)

  /// A hook that awaits something for every value, shielded.
  package static func awaiting(_ hook: @escaping @Sendable (Value) async throws -> Void) -> Self {
    .awaited(when: nil, shielded: true, hook)
  }
}

/// A hook that awaits nothing. A type of its own, because the compiler wraps an optional closure, or one in an array, into other closures.
package struct PlainHook<Value>: Sendable {
  package let run: @Sendable (Value) throws -> Void

  package init(run: @escaping @Sendable (Value) throws -> Void) { self.run = run }
}

/// Whether the closing of a value has to be awaited. It takes an address, because passing a generic value would copy it.
@usableFromInline
package struct CloseCondition<Value>: Sendable {
  package let holds: @Sendable (Address) -> Bool

  @usableFromInline
  package init(holds: @escaping @Sendable (Address) -> Bool) { self.holds = holds }
}

/// The owner that closes with all its values; the text, for errors, is made on demand.
package enum CloseOwner: Sendable, CustomStringConvertible {
  case container
  /// A scope of a kind.
  case scope(any Any.Type)
  case component(any Any.Type)
  /// A component that is known by a part of it; the closure gives the name for errors.
  case named(@Sendable () -> String)

  package var description: String {
    switch self {
    case .container: "the container"
    case .scope(let kind): "the scope '\(TypeName(kind))'"
    case .component(let type): "the component '\(TypeName(type))'"
    case .named(let name): name()
    }
  }

  /// The error for a value that was made while its owner closed, and was closed at once.
  ///
  /// - Parameter failures: The failures of that closing.
  package func closed(_ step: ResolutionError.Step, after failures: [CloseError.Failure]) -> ResolutionError {
    let failure = failures.isEmpty ? nil : CloseError(owner: description, .failed, failures)
    return ResolutionError.closed(description, step.key, underlying: failure).through(step)
  }
}
