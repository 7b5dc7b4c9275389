// SPDX-License-Identifier: Apache-2.0

/// Resolves a value with run-time arguments; its other dependencies come from the container.
///
/// The binding declares which of its parameters are arguments: `Bind(Report.init).arguments(String.self, Int.self)` is resolved through `Factory<Report, String,
/// Int>`. Other argument lists do not pass the check.
public struct Factory<Value, each Argument>: Sendable {
  /// A test's closure; `nil` when the graph answers.
  private let closure: Closure?
  /// What the graph answers with, or why it does not.
  private let request: Result<DeferredRequest, ResolutionError>

  /// A function with a parameter pack can be optional only as a part of a struct.
  private struct Closure: Sendable { let run: @Sendable (repeat each Argument) -> Value }

  /// Creates a factory from a closure, for tests of types that take one.
  public init(_ make: @escaping @Sendable (repeat each Argument) -> Value) {
    closure = Closure(run: make)
    request = .failure(.closed("a factory", Graph.Key(type: TypeName(Value.self))))
  }

  private init(asking request: Result<DeferredRequest, ResolutionError>) { (closure, self.request) = (nil, request) }

  /// Resolves a value.
  ///
  /// - Parameter argument: The run-time arguments, in the order in which the binding lists them.
  /// - Throws: `ResolutionError` as `resolve` does; with code `.unawaited` when the value is made asynchronously.
  public func make(
    _ argument: repeat each Argument
  ) throws(ResolutionError) -> Value where Value: Sendable, repeat each Argument: Sendable {
    try answer(repeat each argument)
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
    try ActorClaim.request(on: isolation) { () throws(ResolutionError) -> Value in try answer(repeat each argument) }
  }

  private func answer(_ argument: repeat each Argument) throws(ResolutionError) -> Value {
    if let closure { return ThreadState.current.unclaimed { closure.run(repeat each argument) } }
    let request = try request.get()
    return try Arguments.keeping(checked: repeat each argument) { arguments throws(ResolutionError) in try request.now(arguments)
    }
  }

  /// Resolves a value; stops the program with the text of the error when there is none.
  public func callAsFunction(_ argument: repeat each Argument) -> Value where Value: Sendable, repeat each Argument: Sendable {
    orTrap { try make(repeat each argument) }
  }

  /// Resolves a value, which stays with the actor of the calling code; stops the program with the text of the error when there is none.
  public func callAsFunction(_ argument: repeat each Argument, isolation: isolated (any Actor)? = #isolation) -> Value {
    orTrap { () throws(ResolutionError) -> Value in try make(repeat each argument, isolation: isolation) }
  }
}

extension Factory: DerivedNeed {
  static var form: Graph.Need.Form { .factory }
  static var wrapped: any Any.Type { Value.self }

  static var argumentTypes: [TypeName] {
    var types: [TypeName] = []
    for type in repeat (each Argument).self { types.append(TypeName(type)) }
    return types
  }

  static func slot(asking target: Target, _ maker: DerivedMaker) -> Slot? {
    let given = argumentTypes
    return maker.deferred(target) { [isUnchecked = maker.isUnchecked] request throws(ResolutionError) in
      // Only requests of the program itself or a resolver can be wrong here: declared needs have passed the check.
      // Without any, the arguments have their defaults, or the request fails.
      guard isUnchecked, !given.isEmpty, case let slot = try target.slot, slot.argumentTypes != given else {
        return Factory(asking: .success(request))
      }
      let error = ResolutionError.wrongArguments(of: slot.step, expected: slot.argumentTypes, given: given)
      return Factory(asking: .failure(error.through(slot.step)))
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
    if closure != nil { return try synchronously { try make(repeat each argument) } }
    return try await request.get().awaited(boxed(repeat each argument))
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
    if closure != nil { return try synchronously { try make(repeat each argument, isolation: isolation) } }
    return try await request.get().awaited(boxed(repeat each argument), isStaying: isolation != nil)
  }

  private func boxed(_ argument: repeat each Argument) -> [any Sendable]? {
    var arguments: [any Sendable] = []
    for argument in repeat each argument { arguments.append(argument) }
    return arguments.isEmpty ? nil : arguments
  }
}
