// SPDX-License-Identifier: Apache-2.0

/// Asks for a value with run-time arguments; the rest of what the value needs comes from the container.
///
/// The bind says which of its parameters are arguments: `Bind(Report.init).arguments(String.self, Int.self)` is asked for through
/// `Factory<Report, String, Int>`. Other argument lists do not pass the check.
public struct Factory<Value, each Argument>: Sendable {
  /// What a test gave. A factory that asks a container does that itself: calling a closure with a pack of arguments takes longer.
  private let closure: @Sendable (repeat each Argument) throws(ResolutionError) -> Value
  private let target: FactoryTarget?

  /// Creates a factory from a closure, for tests of types that take one.
  public init(_ make: @escaping @Sendable (repeat each Argument) -> Value) {
    closure = { (argument: repeat each Argument) throws(ResolutionError) -> Value in make(repeat each argument) }
    target = nil
  }

  fileprivate init(asking target: FactoryTarget) {
    // Never called; it captures nothing, so it takes no memory.
    closure = { (_: repeat each Argument) throws(ResolutionError) -> Value in
      throw .closed("a factory", Graph.Key(type: TypeName(Value.self)))
    }
    self.target = target
  }

  /// Asks for a value.
  ///
  /// - Parameter argument: The run-time arguments, in the order in which the bind lists them.
  /// - Throws: ``ResolutionError`` as `resolve` does.
  public func make(_ argument: repeat each Argument) throws(ResolutionError) -> Value {
    guard let target else { return try given(repeat each argument) }
    let home = try target.hold()
    defer { home.end() }
    let slot = target.slot
    var block = ArgumentBlock(for: slot)
    defer { block.end() }
    for argument in repeat each argument { block.append(argument) }
    return try home.request(slot, block.arguments)
  }

  // Apart, because the run time is asked for the layout of the pack wherever a closure takes one.
  @inline(never)
  private func given(_ argument: repeat each Argument) throws(ResolutionError) -> Value {
    try closure(repeat each argument)
  }

  /// Asks for a value; stops the program with the text of the error when there is none.
  public func callAsFunction(_ argument: repeat each Argument) -> Value {
    orTrap { try make(repeat each argument) }
  }
}

/// Where a factory asks, and what for.
private final class FactoryTarget: Sendable {
  private let home: Home
  private let target: DeferredTarget
  /// What is wrong when the bind takes other arguments than the factory gives.
  private let refusal: ResolutionError?

  init(_ target: DeferredTarget, home: Home, refusal: ResolutionError?) {
    self.home = home
    self.target = target
    self.refusal = refusal
  }

  /// The slot; only while the home is held.
  var slot: Slot { target.slot }

  func hold() throws(ResolutionError) -> HeldHome {
    if let refusal { throw refusal }
    return try home.hold(for: target.key)
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
    let (given, expected) = (argumentTypes, inner.argumentTypes)
    let refusal: ResolutionError? =
      given == expected ? nil : .wrongArguments(of: inner.step, expected: expected, given: given).through(inner.step)
    return DerivedSlot(maker.blueprint(Self.self)) { context throws(ResolutionError) in
      Factory(asking: FactoryTarget(DeferredTarget(inner), home: home.home(context), refusal: refusal))
    }
  }
}
