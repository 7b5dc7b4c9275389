// SPDX-License-Identifier: Apache-2.0

/// The compiled form of a binding: the target of a need. A container's slots never change once it is made.
///
/// A slot is a recipe, the sharing of its values, and, in few containers, layers around both. It is of one class for values of all types: a class for each
/// type would be made by the run time, for every bind.
// SAFETY: everything is a `let`. The memory of `needs` is written once by `connect`, before the container is handed out. A `.transient` value need not be
// Sendable: it stays with the request that makes it. The other values that need not be are kept by the sharing `.graph`, which stays with one request
// too, or stay on an actor, see ``SlotLayers``.
package final class Slot: @unchecked Sendable {
  package let origin: SlotOrigin
  // Numbers take half a word, and lie together: a container of thousands of binds has as many slots.
  private let count: Int32
  /// The type of the values.
  let type: any Any.Type
  /// The arguments that a request has to give.
  package let argumentTypes: [TypeName]
  /// How a value is made that has to be awaited; `nil` for a synchronous one.
  let production: Production?
  /// `nil` for values that only requests share.
  let parts: SharingParts?
  /// Whether the slot is a bind, and not made from other slots by the framework; only binds are steps in an error's path.
  package let isBind: Bool
  /// Whether the recipe is the framework's own, so that its errors pass as they are.
  let passesErrors: Bool
  private let ownsNeeds: Bool
  /// Whether a value is one reference to an object.
  let isObject: Bool
  /// Whether building this slot from scratch has to await: its own factory, or one among its direct and indirect needs.
  package let awaits: Bool
  /// Whether every request runs the recipe, and does nothing else.
  let isTransient: Bool
  let sharing: Sharing
  /// Leads to the requests that run on a thread.
  let threads = ThreadBlock.key

  // Hot fields last, adjacent to each other.
  private let longest: Int32
  private let given: Int32
  let recipe: RawRecipe
  /// The slots of the needs, in the order of the factory's parameters. The container keeps these slots alive.
  let needs: NeedList
  /// The parts around the sharing; `nil` in most containers.
  let layers: SlotLayers?
  /// The place of the value in every open scope of its kind, if it may be read without the layers.
  let place: ScopePlace?
  /// The shared value of a singleton, if it may be read without the layers.
  let instance: Instance?

  package init(_ blueprint: consuming SlotBlueprint, of type: any Any.Type, _ recipe: @escaping RawRecipe) {
    origin = blueprint.origin
    self.type = type
    isObject = type is AnyClass
    self.recipe = recipe
    count = Int32(blueprint.needCount)
    needs = blueprint.needs ?? NeedList(count: blueprint.needCount)
    ownsNeeds = blueprint.needs == nil
    argumentTypes = blueprint.argumentTypes
    longest = Int32(blueprint.depth)
    given = Int32(blueprint.argument ?? -1)
    awaits = blueprint.awaits
    isBind = blueprint.isBind
    passesErrors = blueprint.passesErrors
    sharing = blueprint.sharing
    parts = blueprint.parts
    production = blueprint.production
    layers = blueprint.layers
    place = blueprint.layers == nil ? blueprint.place : nil
    instance = blueprint.layers == nil ? blueprint.instance : nil
    if case .none = blueprint.sharing, blueprint.layers == nil { isTransient = true } else { isTransient = false }
  }

  deinit { if ownsNeeds { needs.deallocate() } }

  /// The description of the slot in errors, made for each call.
  package var step: ResolutionError.Step { origin.step }

  var needCount: Int { Int(count) }

  /// The length of the longest chain of slots through which this one is built.
  package var depth: Int { Int(longest) }

  /// Set in slots that stand for a run-time argument.
  @inline(__always)
  var argument: Int? { given < 0 ? nil : Int(given) }

  /// Points the needs to the slots that answer them.
  package func connect(_ slots: [Slot]) {
    for (index, slot) in slots.enumerated() { needs.connect(index, to: slot) }
  }

  /// The address of a singleton's value, once it is built.
  ///
  /// Generic code reads the value from here, because it would look up the metadata of `Value?` first.
  @inline(__always)
  var memory: Address? { instance?.memory }

  /// The value of a singleton that is built already.
  @inline(__always)
  func ready<Value>(as type: Value.Type) -> Value? { instance?.value(as: type) }

  /// The shared value of a singleton, for the sharing.
  var kept: Instance? { instance ?? parts?.instance }

  /// Whether the slot is a singleton that is built already, and that every request is given.
  var isReady: Bool { (layers?.passReady ?? true) && kept?.isReady ?? false }

  /// Whether the value itself has to be awaited: its factory is asynchronous, or it is made from such values.
  package var isAwaited: Bool { production != nil }

  /// Whether tasks build the value and share it, so that it can be awaited ahead of its dependents.
  var isSharedByTasks: Bool { production?.isShared ?? false }

  /// Whether the value is awaited even when all shared values exist: no synchronous code can make it.
  var isProduced: Bool { isAwaited && !isSharedByTasks }

  /// The context in which the needs of this slot look up scoped values.
  func inner(_ context: Context) -> Context { parts?.inner(context) ?? context }
}

extension Slot: StepSource {}
