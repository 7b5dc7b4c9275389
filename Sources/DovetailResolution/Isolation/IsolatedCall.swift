// SPDX-License-Identifier: Apache-2.0

// A function value knows its actor (`@isolated(any)`), so `Bind(ViewModel.init)` needs no label. By its own type, such a function has to be
// awaited. `Bind` calls it as a plain function instead, when its actor runs the calling code:
//
//     @isolated(any) (Needs) throws -> Value      | code | context: isolation, captures         |
//     (Needs) throws -> Value                     | code | context                               |
//
// SAFETY: both are a pointer to code and one to a context. A synchronous function never changes executor itself, so isolation is no part of its
// calling convention; the actor is one of the captures in the context. `MainActor.assumeIsolated` of the standard library drops isolation with the
// same cast. The types of parameters, their ownership, the result and the error stay the same. `ActorWitness` proves that the actor runs the
// calling code, in `Bind.init(_:on:_:)`; a function that belongs to no actor may run anywhere.

/// The function of a program. In a struct, because a function with a parameter pack can be cast only as a part of one.
package struct IsolatedCall<Value, each Need> {
  private let run: @isolated(any) @Sendable (repeat each Need) throws -> Value

  package init(_ run: @escaping @isolated(any) @Sendable (repeat each Need) throws -> Value) { self.run = run }

  /// The recipe that calls the function.
  ///
  /// - Parameters:
  ///   - room: The room of its parameters.
  ///   - wraps: Whether the first need is the value that a decorator wraps.
  package func recipe(in room: ParameterRoom, wrapping wraps: Bool) -> RawRecipe {
    if room.fits {
      // SAFETY: see `AddressedCall`.
      return unsafeBitCast(self, to: AddressedCall<Value>.self).recipe(room.count, wrapping: wraps)
    }
    let run = plain
    return { needs, value in
      var isInner = wraps
      let made = try run(repeat needs.take((each Need).self, isInner: &isInner))
      value.store(made)
    }
  }

  /// The function as a plain one, which is called only where its actor runs the calling code.
  package var plain: @Sendable (repeat each Need) throws -> Value {
    // SAFETY: see the top of this file.
    unsafeBitCast(self, to: PlainCall<Value, repeat each Need>.self).run
  }
}

/// The same function in the form of the call.
private struct PlainCall<Value, each Need>: Sendable {
  let run: @Sendable (repeat each Need) throws -> Value
}
