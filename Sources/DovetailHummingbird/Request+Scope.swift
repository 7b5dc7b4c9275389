// SPDX-License-Identifier: Apache-2.0
#if Hummingbird
  public import Dovetail
  public import Hummingbird

  // A request is a plain value that knows of no scope, so these ask the one that is open in the running task.
  extension Request {
    /// Returns the value bound to a type, from the scope of the running request and the container: for code that has no context.
    ///
    /// It asks the innermost scope that is open in the running task, as `Injected` does: in a handler, in whatever that calls, in its child
    /// tasks, and while a body streams. A detached task has none; hand it what it needs. A handler that has a ``ScopedRequestContext`` asks
    /// that, which is the same and looks nothing up.
    ///
    /// - Parameters:
    ///   - type: The type the binding declares, which may differ from the type behind it.
    ///   - name: Tells bindings of one type apart; `nil` means the plain one.
    /// - Throws: `ResolutionError`, with code `.scopeNotOpen` when no scope is open here.
    public func resolve<Value>(_ type: Value.Type = Value.self, named name: String? = nil) throws(ResolutionError) -> Value {
      try resolve(Key(type, named: name))
    }

    /// Returns the value bound to a key, from the scope of the running request and the container: for code that has no context.
    ///
    /// - Throws: `ResolutionError`, with code `.scopeNotOpen` when no scope is open here.
    public func resolve<Value>(_ key: Key<Value>) throws(ResolutionError) -> Value { try scope(for: key).resolve(key) }

    /// Returns the value bound to a type, from the scope of the running request and the container, awaiting what has to be awaited.
    ///
    /// - Parameters:
    ///   - type: The type the binding declares, which may differ from the type behind it.
    ///   - name: Tells bindings of one type apart; `nil` means the plain one.
    /// - Throws: `ResolutionError`, with code `.scopeNotOpen` when no scope is open here; `CancellationError` when the running task is
    ///   cancelled before the value is there.
    public nonisolated(nonsending) func resolve<Value>(_ type: Value.Type = Value.self, named name: String? = nil) async throws
      -> Value
    {
      try await resolve(Key(type, named: name))
    }

    /// Returns the value bound to a key, from the scope of the running request and the container, awaiting what has to be awaited.
    ///
    /// - Throws: `ResolutionError`, with code `.scopeNotOpen` when no scope is open here; `CancellationError` when the running task is
    ///   cancelled before the value is there.
    public nonisolated(nonsending) func resolve<Value>(_ key: Key<Value>) async throws -> Value {
      try await scope(for: key).resolve(key)
    }

    private func scope<Value>(for key: Key<Value>) throws(ResolutionError) -> OpenScope {
      if let scope = OpenScope.current { return scope }
      throw .noScope(
        for: key,
        help:
          "add RequestScopeMiddleware(container) to the router, before the routes that resolve from a request, and resolve in the task of the handler; with isCurrent: false use the context"
      )
    }
  }
#endif
