// SPDX-License-Identifier: Apache-2.0

/// Resolves a value with run-time arguments; its other dependencies come from the container.
///
/// The binding declares which of its parameters are arguments: `Bind(Report.init).arguments(String.self, Int.self)` is resolved through `Factory<Report, String,
/// Int>`. Other argument lists do not pass the check.
public struct Factory<Value, each Argument>: Sendable {
  /// Called when there is no target: a test's closure, or one that throws. It takes no pack, for which the run time would compute the layout of a tuple.
  private let given: @Sendable (Arguments?) throws(ResolutionError) -> Value
  // In a box, because to copy a request would take 250 instructions.
  private let target: Boxed<DeferredRequest>?

  /// Creates a factory from a closure, for tests of types that take one.
  public init(_ make: @escaping @Sendable (repeat each Argument) -> Value) {
    given = { arguments throws(ResolutionError) -> Value in
      var next = 0
      return try make(repeat arguments.take((each Argument).self, &next))
    }
    target = nil
  }

  private init(asking target: DeferredRequest) {
    // Never called; it captures nothing, so it takes no memory.
    given = { _ throws(ResolutionError) -> Value in throw .closed("a factory", Graph.Key(type: TypeName(Value.self))) }
    self.target = Boxed(target)
  }

  private init(throwing error: ResolutionError) {
    given = { _ throws(ResolutionError) -> Value in throw error }
    target = nil
  }

  /// Resolves a value.
  ///
  /// - Parameter argument: The run-time arguments, in the order in which the binding lists them.
  /// - Throws: `ResolutionError` as `resolve` does; with code `.unawaited` when the value is made asynchronously.
  @inline(never)
  public func make(_ argument: repeat each Argument) throws(ResolutionError) -> Value where Value: Sendable {
    // To pass the pack on, the run time would compute the layout of a tuple.
    let block = ArgumentBlock(capacity: Factory.argumentCount)
    defer { block.end() }
    repeat block.append(each argument)
    guard let target else { return try given(block.arguments) }
    return try target.now(block.arguments)
  }

  /// Resolves a value; it stays with the actor of the calling code, if it belongs to one.
  ///
  /// - Parameters:
  ///   - argument: The run-time arguments, in the order in which the binding lists them.
  ///   - isolation: The actor of the calling code.
  /// - Throws: `ResolutionError` as `resolve` does; with code `.isolated` when the value belongs to another actor.
  public func make(
    _ argument: repeat each Argument, isolation: isolated (any Actor)? = #isolation
  ) throws(ResolutionError) -> Value {
    let block = ArgumentBlock(capacity: Factory.argumentCount)
    defer { block.end() }
    repeat block.append(each argument)
    return try ActorClaim.request(on: isolation) { () throws(ResolutionError) -> Value in
      guard let target else { return try given(block.arguments) }
      return try target.now(block.arguments)
    }
  }

  private static var argumentCount: Int {
    var count = 0
    for _ in repeat (each Argument).self { count += 1 }
    return count
  }

  /// Resolves a value; stops the program with the text of the error when there is none.
  public func callAsFunction(_ argument: repeat each Argument) -> Value where Value: Sendable {
    orTrap { try make(repeat each argument) }
  }

  /// Resolves a value, which stays with the actor of the calling code; stops the program with the text of the error when there is none.
  public func callAsFunction(_ argument: repeat each Argument, isolation: isolated (any Actor)? = #isolation) -> Value {
    orTrap { () throws(ResolutionError) -> Value in try make(repeat each argument, isolation: isolation) }
  }
}

extension Boxed<DeferredRequest> {
  @inline(__always)
  fileprivate func now<Result>(_ arguments: Arguments?) throws(ResolutionError) -> Result {
    try value.home.request(value.unheld, arguments, for: value.key)
  }
}

extension Factory: DerivedNeed {
  package static var form: Graph.Need.Form { .factory }
  package static var wrapped: any Any.Type { Value.self }

  package static var argumentTypes: [TypeName] {
    var types: [TypeName] = []
    for type in repeat (each Argument).self { types.append(TypeName(type)) }
    return types
  }

  package static func slot(of inner: Slot, _ maker: DerivedMaker) -> Slot {
    // Only requests of the program itself or a resolver can be wrong here: declared needs have passed the check.
    let (step, given, expected) = (inner.step, argumentTypes, inner.argumentTypes)
    if given == expected { return maker.deferred(inner) { Factory(asking: $0) } }
    return maker.deferred(inner) { _ in
      Factory(throwing: .wrongArguments(of: step, expected: expected, given: given).through(step))
    }
  }
}

extension Factory where repeat each Argument: Sendable {
  /// Resolves a value, and awaits values that are made asynchronously or on an actor.
  ///
  /// ```swift
  /// Bind(Report.init).arguments(String.self)     // init(title: String, database: Database) async throws
  /// let report = try await reports.make("tyres")
  /// ```
  ///
  /// - Parameter argument: The run-time arguments, in the order in which the binding lists them.
  /// - Throws: `ResolutionError` as `resolve` does; `CancellationError` when the running task is cancelled before the value is built.
  public nonisolated(nonsending) func make(_ argument: repeat each Argument) async throws -> Value where Value: Sendable {
    guard let target else { return try synchronously { try make(repeat each argument) } }
    var arguments: [any Sendable] = []
    for argument in repeat each argument { arguments.append(argument) }
    return try await target.value.awaited(arguments.isEmpty ? nil : arguments)
  }

  /// Resolves a value, and awaits its asynchronous parts; it stays with the actor of the calling code, if it belongs to one.
  ///
  /// The parameters are as for the synchronous form.
  ///
  /// - Throws: `ResolutionError`; with code `.isolated` when the value belongs to another actor. `CancellationError` when the running task is
  ///   cancelled before the value is built.
  public func make(
    _ argument: repeat each Argument, isolation: isolated (any Actor)? = #isolation
  ) async throws -> Value {
    guard let target else { return try synchronously { try make(repeat each argument, isolation: isolation) } }
    var arguments: [any Sendable] = []
    for argument in repeat each argument { arguments.append(argument) }
    return try await target.value.awaited(arguments.isEmpty ? nil : arguments, isStaying: isolation != nil)
  }
}
