// SPDX-License-Identifier: Apache-2.0

/// The compiled form of a bind: the target of a need. It never changes.
///
/// A slot is a recipe, its needs, the sharing of its values, and, in few containers, interceptors around all of that. It is of one class for values of all types: a
/// class for each type would be made by the run time, and asked for at every step.
///
/// ``value(_:_:)`` answers, ``make(_:_:)`` runs the recipe.
package final class Slot: StepSource {
  package let origin: SlotOrigin
  /// The type of the values.
  let type: any Any.Type
  /// The slots of the needs, in the order of the factory's parameters. They form no circle.
  let needs: [Slot]
  /// The arguments that a request has to give.
  let argumentTypes: [TypeName]
  /// Set in slots that stand for a run-time argument.
  let argument: ArgumentPosition?
  /// Whether the first need takes the arguments of the request: what a decorator wraps, and the subclass to which a class is bound.
  let passesArguments: Bool
  /// Whether building this slot from scratch has to await: its own factory, or one among its direct and indirect needs.
  let awaits: Bool
  /// Whether the recipe is the framework's own, so that its errors pass as they are.
  let passesErrors: Bool
  /// Whether one instance is for an outermost request, and for every scope that is opened inside it.
  let isOfGraph: Bool
  /// How several requests share the values; `nil` where they do not.
  let sharing: Sharing?
  /// How a value is made that has to be awaited; `nil` for a synchronous one.
  let awaitedRecipe: AwaitedRecipe?
  /// The parts around the sharing; `nil` in most containers.
  let interceptors: SlotInterceptors?
  /// The cell of a singleton, if it may be read without the interceptors.
  let cell: Cell?
  /// The index of the value's cell in every open scope of its kind, if it may be read without the interceptors.
  let cellIndex: CellIndex?
  /// A `Recipe` of the slot's type.
  private let recipe: any AnyObject & Sendable

  init<Value>(_ configuration: SlotConfiguration, _ recipe: Recipe<Value>, passingErrors passesErrors: Bool = false) {
    (origin, type, needs, self.recipe) = (configuration.origin, Value.self, configuration.needs, recipe)
    (argumentTypes, argument, awaits) = (configuration.argumentTypes, configuration.argument, configuration.awaits)
    (passesArguments, self.passesErrors) = (configuration.passesArguments, passesErrors)
    (isOfGraph, sharing, awaitedRecipe, interceptors) = (
      configuration.isOfGraph, configuration.sharing, configuration.awaitedRecipe, configuration.interceptors
    )
    (cell, cellIndex) =
      configuration.interceptors == nil ? (configuration.sharing?.cell, configuration.sharing?.cellIndex) : (nil, nil)
  }

  /// A slot of the framework's own: it makes a value from others, without a user's factory.
  package static func derived<Value>(
    _ configuration: SlotConfiguration, _ derive: @escaping @Sendable (Context) throws(ResolutionError) -> Value
  ) -> Slot {
    Slot(configuration, Recipe { needs in try derive(needs.context) }, passingErrors: true)
  }

  /// The description of the slot in errors, made for each call.
  package var step: ResolutionError.Step { origin.step }

  /// Whether the slot is a singleton that is built already, and that every request is given.
  var isReady: Bool { (interceptors?.passReady ?? true) && sharing?.cell?.isReady ?? false }

  /// Whether the value itself has to be awaited: its factory is asynchronous, or it is made from such values.
  var isAwaited: Bool { awaitedRecipe != nil }

  /// Whether tasks build the value and share it, so that it can be awaited ahead of its dependents.
  var isSharedByTasks: Bool { awaitedRecipe?.isShared ?? false }

  /// Whether the value is awaited even when all shared values exist: no synchronous code can make it.
  var isProduced: Bool { isAwaited && !isSharedByTasks }

  /// The context in which the needs of this slot look up scoped values.
  func inner(_ context: Context) -> Context { sharing?.inner(context) ?? context }
}

// The answers. `Value` is the slot's type: slots are linked and looked up by keys whose types are compared by identity.
extension Slot {
  /// Answers a request or a need.
  func value<Value>(_ context: Context, _ arguments: Arguments? = nil) throws(ResolutionError) -> Value {
    assert(type == Value.self, "a slot of '\(type)' was asked for a '\(Value.self)'")
    if let interceptors { return try interceptors.value(of: self, context, arguments) }
    return try shared(context, arguments)
  }

  /// Runs the recipe.
  func make<Value>(_ context: Context, _ arguments: Arguments?) throws(ResolutionError) -> Value {
    do { return try (known(recipe) as Recipe<Value>).make(Needs(of: self, context, arguments)) } catch { throw passed(error) }
  }

