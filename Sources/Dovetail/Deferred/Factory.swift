// SPDX-License-Identifier: Apache-2.0

/// Asks for a value with run-time arguments; the rest of what the value needs comes from the container.
///
/// The bind says which of its parameters are arguments: `Bind(Report.init).arguments(String.self, Int.self)` is asked for through
/// `Factory<Report, String, Int>`. Other argument lists do not pass the check.
public struct Factory<Value, each Argument>: Sendable {
  private let request: @Sendable (repeat each Argument) throws(ResolutionError) -> Value

  /// Creates a factory from a closure, for tests of types that take one.
  public init(_ make: @escaping @Sendable (repeat each Argument) -> Value) {
    request = { (argument: repeat each Argument) throws(ResolutionError) -> Value in make(repeat each argument) }
  }

  init(request: @escaping @Sendable (repeat each Argument) throws(ResolutionError) -> Value) { self.request = request }

  /// Asks for a value.
  ///
  /// - Parameter argument: The run-time arguments, in the order in which the bind lists them.
  /// - Throws: ``ResolutionError`` as `resolve` does.
  public func make(_ argument: repeat each Argument) throws(ResolutionError) -> Value {
    try request(repeat each argument)
  }

  /// Asks for a value; stops the program with the text of the error when there is none.
  public func callAsFunction(_ argument: repeat each Argument) -> Value {
    orTrap { try request(repeat each argument) }
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

  static func slot(of inner: Slot, _ maker: DerivedMaker) -> Slot {
    let home = maker.owner
    // Only what the program itself or a resolver asks for can be wrong here: declared needs have passed the check.
    let (given, expected, step) = (argumentTypes, inner.argumentTypes, inner.step)
    let fits = given == expected
    return DerivedSlot(maker.blueprint(Self.self)) { context throws(ResolutionError) in
      let (home, target) = (home.home(context), DeferredTarget(inner))
      return Factory(request: { (argument: repeat each Argument) throws(ResolutionError) -> Value in
        guard fits else {
          throw .wrongArguments(of: step, expected: expected, given: given).through(step)
        }
        return try home.request(target, given.isEmpty ? nil : Arguments(repeat each argument))
      })
    }
  }
}
