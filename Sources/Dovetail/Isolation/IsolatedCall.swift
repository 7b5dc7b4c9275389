// SPDX-License-Identifier: Apache-2.0

// A factory says to which actor it belongs (`@isolated(any)`), so that `Bind(ViewModel.init)` needs no label. Called by its own type, such a
// function has to be awaited. `Bind` calls it as a plain function instead, once it is known that its actor runs the calling code:
//
//     @isolated(any) (Needs) throws -> Value      | code | context: isolation, what is captured |
//     (Needs) throws -> Value                     | code | context                               |
//
// SAFETY: both are a pointer to code and one to a context. A synchronous function never changes executor itself, so isolation is no part of how
// it is called; the actor lies in its context, which the code finds as it finds everything that it captures. `MainActor.assumeIsolated` of the
// standard library drops isolation with the same cast. The types of parameters, their ownership, the result and the error stay the same. That
// the actor runs the calling code is seen to by `ActorWitness`, in `Bind.init(_:on:_:)`; a function that belongs to no actor may run anywhere.

/// A function as a program gives it; in a struct, because a function with a parameter pack can be cast only as a part of one.
struct IsolatedCall<Value, each Need> {
  let run: @isolated(any) @Sendable (repeat each Need) throws -> Value
}

/// The same function as it is called.
struct PlainCall<Value, each Need>: Sendable {
  let run: @Sendable (repeat each Need) throws -> Value
}

/// The function of a decorator as a program gives it.
struct IsolatedWrap<Value, each Need> {
  let run: @isolated(any) @Sendable (Value, repeat each Need) throws -> Value
}

/// The function of a decorator as it is called.
struct PlainWrap<Value, each Need>: Sendable {
  let run: @Sendable (Value, repeat each Need) throws -> Value
}
