// SPDX-License-Identifier: Apache-2.0

/// Makes one value from its needs, at an address. It has one form for values of all types.
package typealias RawRecipe = @Sendable (Needs, Address) throws -> Void

/// Makes one value from its needs.
package typealias Recipe<Value> = @Sendable (inout Needs) throws -> Value

/// Sets a property of a new value, or shows the value to a hook.
package typealias FinishingStep<Value> = @Sendable (inout Value, inout Needs) throws -> Void

/// The ingredients of a slot.
package struct SlotBlueprint {
  let origin: SlotOrigin
  let needCount: Int
  /// Memory for the needs that is freed elsewhere; `nil` if the slot has its own.
  let needs: NeedList?
  let argument: Int?
  let argumentTypes: [TypeName]
  let depth: Int
  let awaits: Bool
  var isBind = true
  var passesErrors = false
  package var sharing = Sharing.none
  var parts: SharingParts?
  package var production: Production?
  package var layers: SlotLayers?
  package var instance: Instance?
  package var place: ScopePlace?

  package init(
    origin: SlotOrigin, needCount: Int = 0, needs: NeedList? = nil, argument: Int? = nil,
    argumentTypes: [TypeName] = [], depth: Int = 1, awaits: Bool = false
  ) {
    (self.origin, self.needCount, self.needs, self.argument) = (origin, needCount, needs, argument)
    (self.argumentTypes, self.depth, self.awaits) = (argumentTypes, depth, awaits)
  }

  package var step: ResolutionError.Step { origin.step }

  package mutating func share(_ sharing: Sharing, _ parts: SharingParts) {
    self.sharing = sharing
    self.parts = parts
  }
}

extension Slot {
  /// A slot of the framework's own: it makes a value from others, without a user's factory.
  package static func derived<Value>(
    _ blueprint: SlotBlueprint, _ derive: @escaping @Sendable (Context) throws(ResolutionError) -> Value
  ) -> Slot {
    var blueprint = blueprint
    blueprint.isBind = false
    blueprint.passesErrors = true
    return Slot(blueprint, of: Value.self) { needs, value in
      value.store(try derive(needs.context))
    }
  }
}

/// The context in which slots are made.
package struct SlotMaker {
  package let owner: Owner
  /// The parts of all plain singletons.
  package let singletons: SharingParts
  /// The place of the slot's value in an open scope; `nil` when scopes may be open already, or have no place for it.
  package var placed: PlacedValue?
  /// The tracker of the instances of requests.
  package let follower: (any Following.Type)?

  package init(_ owner: Owner, followedBy follower: (any Following.Type)?) {
    self.owner = owner
    singletons = SharingParts(owner)
    self.follower = follower
  }

  /// Whether the container traces those instances.
  package var traces: Bool { follower != nil || !owner.extensions.isEmpty }

  /// Whether no extension, tracker or observer is present.
  package var isPlain: Bool { !traces && owner.observers == nil }
}
