// SPDX-License-Identifier: Apache-2.0
internal import Dovetail

/// A type that makes itself by its initializer without parameters, and says nothing else about how: the shortest ``Injectable``.
///
/// ```swift
/// final class Logo: SelfMade { init() {} }
/// ```
///
/// The conformance may stand in a file of its own, so that the type imports nothing: `extension Logo: SelfMade {}`. A class that may be inherited
/// from has a `required` initializer, and its subclasses make themselves. A class that needs more, or whose subclasses do, declares a
/// ``Injectable/binding``.
public protocol SelfMade: Injectable {
  /// Creates a value.
  init()
}

extension SelfMade {
  /// The initializer, in the scope `.transient`.
  public static var binding: AnyBind { AnyBind(Bind(Self.init)) }
}
