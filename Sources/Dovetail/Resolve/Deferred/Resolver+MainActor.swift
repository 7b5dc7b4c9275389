// SPDX-License-Identifier: Apache-2.0

// The older spelling: now requests find out themselves whether the main actor runs the calling code.

extension Resolver {
  /// Returns the value bound to a type, as `resolve` does.
  @available(*, deprecated, renamed: "resolve(_:named:)", message: "resolve(…) builds what belongs to the main actor, too")
  @MainActor public func resolveOnMain<Value>(
    _ type: Value.Type = Value.self, named name: String? = nil
  ) throws(ResolutionError) -> Value { try resolveOnMain(Key(type, named: name)) }

  /// Returns the value bound to a key, as `resolve` does.
  @available(*, deprecated, renamed: "resolve(_:)", message: "resolve(…) builds what belongs to the main actor, too")
  @MainActor public func resolveOnMain<Value>(_ key: Key<Value>) throws(ResolutionError) -> Value {
    try ActorClaim.request(on: MainActor.shared) { () throws(ResolutionError) -> Value in try resolve(key) }
  }

  /// Returns a new value that is made with run-time arguments, as `resolve` does.
  @available(*, deprecated, renamed: "resolve(_:arguments:_:)", message: "resolve(…) builds what belongs to the main actor, too")
  @MainActor public func resolveOnMain<Value, First, each Argument>(
    _ type: Value.Type, arguments first: First, _ argument: repeat each Argument
  ) throws(ResolutionError) -> Value { try resolveOnMain(Key(type), arguments: first, repeat each argument) }

  /// Returns a new value of a key that is made with run-time arguments, as `resolve` does.
  @available(*, deprecated, renamed: "resolve(_:arguments:_:)", message: "resolve(…) builds what belongs to the main actor, too")
  @MainActor public func resolveOnMain<Value, First, each Argument>(
    _ key: Key<Value>, arguments first: First, _ argument: repeat each Argument
  ) throws(ResolutionError) -> Value {
    try ActorClaim.request(on: MainActor.shared) { () throws(ResolutionError) -> Value in
      try resolve(key, arguments: first, repeat each argument)
    }
  }
}

extension Provider {
  /// Asks for the value, as `make` does.
  @available(*, deprecated, renamed: "make()", message: "make() builds what belongs to the main actor, too")
  @MainActor public func makeOnMain() throws(ResolutionError) -> Value {
    try ActorClaim.request(on: MainActor.shared) { () throws(ResolutionError) -> Value in try make() }
  }
}

extension Lazy {
  /// The value, as `get` gives it.
  @available(*, deprecated, renamed: "get()", message: "get() builds what belongs to the main actor, too")
  @MainActor public func getOnMain() throws(ResolutionError) -> Value {
    try ActorClaim.request(on: MainActor.shared) { () throws(ResolutionError) -> Value in try get() }
  }
}

extension Factory {
  /// Asks for a value, as `make` does.
  @available(*, deprecated, renamed: "make(_:)", message: "make(…) builds what belongs to the main actor, too")
  @MainActor public func makeOnMain(_ argument: repeat each Argument) throws(ResolutionError) -> Value {
    try ActorClaim.request(on: MainActor.shared) { () throws(ResolutionError) -> Value in try make(repeat each argument) }
  }
}
