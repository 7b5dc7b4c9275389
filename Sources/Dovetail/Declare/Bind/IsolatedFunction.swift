// SPDX-License-Identifier: Apache-2.0

// A function of a program that knows its actor (`@isolated(any)`), so that `Bind(ViewModel.init)` needs no label, has to be awaited by its own type. Code that
// its actor runs calls it as a plain function instead.

/// A function in the type of one that belongs to no actor. Only code that the function's actor runs may call it.
///
/// This is the only place of the package that takes a value for one of another type.
///
/// - Parameter plain: The type of `function` without `@isolated(any)`, everything else being equal.
// SAFETY: a synchronous function never changes executor itself, so isolation is no part of its calling convention; the actor is among its captures. Parameters,
// their ownership, the result and the error stay the same. `MainActor.assumeIsolated` of the standard library drops isolation with the same cast.
// `ActorWitness` proves that the actor runs the calling code, in `Bind.init(_:on:_:)`.
func withoutIsolation<Isolated, Plain>(_ function: Isolated, as plain: Plain.Type) -> Plain {
  unsafe unsafeBitCast(function, to: plain)
}

/// A function with any number of parameters: one with a parameter pack can be cast only as a part of a struct.
package struct IsolatedFunction<Result, each Parameter>: Sendable {
  private struct Plain: Sendable { let run: @Sendable (repeat each Parameter) throws -> Result }

  private let run: @isolated(any) @Sendable (repeat each Parameter) throws -> Result

  package init(_ run: @escaping @isolated(any) @Sendable (repeat each Parameter) throws -> Result) { self.run = run }

  /// See ``withoutIsolation(_:as:)``.
  package var plain: @Sendable (repeat each Parameter) throws -> Result { withoutIsolation(self, as: Plain.self).run }
}
