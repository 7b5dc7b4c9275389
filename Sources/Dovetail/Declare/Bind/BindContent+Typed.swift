// SPDX-License-Identifier: Apache-2.0

// The work of a type-erased bind: the content recovers the type.
extension BindContent {
  /// The binds derived from this one.
  var followers: [BindContent] {
    func followers<Value>(_ type: Value.Type) -> [BindContent] {
      let details = Bind<Value>(self).details
      return details.companions.map { $0(declaration.key.name, details.isolated?.actor).completed }
    }
    return isPlain ? [] : _openExistential(type, do: followers)
  }

  /// The same bind in the scope of another one.
  func shared(as other: BindContent) -> BindContent {
    func shared<Value>(_ type: Value.Type) -> BindContent {
      Bind<Value>(self).changed { bind in
        bind.declaration.scope = other.declaration.scope
        if other.type == type { bind.share(as: Bind<Value>(other)) }
      }.content
    }
    return _openExistential(type, do: shared)
  }

  /// The closure types that mean the bind's type; see ``PlainClosure/results(of:awaited:)``.
  func closureResults(awaited: Bool) -> [ObjectIdentifier: any Any.Type] {
    func results<Value>(_ type: Value.Type) -> [ObjectIdentifier: any Any.Type] {
      PlainClosure.results(of: type, awaited: awaited)
    }
    return _openExistential(type, do: results)
  }
}

extension Bind {
  /// Takes over what the scope of another bind brings: the storage and the needs of a custom scope, and the actor that keeps the values.
  package mutating func share(as other: Bind) {
    if let storage = other.givenDetails?.storage { details.storage = storage }
    if case .custom(let source) = other.declaration.scope { declaration.needs += source.declaredNeeds }
    if let keeper = other.keeper, !declaration.isAsync { isolate(to: keeper) }
  }
}
