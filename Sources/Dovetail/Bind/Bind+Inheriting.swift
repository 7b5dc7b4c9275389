// SPDX-License-Identifier: Apache-2.0

extension Bind {
  /// This bind, with the properties and hooks of another one applied first.
  package func inheriting(_ base: Bind) -> Bind {
    changed { bind in
      let (own, inherited) = (bind.declaration.needs, base.declaration.needs)
      // Needs are passed in order: parameters, then properties, then the needs of hooks.
      bind.declaration.needs =
        own.filter { $0.need.place != .property } + inherited.filter(\.isForProperty) + own.filter(\.isForProperty)
        + inherited.filter(\.isForHook) + own.filter(\.isForHook)
      var rareFacts = base.rareFacts
      rareFacts.properties += bind.rareFacts.properties
      rareFacts.hooks += bind.rareFacts.hooks
      rareFacts.onClose += bind.rareFacts.onClose
      rareFacts.companions += bind.rareFacts.companions
      rareFacts.asyncSlot = bind.rareFacts.asyncSlot
      rareFacts.isolated = bind.rareFacts.isolated
      rareFacts.isolating = bind.rareFacts.isolating
      rareFacts.hooksActor = bind.rareFacts.hooksActor ?? base.rareFacts.hooksActor
      let inheritsScope = !bind.declaration.namesScope
      if !inheritsScope {
        rareFacts.storage = bind.rareFacts.storage
      } else {
        bind.declaration.scope = base.declaration.scope
        if case .custom(let source) = base.declaration.scope { bind.declaration.needs += source.declaredNeeds }
      }
      bind.rareFacts = rareFacts
      let actor = base.rareFacts.hooksActor ?? (inheritsScope ? base.keeper : nil)
      if let actor, !bind.declaration.isAsync { bind.isolate(to: actor) }
      bind.declaration.closes = bind.declaration.closes || base.declaration.closes
      bind.declaration.starts = bind.declaration.starts || base.declaration.starts
      bind.declaration.isLive = bind.declaration.isLive || base.declaration.isLive
      if !base.declaration.attached.isEmpty {
        bind.declaration.attached = base.declaration.attached.followed(by: bind.declaration.attached)
      }
      let options = base.declaration.options.adding(bind.declaration.options)
      if !options.isEmpty { bind.declaration.options = options }
    }
  }
}

extension Bind {
  /// Takes over what the scope of another bind brings: the storage and the needs of a custom scope, and the actor that keeps the values.
  mutating func share(as other: Bind) {
    if let storage = other.rare?.rareFacts.storage { rareFacts.storage = storage }
    if case .custom(let source) = other.declaration.scope { declaration.needs += source.declaredNeeds }
    if let keeper = other.keeper, !declaration.isAsync { isolate(to: keeper) }
  }
}

extension DeclaredNeed {
  fileprivate var isForProperty: Bool { need.place == .property && !isForHook }
}
