// SPDX-License-Identifier: Apache-2.0
package import Dovetail

extension Bind {
  /// This binding, with the properties and hooks of another one applied first.
  package func inheriting(_ base: Bind) -> Bind {
    changed { bind in
      bind.declaration = bind.declaration.completed
      let base = base.changed { $0.declaration = $0.declaration.completed }
      let (own, inherited) = (bind.declaration.needs, base.declaration.needs)
      // Dependencies are passed in order: parameters, then properties, then the dependencies of hooks.
      bind.declaration.needs =
        own.filter { $0.need.place != .property } + inherited.filter(\.isForProperty) + own.filter(\.isForProperty)
        + inherited.filter(\.isForHook) + own.filter(\.isForHook)
      // What inherited hooks resolve by themselves, without what a scope needs.
      if inherited.contains(where: { $0.need.place == .property && $0.need.source == .resolver }) {
        let ofScope = Set(base.declaration.scope.needs.map(\.need.key))
        bind.declaration.needs += inherited.filter {
          $0.need.place == .declared && $0.need.problem == nil && !ofScope.contains($0.need.key)
        }
      }
      let (facts, baseFacts) = (bind.details, base.details)
      bind.details.properties = baseFacts.properties + facts.properties
      bind.details.hooks = baseFacts.hooks + facts.hooks
      bind.details.onClose = baseFacts.onClose + facts.onClose
      bind.details.companions = baseFacts.companions + facts.companions
      bind.details.standIn = facts.standIn ?? baseFacts.standIn
      if let actor = baseFacts.hooksActor { bind.runSteps(on: actor) }
      if bind.declaration.namedScope == nil {
        bind.declaration.namedScope = base.declaration.namedScope
        bind.share(as: base)
      }
      if base.declaration.closes { bind.declaration.closes = true }
      if base.declaration.starts { bind.declaration.starts = true }
      bind.declaration.isExternal = bind.declaration.isExternal || base.declaration.isExternal
      if bind.declaration.isAsync, let finding = base.declaration.relatives.findingIfAsync { bind.declaration.report(finding) }
      if !base.declaration.attached.isEmpty {
        bind.declaration.attached = base.declaration.attached.followed(by: bind.declaration.attached)
      }
      let options = base.declaration.options.adding(bind.declaration.options)
      if !options.isEmpty { bind.declaration.options = options }
    }
  }

  /// Runs a step on every new value, after the steps that were added so far, on an actor, if there is one.
  mutating func addStep(on actor: (any Actor)? = nil, _ step: @escaping @Sendable (inout Value) throws -> Void) {
    let step = isolated({ value, _ in try step(&value) }, to: actor)
    details.properties.append(step)
  }
}

extension DeclaredNeed {
  fileprivate var isForProperty: Bool { need.place == .property && !isForHook }
}
