// SPDX-License-Identifier: Apache-2.0

extension Bind {
  /// This bind, with the properties and hooks of another one applied first.
  package func inheriting(_ base: Bind) -> Bind {
    changed { bind in
      let (own, inherited) = (bind.declaration.needs, base.declaration.needs)
      // Needs are passed in order: parameters, then properties, then the needs of hooks.
      bind.declaration.needs = NeedList(
        own.filter { $0.need.place != .property } + inherited.filter(\.isForProperty) + own.filter(\.isForProperty)
          + inherited.filter(\.isForHook) + own.filter(\.isForHook))
      var extras = base.extras
      extras.properties += bind.extras.properties
      extras.hooks += bind.extras.hooks
      extras.onClose += bind.extras.onClose
      extras.companions += bind.extras.companions
      extras.asyncSlot = bind.extras.asyncSlot
      extras.isolated = bind.extras.isolated
      extras.isolating = bind.extras.isolating
      extras.hooksActor = bind.extras.hooksActor ?? base.extras.hooksActor
      if bind.declaration.namesScope {
        extras.storage = bind.extras.storage
      } else {
        bind.declaration.scope = base.declaration.scope
        if case .custom(let source) = base.declaration.scope { bind.declaration.needs += source.needs }
      }
      bind.extras = extras
      if let actor = base.extras.hooksActor, !bind.declaration.isAsync { bind.isolate(to: actor) }
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

extension NeedRequest {
  fileprivate var isForProperty: Bool { need.place == .property && !isForHook }
}
