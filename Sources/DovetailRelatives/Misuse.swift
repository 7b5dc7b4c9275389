// SPDX-License-Identifier: Apache-2.0
public import Dovetail

// Misuse for which the compiler has no good words by itself. None of this can be called.

extension Bind {
  /// Refuses a property that is never nil, or that cannot be set, with the error as the message.
  @_documentation(visibility: internal)
  @available(*, unavailable, message: "a reference is an optional 'weak var': there may be no relative")
  public func reference<Property>(_ property: KeyPath<Value, Property>) -> Self { self }
}
