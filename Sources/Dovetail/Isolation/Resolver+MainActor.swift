// SPDX-License-Identifier: Apache-2.0

extension Resolver {
  /// Returns the value bound to a type, and builds on the spot what belongs to the main actor.
  ///
  /// Only main-actor code may call it synchronously, which the compiler checks. Elsewhere `try await resolve(…)` goes to the main actor by
  /// itself.
  ///
  /// - Parameters:
  ///   - type: The type the bind declares.
  ///   - name: Tells binds of one type apart; `nil` means the plain one.
  /// - Throws: `ResolutionError` as `resolve` does.
  @MainActor public func resolveOnMain<Value>(
    _ type: Value.Type = Value.self, named name: String? = nil
  ) throws(ResolutionError) -> Value { try resolveOnMain(Key(type, named: name)) }

  /// Returns the value bound to a key, and builds on the spot what belongs to the main actor.
  ///
  /// - Throws: `ResolutionError` as `resolve` does.
  @MainActor public func resolveOnMain<Value>(_ key: Key<Value>) throws(ResolutionError) -> Value {
    try ActorWitness.within(MainActor.shared) { () throws(ResolutionError) -> Value in try resolve(key) }
  }

  /// Returns a new value that is made with run-time arguments, and builds on the spot what belongs to the main actor.
  ///
  /// ```swift
  /// Bind(ParcelModel.init).arguments(String.self)     // resolveOnMain(ParcelModel.self, arguments: "3S042")
  /// ```
  ///
  /// - Throws: `ResolutionError`, with code `.wrongArguments` when the bind takes others.
  @MainActor public func resolveOnMain<Value, First, each Argument>(
    _ type: Value.Type, arguments first: First, _ argument: repeat each Argument
  ) throws(ResolutionError) -> Value { try resolveOnMain(Key(type), arguments: first, repeat each argument) }

  /// Returns a new value of a key that is made with run-time arguments, and builds on the spot what belongs to the main actor.
  ///
  /// - Throws: `ResolutionError`, with code `.wrongArguments` when the bind takes others.
  @MainActor public func resolveOnMain<Value, First, each Argument>(
    _ key: Key<Value>, arguments first: First, _ argument: repeat each Argument
  ) throws(ResolutionError) -> Value {
    try ActorWitness.within(MainActor.shared) { () throws(ResolutionError) -> Value in
      try resolve(key, arguments: first, repeat each argument)
    }
  }
}

extension Provider {
  /// Asks for the value from main-actor code, and builds on the spot what belongs to the main actor.
  ///
  /// - Throws: `ResolutionError` as `resolve` does.
  @MainActor public func makeOnMain() throws(ResolutionError) -> Value {
    try ActorWitness.within(MainActor.shared) { () throws(ResolutionError) -> Value in try make() }
  }
}

extension Lazy {
  /// The value, asked for by main-actor code when this is the first use; what belongs to the main actor is built on the spot.
  ///
  /// - Throws: `ResolutionError` as `resolve` does.
  @MainActor public func getOnMain() throws(ResolutionError) -> Value {
    try ActorWitness.within(MainActor.shared) { () throws(ResolutionError) -> Value in try get() }
  }
}

extension Factory {
  /// Asks for a value from main-actor code, and builds on the spot what belongs to the main actor.
  ///
  /// - Parameter argument: The run-time arguments, in the order in which the bind lists them.
  /// - Throws: `ResolutionError` as `resolve` does.
  @MainActor public func makeOnMain(_ argument: repeat each Argument) throws(ResolutionError) -> Value {
    try ActorWitness.within(MainActor.shared) { () throws(ResolutionError) -> Value in try make(repeat each argument) }
  }
}
