// SPDX-License-Identifier: Apache-2.0

/// Resolves a value later, as often as needed: every call is a separate resolution, through the binding's scope.
///
/// A provider keeps its container alive until the container closes. One that is made in an open scope keeps the scope, and with it the container, until it is
/// released itself; but not if the scope keeps it, or keeps what has made it.
public struct Provider<Value>: Sendable {
  private let request: @Sendable () throws(ResolutionError) -> Value

  /// Creates a provider from a closure, for tests of types that take one.
  public init(_ make: @escaping @Sendable () -> Value) { request = { ThreadState.current.unclaimed(make) } }

  package init(request: @escaping @Sendable () throws(ResolutionError) -> Value) { self.request = request }

  init(_ deferred: DeferredRequest) {
    request = { () throws(ResolutionError) -> Value in try deferred.now() }
  }

  /// Resolves the value.
  ///
  /// - Returns: The result of a resolution for `Value`: a new instance for `.transient`, the shared one for `.singleton`.
  /// - Throws: `ResolutionError` as `resolve` does.
  public func make() throws(ResolutionError) -> Value where Value: Sendable { try request() }

  /// Resolves the value; stops the program with the text of the error when there is none.
  public func callAsFunction() -> Value where Value: Sendable { orTrap { try request() } }

  /// Resolves the value; it stays with the actor of the calling code, if it belongs to one.
  ///
  /// - Parameter isolation: The actor of the calling code.
  /// - Returns: The result of a resolution for `Value`: a new instance for `.transient`, the shared one for `.singleton`.
  /// - Throws: `ResolutionError` as `resolve` does.
  public func make(isolation: isolated (any Actor)? = #isolation) throws(ResolutionError) -> Value {
    try ActorClaim.request(on: isolation, request)
  }

  /// Resolves the value, which stays with the actor of the calling code; stops the program with the text of the error when there is none.
  public func callAsFunction(isolation: isolated (any Actor)? = #isolation) -> Value {
    orTrap { () throws(ResolutionError) -> Value in try make(isolation: isolation) }
  }
}

extension Provider: DerivedNeed {
  static var form: Graph.Need.Form { .provider }
  static var wrapped: any Any.Type { Value.self }

  static func slot(asking target: Target, _ maker: DerivedMaker) -> Slot? { maker.deferred(target) { Provider($0) } }
}

/// The provider of a bind that is declared by name: requested by the name with the suffix `Provider` or ` Provider`.
package enum DynamicProvider: DerivedNeed {
  private static let suffix = "Provider"

  static var form: Graph.Need.Form { .provider }
  static var wrapped: any Any.Type { (any Sendable).self }

  /// The name whose provider a name stands for; `nil` when it has no such suffix.
  package static func product(of name: String) -> String? {
    guard name.hasSuffix(suffix) else { return nil }
    var product = name.dropLast(suffix.count)
    if product.last == " " { product.removeLast() }
    return product.isEmpty ? nil : String(product)
  }

  static func slot(asking target: Target, _ maker: DerivedMaker) -> Slot? {
    maker.deferred(target, maker.configuration(Provider<any Sendable>.self)) { request -> any Sendable in
      Provider<any Sendable>(request)
    }
  }
}

/// Resolves a value later, as often as needed, and awaits it: the form of ``Provider`` for values that are made asynchronously, or on an actor.
///
/// A provider keeps its container alive until the container closes. One that is made in an open scope keeps the scope, and with it the container, until it is
/// released itself; but not if the scope keeps it, or keeps what has made it.
public struct AsyncProvider<Value>: Sendable {
  private let request: AwaitedRequest<Value>

  /// Creates a provider from a closure, for tests of types that take one.
  public init(_ make: @escaping @Sendable () async throws -> Value) where Value: Sendable { request = { try await make() } }

  init(request: @escaping AwaitedRequest<Value>) { self.request = request }

  /// Resolves the value.
  ///
  /// - Returns: The result of a resolution for `Value`: a new instance for `.transient`, the shared one for `.singleton`.
  /// - Throws: `ResolutionError` as `resolve` does; `CancellationError` when the running task is cancelled before the value is built.
  public nonisolated(nonsending) func make() async throws -> Value { try await request() }

  /// Resolves the value, as ``make()`` does.
  public nonisolated(nonsending) func callAsFunction() async throws -> Value { try await request() }
}

extension AsyncProvider: DerivedNeed {
  static var form: Graph.Need.Form { .asyncProvider }
  static var wrapped: any Any.Type { Value.self }

  static func slot(asking target: Target, _ maker: DerivedMaker) -> Slot? {
    maker.deferred(target) { request in AsyncProvider(request: { try await request.awaited() }) }
  }
}

/// The request of a deferred need that may have to await; runs in the caller's isolation, so that the value need not be Sendable.
package typealias AwaitedRequest<Value> = nonisolated(nonsending) @Sendable () async throws -> Value
