// SPDX-License-Identifier: Apache-2.0

/// Resolves a value on first use and keeps it. Concurrent first uses that await share one resolution, and so do those that do
/// not.
///
/// A synchronous first use does not wait for an asynchronous one, which would block its thread: then there may be a resolution of each. One value is kept, and all
/// uses get that one.
///
/// A failed resolution is not kept: the next use resolves again. The value is kept: if one value has read the other, they hold each other.
public struct Lazy<Value> {
  private let cell = Cell(of: Value.self)
  /// Stands for the cell among what tasks wait for: a thread may build its value too.
  private let awaited = Cell(of: Value.self)
  private let request: @Sendable () throws(ResolutionError) -> Value
  /// The asynchronous request; `nil` if the value never has to be awaited.
  private let awaiting: AwaitedRequest<Value>?
  /// What the graph asks; `nil` for closures.
  private let deferred: DeferredRequest?
  /// What closures stand for in errors.
  private let closureStep: ResolutionError.Step?

  /// Creates a lazy value from a closure, for tests of types that take one.
  public init(_ make: @escaping @Sendable () -> Value) {
    request = { ThreadState.current.unclaimed(make) }
    (awaiting, deferred, closureStep) = (nil, nil, nil)
  }

  package init(
    _ step: ResolutionError.Step, request: @escaping @Sendable () throws(ResolutionError) -> Value,
    awaiting: @escaping AwaitedRequest<Value>
  ) { (self.request, self.awaiting, deferred, closureStep) = (request, awaiting, nil, step) }

  fileprivate init(_ deferred: DeferredRequest) {
    request = { () throws(ResolutionError) -> Value in try deferred.now() }
    awaiting = { try await deferred.awaited() }
    (self.deferred, closureStep) = (deferred, nil)
  }

  private var slot: Slot? { try? deferred?.target.slot }

  private var step: ResolutionError.Step {
    slot?.step ?? closureStep
      ?? ResolutionError.Step(
        key: Graph.Key(type: TypeName(Self.self)), location: .unknown, scope: .transient, module: TypeName(text: "a test"))
  }

  /// The value, resolved on first use.
  ///
  /// - Throws: `ResolutionError` as `resolve` does; a cycle when the value is used while it is being built.
  public func get() throws(ResolutionError) -> Value where Value: Sendable {
    if let ready = cell.ready { return ready.copy() }
    return try cell.value(of: step, build: request)
  }

  /// The value; stops the program with the text of the error when there is none.
  public func callAsFunction() -> Value where Value: Sendable { orTrap { try get() } }

  /// The value, resolved on first use; it stays with the actor of the calling code, if it belongs to one.
  ///
  /// - Parameter isolation: The actor of the calling code.
  /// - Throws: `ResolutionError` as `resolve` does; a cycle when the value is used while it is being built.
  public func get(isolation: isolated (any Actor)? = #isolation) throws(ResolutionError) -> Value {
    if let ready = cell.ready { return ready.copy() }
    return try ActorClaim.request(on: isolation) { () throws(ResolutionError) -> Value in
      try cell.value(of: step, build: request)
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
    guard let awaiting, slot?.awaits ?? true else { return try synchronously { try get() } }
    if let ready = cell.ready { return ready.copy() }
    return try await Build.value(at: UInt(bitPattern: ObjectIdentifier(awaited)), of: step) {
      cell.value(as: Value.self)
    } build: { [self] in
      if !cell.isReady {
        let value = try await awaiting()
        try keep(value)
      }
      return ()
    }
  }

  /// Keeps a value, unless a thread keeps one first. A thread that fails meanwhile fails alone; a cycle would be met again.
  private func keep(_ value: Value) throws(ResolutionError) {
    while !cell.isReady {
      do throws(ResolutionError) { _ = try cell.value(of: step) { value } } catch { if error.code == .cycle { throw error } }
    }
  }
}

// The value may be read on any thread once it is built.
extension Lazy: Sendable where Value: Sendable {}

extension Lazy: Equatable {
  /// Whether both are the same lazy value, which keeps one value; equal values do not make it so.
  public static func == (left: Self, right: Self) -> Bool { left.cell === right.cell }
}

extension Lazy: DerivedNeed {
  static var form: Graph.Need.Form { .lazy }
  static var wrapped: any Any.Type { Value.self }

  static func slot(asking target: Target, _ maker: DerivedMaker) -> Slot? { maker.deferred(target) { Lazy($0) } }
}
