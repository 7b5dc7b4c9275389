// SPDX-License-Identifier: Apache-2.0

/// A way to share instances that the built-in scopes do not have: a pool, an expiring value, a fixed sequence.
///
/// ```swift
/// struct Pool: CustomScope {
///   let size: Int
///   func storage<Value: Sendable>(for type: Value.Type) -> any ScopeStorage<Value> { PoolStorage(size: size) }
/// }
/// Bind(Wheel.init).in(.custom(Pool(size: 4)))
/// ```
public protocol CustomScope: Sendable {
  /// Makes the storage for one binding.
  ///
  /// Called once for every binding and container, on the first resolution, so that bindings never mix although they name the same scope.
  func storage<Value: Sendable>(for type: Value.Type) -> any ScopeStorage<Value>
}

/// The instances of one binding in a custom scope.
public protocol ScopeStorage<Value>: Sendable {
  /// The type of the instances.
  associatedtype Value: Sendable

  /// Returns the instance for one resolution.
  ///
  /// May be called by several threads at once. Do not hold a lock while calling `make`: it runs the user's factory.
  ///
  /// - Parameter make: Builds a new instance, with all of its dependencies.
  func instance(_ make: () throws -> Value) throws -> Value
}

/// One request to the storage of a custom scope.
typealias CustomRequest<Value> = @Sendable (() throws -> Value) throws -> Value

/// How the custom scope of a bind is made.
package struct CustomScopeSource: Sendable {
  let type: TypeName
  /// The needs of the scope, which the bind declares as its own.
  var needs: [DeclaredNeed] = []
  /// The scope as code writes it, where that says all about it.
  var code: String?
  /// Makes the scope for one bind, which the step names in errors.
  let make: @Sendable (any Resolver, ResolutionError.Step) throws -> any CustomScope
}

extension CustomScopeSource {
  init<each Need, Custom: CustomScope>(_ make: @escaping @Sendable (repeat each Need) throws -> Custom) {
    self.init(type: TypeName(Custom.self)) { resolver, _ in try make(repeat try resolver.resolve((each Need).self)) }
    for need in repeat (each Need).self { needs.append(DeclaredNeed(declaring: Key(need))) }
  }
}
