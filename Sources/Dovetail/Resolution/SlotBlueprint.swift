// SPDX-License-Identifier: Apache-2.0

/// Where a value lies, or room for one, of the type that its slot knows.
typealias Address = UnsafeMutableRawPointer

/// Makes one value from its needs, at an address. It has one form for values of all types.
package typealias RawRecipe = @Sendable (inout Needs, UnsafeMutableRawPointer) throws -> Void

/// Makes one value from its needs.
package typealias Recipe<Value> = @Sendable (inout Needs) throws -> Value

/// Sets a property of a new value, or shows the value to a hook.
package typealias FinishingStep<Value> = @Sendable (inout Value, inout Needs) throws -> Void

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
  var isBind = true
  var passesErrors = false
  var sharing = Sharing.none
  var parts: SharingParts?
  var production: Production?
  var layers: SlotLayers?
  var instance: Instance?
  var place: ScopePlace?

  var step: ResolutionError.Step { origin.step }

  mutating func share(_ sharing: Sharing, _ parts: SharingParts) {
    self.sharing = sharing
    self.parts = parts
  }
}

extension Slot {
  /// A slot of the framework's own: it makes a value from others, without a user's factory.
  static func derived<Value>(
    _ blueprint: SlotBlueprint, _ derive: @escaping @Sendable (Context) throws(ResolutionError) -> Value
  ) -> Slot {
    var blueprint = blueprint
    blueprint.isBind = false
    blueprint.passesErrors = true
    return Slot(blueprint, of: Value.self) { needs, value in
      value.assumingMemoryBound(to: Value.self).initialize(to: try derive(needs.context))
    }
  }

  /// The same, without needs, for other modules.
  package static func derived<Value>(
    _ step: ResolutionError.Step, _ derive: @escaping @Sendable (Context) throws(ResolutionError) -> Value
  ) -> Slot { derived(SlotBlueprint(origin: SlotOrigin(step)), derive) }
}

/// The context in which slots are made.
struct SlotMaker {
  let owner: Owner
  /// The parts of all plain singletons.
  let singletons: SharingParts
  /// The place of the slot's value in an open scope; `nil` when scopes may be open already, or have no place for it.
  var placed: PlacedValue?
  /// The tracker of the instances of requests.
  let follower: (any Following.Type)?

  /// Whether the container traces those instances.
  var traces: Bool { follower != nil || !owner.extensions.isEmpty }

  /// Whether no extension, tracker or observer is present.
  var isPlain: Bool { !traces && owner.observers == nil }
}
