// SPDX-License-Identifier: Apache-2.0

/// Resolves a value later, as often as needed, and awaits it: the form of ``Provider`` for values that are made asynchronously, or on an actor.
///
/// A provider keeps its container alive until the container closes; one that an open scope keeps does not keep the scope.
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
