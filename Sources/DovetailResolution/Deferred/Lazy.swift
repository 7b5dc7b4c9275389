// SPDX-License-Identifier: Apache-2.0

/// Resolves a value on first use and keeps it; concurrent first uses share one resolution, those that await and those that do not.
///
/// A synchronous first use does not wait for an asynchronous one, which would block its thread: then there may be a resolution of each. One value is kept, and all
/// uses get that one.
///
/// A failed resolution is not kept: the next use resolves again. The value is kept: if one value has read the other, they hold each other.
public final class Lazy<Value>: DerivedObject {
  private let instance = Instance(of: Value.self)
  private let step: ResolutionError.Step
  private let request: @Sendable () throws(ResolutionError) -> Value
  /// The asynchronous request, if the value has to be awaited; `nil` if not.
  private let awaiting: AwaitedRequest<Value>?

  /// Creates a lazy value from a closure, for tests of types that take one.
  public init(_ make: @escaping @Sendable () -> Value) {
    step = ResolutionError.Step(
      key: Graph.Key(type: TypeName(Self.self)), location: .unknown, scope: .transient, module: TypeName(text: "a test"))
    request = make
    awaiting = nil
  }

  package init(
    _ step: ResolutionError.Step, request: @escaping @Sendable () throws(ResolutionError) -> Value,
    awaiting: AwaitedRequest<Value>? = nil
  ) {
    self.step = step
    self.request = request
    self.awaiting = awaiting
  }

  /// The value, resolved on first use.
  ///
  /// - Throws: `ResolutionError` as `resolve` does; a cycle when the value is used while it is being built.
  public func get() throws(ResolutionError) -> Value where Value: Sendable {
    if let value = instance.value(as: Value.self) { return value }
    return try instance.value(of: step, build: request)
  }

  /// The value; stops the program with the text of the error when there is none.
  public func callAsFunction() -> Value where Value: Sendable { orTrap { try get() } }

  /// The value, resolved on first use; it stays with the actor of the calling code, if it belongs to one.
  ///
  /// - Parameter isolation: The actor of the calling code.
  /// - Throws: `ResolutionError` as `resolve` does; a cycle when the value is used while it is being built.
  public func get(isolation: isolated (any Actor)? = #isolation) throws(ResolutionError) -> Value {
    if let value = instance.value(as: Value.self) { return value }
    return try ActorClaim.request(on: isolation) { () throws(ResolutionError) -> Value in
      try instance.value(of: step, build: request)
    }
  }

  /// The value, as the synchronous form gives it; in asynchronous code the compiler chooses this one. What it needs asynchronously has to be ready.
  ///
  /// - Parameter isolation: The actor of the calling code.
  /// - Throws: `ResolutionError` as `resolve` does.
  public func get(isolation: isolated (any Actor)? = #isolation) async throws -> Value {
    try synchronously { try get(isolation: isolation) }
  }

  /// The value, which stays with the actor of the calling code; stops the program with the text of the error when there is none.
  public func callAsFunction(isolation: isolated (any Actor)? = #isolation) -> Value {
    orTrap { () throws(ResolutionError) -> Value in try get(isolation: isolation) }
  }
}

extension Lazy where Value: Sendable {
  /// The value, resolved on first use, and awaited when it is made asynchronously.
  ///
  /// Once it is built, synchronous code can read it with ``get()`` too.
  ///
  /// - Throws: `ResolutionError` as `resolve` does; `CancellationError` when the running task is cancelled before the value is built.
  public func get() async throws -> Value {
    guard let awaiting else { return try synchronously { try get() } }
    if let value = instance.value(as: Value.self) { return value }
    // Not at the address of the instance: a thread may build its value too.
    return try await Build.value(at: UInt(bitPattern: ObjectIdentifier(self)), of: step) {
      instance.value(as: Value.self)
    } build: { [self] in
      if !instance.isReady {
        let value = try await awaiting()
        _ = try synchronously { try instance.value(of: step) { value } }
      }
      return ()
    }
  }
}

// The value may be read on any thread once it is built.
// SAFETY: all properties are lets; `Instance` guards the value.
extension Lazy: @unchecked Sendable where Value: Sendable {
}

extension Lazy: DerivedNeed {
  package static var form: Graph.Need.Form { .lazy }
  package static var wrapped: any Any.Type { Value.self }

  package static func slot(of inner: Slot, _ maker: DerivedMaker) -> Slot {
    maker.deferred(inner) { [step = inner.step, awaits = inner.awaits] request in
      let awaiting: AwaitedRequest<Value> = { try await request.awaited() }
      return Lazy(step, request: { () throws(ResolutionError) -> Value in try request.now() }, awaiting: awaits ? awaiting : nil)
    }
  }
}
