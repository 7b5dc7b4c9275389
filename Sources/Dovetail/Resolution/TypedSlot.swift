// SPDX-License-Identifier: Apache-2.0

/// Makes one value from its needs.
package typealias Recipe<Value> = @Sendable (inout Needs) throws -> Value

/// Sets a property of a new value, or shows the value to a hook.
typealias FinishingStep<Value> = @Sendable (inout Value, inout Needs) throws -> Void

/// One request to the storage of a custom scope.
typealias CustomRequest<Value> = @Sendable (() throws -> Value) throws -> Value

/// A slot that knows its type. By itself it is transient: every request runs the recipe.
// SAFETY: as in Slot; the recipe is a `let` and Sendable.
class TypedSlot<Value>: Slot, @unchecked Sendable {
  private let recipe: Recipe<Value>

  init(_ blueprint: consuming SlotBlueprint, _ recipe: @escaping Recipe<Value>) {
    self.recipe = recipe
    super.init(blueprint)
  }

  /// A slot that only runs the recipe for every request.
  convenience init(transient blueprint: consuming SlotBlueprint, _ recipe: @escaping Recipe<Value>) {
    blueprint.isTransient = true
    self.init(blueprint, recipe)
  }

  /// Answers one need. A slot that only runs the recipe is called directly, not dynamically.
  @inline(__always)
  final func answer(_ context: Context, _ arguments: Arguments?) throws(ResolutionError) -> Value {
    if isTransient { return try make(context, arguments) }
    return try get(context, arguments)
  }

  /// Answers one request.
  func get(_ context: Context, _ arguments: Arguments?) throws(ResolutionError) -> Value {
    try make(context, arguments)
  }

  /// Answers a need of a request with arguments, or without: by the argument for which the slot stands, if it stands for one.
  @inline(__always)
  final func answer(need context: Context, _ arguments: Arguments?) throws(ResolutionError) -> Value {
    if unlikely(arguments != nil), let arguments, let index = argument { return try arguments.value(at: index, of: self) }
    return try answer(context, nil)
  }

  override final func answer(
    _ context: Context, _ arguments: Arguments?, at memory: UnsafeMutableRawPointer
  ) throws(ResolutionError) -> UnsafeMutableRawPointer {
    memory.assumingMemoryBound(to: Value.self).initialize(to: try answer(need: context, arguments))
    return memory + ParameterRoom.space(for: Value.self)
  }

  // Moved and dropped: `deinitialize(count:)` asks the run time to walk through an array.
  override final func destroy(at memory: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer {
    _ = memory.assumingMemoryBound(to: Value.self).move()
    return memory + ParameterRoom.space(for: Value.self)
  }

  override final func memory(of argument: Int, in arguments: Arguments) -> UnsafeMutableRawPointer? {
    arguments.memory(at: argument, as: Value.self)
  }

  /// Answers one request by awaiting; only for slots that are ``isAwaited``.
  func produce(
    _ context: Context, _ arguments: [any Sendable]?, _ state: RequestState
  ) async throws -> Handed<Value> { throw ResolutionError.unawaited(step) }

  /// Runs the recipe.
  @inline(__always)
  final func make(_ context: Context, _ arguments: Arguments? = nil) throws(ResolutionError) -> Value {
    if unlikely(depth > Stack.unmeasured), try isPastRecursion() { return try makeAfterNeeds(context, arguments) }
    return try run(context, arguments)
  }

  @inline(__always)
  private func run(_ context: Context, _ arguments: Arguments?) throws(ResolutionError) -> Value {
    do {
      var needs = Needs(of: self, context, arguments)
      return try recipe(&needs)
    } catch { throw passed(error) }
  }

  // The rare code below is separate, because it would take stack space in every request.

  /// Whether so much of the stack is used that the shared needs should be built ahead; see ``Prebuild``.
  ///
  /// - Throws: `ResolutionError` with code `.tooDeep` when the stack is nearly used up.
  @inline(never)
  private func isPastRecursion() throws(ResolutionError) -> Bool {
    guard Stack.isRunningLow else { return false }
    if Stack.isNearlyUsedUp { throw ResolutionError.tooDeep(step) }
    return !FrameStack.current.isBuildingAhead
  }

  @inline(never)
  private func makeAfterNeeds(_ context: Context, _ arguments: Arguments?) throws(ResolutionError) -> Value {
    let frames = FrameStack.current
    frames.isBuildingAhead = true
    defer { frames.isBuildingAhead = false }
    let held = try Prebuild.run(self, in: context)
    return try withExtendedLifetime(held) { () throws(ResolutionError) -> Value in try run(context, arguments) }
  }

  @inline(never)
  private func passed(_ error: any Error) -> ResolutionError { ResolutionError(error, through: step) }

  override func request(_ context: Context) throws(ResolutionError) -> Any {
    try Request.run(self, in: context) as Value
  }

  override func build() async throws {
    _ = try await AsyncRequest.run(self, in: .container) as Value
  }

  override func hold(_ context: Context) throws(ResolutionError) -> Any? { try get(context, nil) as Any }
}
