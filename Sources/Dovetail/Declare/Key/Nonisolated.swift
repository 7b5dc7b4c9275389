// SPDX-License-Identifier: Apache-2.0

/// A type whose members belong to no actor, also those that a module adds whose default is the main actor.
///
/// Such a module puts members without annotation on the main actor: `extension Key<Wheel> { static var spare: Self { … } }` could not be used in
/// `bindings`. The compiler leaves alone the members of a type that conforms to a protocol of this kind where it is declared.
@_documentation(visibility: internal)
public protocol Nonisolated: Sendable {}
