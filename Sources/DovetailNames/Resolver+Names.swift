// SPDX-License-Identifier: Apache-2.0
public import Dovetail

// As resolutions by type: those for Sendable values, and those for values that stay with the actor of the calling code.

extension Resolver {
  /// Returns the value of a binding that is declared by name.
  ///
  /// - Parameters:
  ///   - name: The name; `"wheelProvider"` and `"wheel Provider"` give the `Provider` of `"wheel"`, unless that very name is bound.
  ///   - type: The type of the value; `any Sendable` takes any.
  /// - Throws: `ResolutionError` with code `.missing` for an unknown name, `.wrongType` for a value of another type.
  public func resolve<Value: Sendable>(_ name: String, as type: Value.Type = Value.self) throws(ResolutionError) -> Value {
    try DynamicValue.cast(resolve(Key(dynamic: name)), of: name)
  }

  /// Returns the value of a binding that is declared by name; it stays with the actor of the calling code, if it belongs to one.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - type: The type of the value.
  ///   - isolation: The actor of the calling code.
  /// - Throws: `ResolutionError`, as for Sendable values; with code `.isolated` when the value belongs to another actor.
  public func resolve<Value>(
    _ name: String, as type: Value.Type = Value.self, isolation: isolated (any Actor)? = #isolation
  ) throws(ResolutionError) -> Value {
    let found = try ActorClaim.request(on: isolation) { () throws(ResolutionError) in try resolve(Key(dynamic: name)) }
    return try DynamicValue.cast(content(of: found, isolation), of: name)
  }

  /// Returns the value of a binding that is declared by name, or nil when the name is unknown.
  ///
  /// - Throws: `ResolutionError` with code `.wrongType` for a value of another type, or the error for a failed factory.
  public func resolveIfBound<Value: Sendable>(_ name: String, as type: Value.Type = Value.self) throws(ResolutionError) -> Value?
  {
    guard let value = try resolveIfBound(Key(dynamic: name)) else { return nil }
    return try DynamicValue.cast(value, of: name) as Value
  }

  /// Returns the value of a binding that is declared by name, or nil when the name is unknown; it stays with the actor of the calling code, if it belongs to one.
  ///
  /// - Throws: `ResolutionError`, as for Sendable values; with code `.isolated` when the value belongs to another actor.
  public func resolveIfBound<Value>(
    _ name: String, as type: Value.Type = Value.self, isolation: isolated (any Actor)? = #isolation
  ) throws(ResolutionError) -> Value? {
    let found = try ActorClaim.request(on: isolation) { () throws(ResolutionError) in try resolveIfBound(Key(dynamic: name)) }
    guard let found else { return nil }
    return try DynamicValue.cast(content(of: found, isolation), of: name) as Value
  }

  /// The value of a binding that is declared by name. What stays on an actor is for `resolve` only: the compiler passes the actor of the calling code to functions.
  public subscript<Value>(_ name: String, as type: Value.Type = Value.self) -> Value {
    get throws(ResolutionError) { try DynamicValue.cast(resolve(Key(dynamic: name)), of: name) }
  }

  /// The provider of a name that ends in `Provider`, as a closure.
  public subscript<Product>(_ name: String) -> @Sendable () -> Product {
    get throws(ResolutionError) { try DynamicValue.closure(resolve(Key(dynamic: name)), of: name) }
  }

  /// Returns the value of a binding that is declared by name, and awaits what is made asynchronously or on an actor.
  ///
  /// - Throws: `ResolutionError`, as for the synchronous form; `CancellationError` when the running task is cancelled before the value is built.
  public nonisolated(nonsending) func resolve<Value: Sendable>(
    _ name: String, as type: Value.Type = Value.self
  ) async throws -> Value { try await DynamicValue.cast(resolve(Key(dynamic: name)), of: name) }

  /// Returns the value of a binding that is declared by name in asynchronous code of the actor with which it stays. No value of this kind is awaited.
  ///
  /// - Throws: `ResolutionError`, as for the synchronous form.
  public func resolve<Value>(
    _ name: String, as type: Value.Type = Value.self, isolation: isolated (any Actor)? = #isolation
  ) async throws -> Value {
    func now() throws(ResolutionError) -> any Sendable { try resolve(Key(dynamic: name)) }
    return try DynamicValue.cast(content(of: ActorClaim.request(on: isolation, now), isolation), of: name)
  }

  /// What is kept on the actor is for its code, which resolves from one of the framework: another one might hand it on.
  private func content(of found: any Sendable, _ isolation: (any Actor)?) -> Any {
    isolation != nil && (self is Container || self is OpenScope || self is FactoryResolver) ? Kept.content(of: found) : found
  }
}
