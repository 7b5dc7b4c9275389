// SPDX-License-Identifier: Apache-2.0
#if Hummingbird
  public import Dovetail
  public import Hummingbird

  /// The scope type that ``RequestScopeMiddleware`` opens for every request, unless it is given another: what is bound in it is made once for a
  /// request, and closed with it.
  ///
  /// ```swift
  /// Bind(Transaction.init).in(.scoped(RequestScope.self)).onClose { try await $0.end() }
  /// Bind { (request: Request) in Language(request.headers[.acceptLanguage]) }
  /// ```
  public enum RequestScope: ScopeKind {
    /// Inside, the request itself can be needed.
    public typealias Input = Inputs<Request>
  }

  /// A request context that knows the scope of its request, so that handlers can ask it.
  ///
  /// ```swift
  /// struct ShopContext: ScopedRequestContext {
  ///   var coreContext: CoreRequestContextStorage
  ///   var scope: OpenScope?
  ///   init(source: Source) { coreContext = .init(source: source) }
  /// }
  /// ```
  ///
  /// A child context takes the scope over from its parent in `init(context:)`.
  public protocol ScopedRequestContext: RequestContext {
    /// The scope of the request; `nil` until a middleware has opened it.
    var scope: OpenScope? { get set }
  }

  extension ScopedRequestContext {
    /// Returns the value bound to a type, from the scope of the request and the container.
    ///
    /// - Parameters:
    ///   - type: The type the binding declares, which may differ from the type behind it.
    ///   - name: Tells bindings of one type apart; `nil` means the plain one.
    /// - Throws: `ResolutionError`, with code `.scopeNotOpen` when no middleware has opened a scope.
    @inlinable
    public func resolve<Value>(_ type: Value.Type = Value.self, named name: String? = nil) throws(ResolutionError) -> Value {
      try resolve(Key(type, named: name))
    }

    /// Returns the value bound to a key, from the scope of the request and the container.
    ///
    /// - Throws: `ResolutionError`, with code `.scopeNotOpen` when no middleware has opened a scope.
    @inlinable
    public func resolve<Value>(_ key: Key<Value>) throws(ResolutionError) -> Value { try scope(for: key).resolve(key) }

    /// Returns the value bound to a type, from the scope of the request and the container, awaiting what has to be awaited.
    ///
    /// - Parameters:
    ///   - type: The type the binding declares, which may differ from the type behind it.
    ///   - name: Tells bindings of one type apart; `nil` means the plain one.
    /// - Throws: `ResolutionError`, with code `.scopeNotOpen` when no middleware has opened a scope; `CancellationError` when the running
    ///   task is cancelled before the value is there.
    @inlinable
    public nonisolated(nonsending) func resolve<Value>(_ type: Value.Type = Value.self, named name: String? = nil) async throws
      -> Value
    {
      try await resolve(Key(type, named: name))
    }

    /// Returns the value bound to a key, from the scope of the request and the container, awaiting what has to be awaited.
    ///
    /// - Throws: `ResolutionError`, with code `.scopeNotOpen` when no middleware has opened a scope; `CancellationError` when the running
    ///   task is cancelled before the value is there.
    @inlinable
    public nonisolated(nonsending) func resolve<Value>(_ key: Key<Value>) async throws -> Value {
      try await scope(for: key).resolve(key)
    }

    /// The context of a request that has a scope.
    @inlinable
    consuming func inside(_ scope: OpenScope) -> Self {
      self.scope = scope
      return self
    }

    @inlinable
    func scope<Value>(for key: Key<Value>) throws(ResolutionError) -> OpenScope {
      if let scope { return scope }
      throw .noRequestScope(for: key)
    }
  }

  extension ResolutionError {
    /// The error of a request before a scope has opened for it.
    ///
    /// - Parameter help: What the user has to do so that one opens.
    static func noScope<Value>(for key: Key<Value>, help: String) -> ResolutionError {
      ResolutionError(.scopeNotOpen, key.graphKey, "\(key.graphKey.quoted) was resolved where no scope is open", help: help)
    }

    @usableFromInline
    static func noRequestScope<Value>(for key: Key<Value>) -> ResolutionError {
      noScope(
        for: key, help: "add RequestScopeMiddleware(container) to the router, before the routes that resolve from a request")
    }
  }

  /// A ``ScopedRequestContext`` with nothing else in it.
  public struct BasicScopedRequestContext: ScopedRequestContext {
    /// The storage of Hummingbird for every request.
    public var coreContext: CoreRequestContextStorage
    /// The scope of the request; `nil` until a middleware has opened it.
    public var scope: OpenScope?

    /// Creates a context.
    public init(source: Source) { coreContext = CoreRequestContextStorage(source: source) }
  }
#endif
