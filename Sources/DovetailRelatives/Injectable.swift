// SPDX-License-Identifier: Apache-2.0
public import Dovetail

/// A type that carries its own binding, so that it resolves without being listed in a module. A listed binding wins.
///
/// ```swift
/// extension Road: Injectable {
///   static var binding: AnyBind { AnyBind(Bind(Road.init).in(.singleton)) }
/// }
/// ```
///
/// A class that may be inherited from says `Self`, and its subclasses are made as themselves, with the same needs and scope. A subclass
/// that needs more starts from its superclass's binding:
///
/// ```swift
/// class Car: Injectable {
///   class var binding: AnyBind { AnyBind(Bind(Self.init)).require(\Car.engine) }
/// }
/// class Ford: Car {
///   override class var binding: AnyBind { super.binding.require(\Ford.logo) }
/// }
/// ```
///
/// The binding is read on any thread, so the property belongs to no actor, also in a class of the main actor:
///
/// ```swift
/// @MainActor class Screen: Injectable {
///   nonisolated class var binding: AnyBind { AnyBind(Bind(Self.init)).require(\Screen.service) }
/// }
/// ```
public protocol Injectable: SelfBound, SendableMetatype {
  /// How a value of the type is made.
  static var binding: AnyBind { get }
}

extension Injectable {
  /// The binding of the type.
  @_documentation(visibility: internal)
  public static var ownBind: OwnBind { binding.item.own }
}
