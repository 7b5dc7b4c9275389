// SPDX-License-Identifier: Apache-2.0

/// The compiled form of a binding: the target of a need. A container's slots never change once it is made.
// SAFETY: everything is a `let`. The memory of `needs` is written once by `connect`, before the container is handed out.
package class Slot: @unchecked Sendable {
  /// The origin of the slot.
  let origin: SlotOrigin
  // Numbers take half a word: a container of thousands of binds has as many slots.
  private let count: Int32
  /// The arguments that a request has to give.
  let argumentTypes: [TypeName]
  private let ownsNeeds: Bool
  /// Whether building this slot from scratch has to await: its own factory, or one among its direct and indirect needs.
  let awaits: Bool
  /// Whether every request runs the recipe, and does nothing else.
  let isTransient: Bool
  /// Leads to the requests that run on a thread.
  let threads = FrameStack.threads

  // Hot fields last, adjacent to the subclass's fields.
  private let longest: Int32
  private let given: Int32
  /// The slots of the needs, in the order of the factory's parameters. The container keeps these slots alive.
  let needs: UnsafeMutablePointer<Unmanaged<Slot>>
  /// The place of the value in every open scope of its kind.
  final let place: ScopePlace?
  /// The shared value of a singleton.
  let instance: Instance?

  init(_ blueprint: consuming SlotBlueprint) {
    origin = blueprint.origin
    count = Int32(blueprint.needCount)
    needs = blueprint.needs ?? .allocate(capacity: max(1, blueprint.needCount))
    ownsNeeds = blueprint.needs == nil
    argumentTypes = blueprint.argumentTypes
    instance = blueprint.instance
    place = blueprint.place
    longest = Int32(blueprint.depth)
    given = Int32(blueprint.argument ?? -1)
    awaits = blueprint.awaits
    isTransient = blueprint.isTransient
  }

  deinit { if ownsNeeds { needs.deallocate() } }

  /// The description of the slot in errors, made for each call.
  package final var step: ResolutionError.Step { origin.step }

  /// The number of needs.
  final var needCount: Int { Int(count) }

  /// The length of the longest chain of slots through which this one is built.
  final var depth: Int { Int(longest) }

  /// Set in slots that stand for a run-time argument.
  @inline(__always)
  final var argument: Int? { given < 0 ? nil : Int(given) }

  /// Answers as a separate request.
  func request(_ context: Context) throws(ResolutionError) -> Any { () }

  /// Answers one need: makes the value at an address.
  ///
  /// - Returns: The address behind it.
  func answer(
    _ context: Context, _ arguments: Arguments?, at memory: UnsafeMutableRawPointer
  ) throws(ResolutionError) -> UnsafeMutableRawPointer { memory }

  /// Destroys a value that was made at an address.
  ///
  /// - Returns: The address behind it.
  func destroy(at memory: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer { memory }

  /// The address of an argument, if it has exactly the slot's type.
  func memory(of argument: Int, in arguments: Arguments) -> UnsafeMutableRawPointer? { nil }

  /// Points the needs to the slots that answer them.
  func connect(_ slots: [Slot]) {
    for (index, slot) in slots.enumerated() { (needs + index).initialize(to: .passUnretained(slot)) }
  }

  /// The address of a singleton's value, once it is built.
  ///
  /// Generic code reads the value from here, because it would look up the metadata of `Value?` first.
  @inline(__always)
  final var memory: UnsafeMutableRawPointer? { instance?.memory }

  /// The value of a singleton that is built already.
  @inline(__always)
  final func ready<Value>(as type: Value.Type) -> Value? { instance?.value(as: type) }

  /// Whether the slot is a singleton that is built already.
  var isReady: Bool { instance?.isReady ?? false }

  /// The slot with its type. The caller knows that the key's type is `Value`.
  @inline(__always)
  func typed<Value>(as type: Value.Type) -> TypedSlot<Value> {
    // SAFETY: slots are linked and looked up by keys whose types are compared by identity.
    unsafeDowncast(self, to: TypedSlot<Value>.self)
  }

  /// Whether the slot is a bind, and not made from other slots by the framework; only binds are steps in an error's path.
  var isBind: Bool { true }

  /// Whether building this slot ahead of its dependents changes only the depth of the stack.
  var isShared: Bool { false }

  /// Whether the value itself has to be awaited: its factory is asynchronous, or it is made from such values.
  var isAwaited: Bool { false }

  /// Whether tasks build the value and share it, so that it can be awaited ahead of its dependents.
  var isSharedByTasks: Bool { false }

  /// Whether the value is awaited even when all shared values exist: no synchronous code can make it.
  var isProduced: Bool { isAwaited && !isSharedByTasks }

  /// Builds a value shared by tasks and keeps it in a box; see ``isSharedByTasks``.
  func prepare(_ context: Context) async throws -> any Sendable { () }

  /// Builds the value as a separate request, asynchronously if necessary.
  package func build() async throws {}

  /// The context in which the needs of this slot look up scoped values.
  func inner(_ context: Context) -> Context { context }

  /// Gets the value and keeps it in a box, so that it stays shared while its dependents are built; `nil` when it stays shared anyway.
  func hold(_ context: Context) throws(ResolutionError) -> Any? { nil }
}

extension Unmanaged where Instance == Slot {
  /// Runs a closure with a slot that the container holds, without retaining it.
  @inline(__always)
  func held<Value>(_ body: (Slot) throws(ResolutionError) -> Value) throws(ResolutionError) -> Value {
    do { return try _withUnsafeGuaranteedRef { try body($0) } } catch { throw resolutionError(error) }
  }

  @inline(never)
  private func resolutionError(_ error: any Error) -> ResolutionError {
    error as? ResolutionError ?? ResolutionError(error, through: takeUnretainedValue().step)
  }
}

/// The ingredients of a slot.
struct SlotBlueprint {
  var origin: SlotOrigin
  var needCount = 0
  /// Memory for the needs that is freed elsewhere; `nil` if the slot has its own.
  var needs: UnsafeMutablePointer<Unmanaged<Slot>>?
  var argument: Int?
  var argumentTypes: [TypeName] = []
  var depth = 1
  var awaits = false
  var isTransient = false
  var instance: Instance?
  var place: ScopePlace?

  var step: ResolutionError.Step { origin.step }
}

/// The context in which slots are made.
struct SlotMaker {
  let owner: Owner
  /// The place of the slot's value in an open scope; `nil` when scopes may be open already, or have no place for it.
  let placed: PlacedValue?
  /// Whether the container traces the instances of requests.
  let traces: Bool
  /// The tracker of those instances.
  let follower: (any Following.Type)?

  /// Whether no extension, tracker or observer is present.
  var isPlain: Bool { !traces && owner.observers == nil && owner.extensions.isEmpty }
}
