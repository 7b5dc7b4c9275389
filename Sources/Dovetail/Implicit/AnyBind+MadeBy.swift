// SPDX-License-Identifier: Apache-2.0

extension AnyBind {
  /// The same bind, whose values are made in another way: for a subclass with an initialiser of its own.
  ///
  /// The properties that are set, the hooks, the references and the scope are those of the superclass, and then what `bind` adds to them.
  ///
  /// ```swift
  /// final class ColoredCar: Car {
  ///   override class var binding: AnyBind {
  ///     super.binding.made(by: Bind(ColoredCar.init(color:)).arguments(defaults: "Black"))
  ///   }
  /// }
  /// ```
  ///
  /// - Parameter bind: How a value is made. Its type is the one of this bind: the superclass says `Bind(Self.init)`, or the check reports it.
  public func made<Value>(by bind: Bind<Value>) -> Self { changed { $0.remade(by: bind) } }
}

extension Bind {
  func remade<Made>(by bind: Bind<Made>) -> any ErasedBind {
    guard let bind = bind as? Bind<Value> else {
      let (made, own) = (TypeName(Made.self), TypeName(Value.self))
      return bind.reporting(
        Diagnostic(
          .unknownNeed, .error, "the bind of '\(made)' starts from one of '\(own)', and has nothing of it",
          help: "say Bind(Self.init) in the binding of '\(own)', or let '\(made)' name everything itself"))
    }
    return bind.inheriting(self)
  }

  /// This bind, with what another one does to its values done first.
  private func inheriting(_ base: Bind) -> Bind {
    changed { bind in
      let (own, inherited) = (bind.declaration.needs, base.declaration.needs)
      // Needs are handed out in their order: parameters, then properties, then what hooks ask for.
      bind.declaration.needs = NeedList(
        own.filter { $0.need.place != .property } + inherited.filter(\.isForProperty) + own.filter(\.isForProperty)
          + inherited.filter(\.isForHook) + own.filter(\.isForHook))
      var extras = base.extras
      extras.properties += bind.extras.properties
      extras.hooks += bind.extras.hooks
      extras.relatives.references += bind.extras.relatives.references
      extras.relatives.awakenings += bind.extras.relatives.awakenings
      extras.relatives.joinsTree = extras.relatives.joinsTree || bind.extras.relatives.joinsTree
      extras.onClose += bind.extras.onClose
      extras.companions += bind.extras.companions
      extras.asyncSlot = bind.extras.asyncSlot
      extras.isolating = bind.extras.isolating
      if bind.namesScope { extras.storage = bind.extras.storage } else { bind.declaration.scope = base.declaration.scope }
      bind.extras = extras
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