  private func passed(_ error: any Error) -> ResolutionError {
    if passesErrors, let error = error as? ResolutionError { return error }
    return ResolutionError(error, through: step)
  }

  /// Builds the value as a separate request, asynchronously if necessary; one that an actor keeps is built there, and goes nowhere.
  package func build() async throws {
    func build<Value>(as type: Value.Type) -> @Sendable () async throws -> Void {
      { try await self.build(Value.self, on: self.interceptors?.keeper) }
    }
    try await _openExistential(type, do: build)()
  }

  /// Waits for the end of the build of the value that the container keeps, if a task builds it.
  package func awaitBuild() async { await sharing?.cell?.awaitBuild() }

  private func build<Value>(_ type: Value.Type, on actor: isolated (any Actor)?) async throws {
    _ = try await AsyncRequest.run(self, in: .container, isStaying: true) as Value
  }
}

/// The ingredients of a slot.
package struct SlotConfiguration {
  let origin: SlotOrigin
  let needs: [Slot]
  let argumentTypes: [TypeName]
  let argument: ArgumentPosition?
  let awaits: Bool
  var passesArguments = false
  var isOfGraph = false
  var sharing: Sharing?
  var awaitedRecipe: AwaitedRecipe?
  var interceptors: SlotInterceptors?

  package init(
    origin: SlotOrigin, needs: [Slot] = [], argumentTypes: [TypeName] = [], argument: ArgumentPosition? = nil,
    awaits: Bool = false
  ) {
    (self.origin, self.needs, self.argumentTypes) = (origin, needs, argumentTypes)
    (self.argument, self.awaits) = (argument, awaits)
  }

  var step: ResolutionError.Step { origin.step }
}

/// The origin of a slot, with the source of its words in errors. A slot holds this and not the words, which are rarely needed.
package struct SlotOrigin: Sendable {
  private let steps: BindingSteps
  private let index: Int32

  /// A binding of a graph.
  init(_ steps: BindingSteps, _ binding: Int) {
    self.steps = steps
    index = Int32(binding)
  }

  /// A slot that the framework makes itself.
  init(_ step: ResolutionError.Step) { self.init(BindingSteps { _ in step }, -1) }

  /// The description of the slot in errors.
  var step: ResolutionError.Step { steps.value(Int(index)) }

  /// The index of the binding; `nil` for a slot that the framework makes itself.
  var binding: Int? { index < 0 ? nil : Int(index) }
}

/// Describes the bindings of a graph in errors. One for all slots of a plan, which hold it: a closure would take more room in each.
typealias BindingSteps = Boxed<@Sendable (_ binding: Int) -> ResolutionError.Step>

/// Makes one value from its needs.
final class Recipe<Value>: Sendable {
  let make: @Sendable (Needs) throws -> Value

  init(_ make: @escaping @Sendable (Needs) throws -> Value) { self.make = make }
}

/// Sets a property of a new value, or shows the value to a hook.
package typealias FinishingStep<Value> = @Sendable (inout Value, inout Needs) throws -> Void

/// The needs of one value, which its recipe takes: the slots that answer them, and where the request runs.
package struct Needs {
  let slot: Slot
  let context: Context
  let arguments: Arguments?
  private var next: Int

  /// - Parameter skipped: The number of needs to pass over, because they are not taken here.
  package init(of slot: Slot, _ context: Context, _ arguments: Arguments?, skipping skipped: Int = 0) {
    (self.slot, self.context, self.arguments, next) = (slot, context, arguments, skipped)
  }

  mutating func skip(_ count: Int) { next += count }

  /// The need at an index in the list of needs. `Need` is the type for which its slot was linked.
  func take<Need>(_ type: Need.Type = Need.self, at index: Int) throws(ResolutionError) -> Need {
    let need = slot.needs[index]
    if let ready = need.cell?.ready { return ready.copy() }
    if let index = need.cellIndex, let ready = context.scope?.ready(index) { return ready.copy() }
    guard let arguments else { return try need.value(context) }
    if let position = need.argument, position.index < arguments.count { return arguments.copy(as: type, at: position.offset) }
    return try need.value(context, slot.passesArguments && index == 0 ? arguments : nil)
  }

  /// The next need. `Need` is the type for which the slot was linked.
  package mutating func take<Need>(_ type: Need.Type = Need.self) throws(ResolutionError) -> Need {
    defer { next += 1 }
    return try take(type, at: next)
  }
}
