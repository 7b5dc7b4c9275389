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
  /// Makes the storage for one bind.
  ///
  /// Called once for every bind and container, on the first request, so that binds never mix although they name the same scope.
  func storage<Value: Sendable>(for type: Value.Type) -> any ScopeStorage<Value>
}

/// The instances of one bind in a custom scope.
public protocol ScopeStorage<Value>: Sendable {
  /// The type of the instances.
  associatedtype Value: Sendable

  /// Returns the instance for one request.
  ///
  /// May be called by several threads at once. Do not hold a lock while calling `make`: it runs the user's factory.
  ///
  /// - Parameter make: Builds a new instance, with all of its needs.
  func instance(_ make: () throws -> Value) throws -> Value
}

/// How the custom scope of a bind is made.
package struct CustomScopeSource: Sendable {
  let type: TypeName
  /// The types of the needs of the scope, which the bind declares as its own.
  package var needs: [any Any.Type] = []
  package let make: @Sendable (any Resolver) throws -> any CustomScope
}

extension CustomScopeSource {
  init<each Need, Custom: CustomScope>(_ make: @escaping @Sendable (repeat each Need) throws -> Custom) {
    self.init(type: TypeName(Custom.self)) { resolver in try make(repeat try resolver.resolve((each Need).self)) }
    for need in repeat (each Need).self { needs.append(need) }
  }
}
