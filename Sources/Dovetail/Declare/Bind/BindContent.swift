// SPDX-License-Identifier: Apache-2.0

/// The type-erased content of a bind: its declaration and its factory, on the heap. So a bind is one reference of any content: the compiler emits
/// little code to pass it on, and modules and containers share it.
package final class BindContent: Sendable {
  package let type: any Any.Type
  package let declaration: Declaration
  /// A ``Recipe`` of the bind's type.
  fileprivate let recipe: any AnyObject & Sendable
  /// A `Boxed` of the bind's `BindDetails`: so most binds are small, quick to make, to copy and to compile, and need no metadata of these types.
  fileprivate let givenDetails: (any AnyObject & Sendable)?

  fileprivate init(
    _ type: any Any.Type, _ declaration: Declaration, _ recipe: any AnyObject & Sendable,
    _ givenDetails: (any AnyObject & Sendable)? = nil
  ) { (self.type, self.declaration, self.recipe, self.givenDetails) = (type, declaration, recipe, givenDetails) }

  var isPlain: Bool { givenDetails == nil }

  /// The bind when no modifier follows.
  var completed: BindContent {
    declaration.pending.isEmpty ? self : BindContent(type, declaration.completed, recipe, givenDetails)
  }

  /// The bind as an override.
  var overriding: BindContent {
    var declaration = declaration
    declaration.isOverride = true
    return BindContent(type, declaration, recipe, givenDetails)
  }
}

extension Bind {
  package typealias Make = @Sendable (Needs) throws -> Value

  /// A bind whose factory belongs to an actor, or to none.
  package init(_ declaration: consuming Declaration, on actor: (any Actor)? = nil, _ make: @escaping Make) {
    content = BindContent(Value.self, declaration, Recipe(make))
    if let actor { isolate(to: actor) }
  }

  package var declaration: Declaration {
    get { content.declaration }
    set { content = BindContent(Value.self, newValue, content.recipe, content.givenDetails) }
  }

  /// The factory, with its type.
  var typedRecipe: Recipe<Value> { known(content.recipe) }

  var recipe: Make {
    get { typedRecipe.make }
    set { content = BindContent(Value.self, content.declaration, Recipe(newValue), content.givenDetails) }
  }

  /// The parts that few binds have; `nil` if there are none.
  var givenDetails: BindDetails<Value>? { content.givenDetails.map { (known($0) as Boxed<BindDetails<Value>>).value } }

  /// The same; empty if there are none.
  package var details: BindDetails<Value> {
    get { givenDetails ?? BindDetails() }
    set { content = BindContent(Value.self, content.declaration, content.recipe, Boxed(newValue)) }
  }
}

/// The parts that few binds have.
package struct BindDetails<Value>: Sendable {
  typealias IsolatedFactory = (actor: any Actor, recipe: Bind<Value>.Make)

  /// The steps for a new value before it is handed out, in declared order: properties are set, then `onCreate` runs.
  package var properties: [FinishingStep<Value>] = []
  package var hooks: [FinishingStep<Value>] = []
  /// The actor on which `onCreate` runs, if there is one.
  package var hooksActor: (any Actor)?
  package var onClose: [CloseHook<Value>] = []
  /// Makes the storage of a custom scope. Kept here because only `in(_:)` knows that the value is Sendable.
  var storage: (@Sendable (any Resolver, ResolutionError.Step) throws -> CustomRequest<Value>)?
  /// Makes the slot when the factory is asynchronous. Kept here, because only the initialiser knows that the value is Sendable.
  var asyncSlot: (@Sendable (Bind<Value>, SlotConfiguration, SlotMaker, OnClose<Value>?) -> Slot)?
  /// The factory when it is synchronous and belongs to an actor. Called only when the actor runs the calling code.
  var isolated: IsolatedFactory?
  /// Makes awaited values on the actor of the factory. Kept here, because only the code that lists the bind knows that the value is Sendable.
  var isolating: AwaitedRecipe?
  /// The stand-in, which only containers with stand-ins read.
  package var standIn: Bind<Value>?
  /// Binds derived from this one once its name is known, and its actor, if there is one.
  package var companions: [@Sendable (_ name: String?, _ actor: (any Actor)?) -> BindContent] = []

  package var steps: [FinishingStep<Value>] { properties + hooks }
}

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
    declaration.needs += other.declaration.scope.needs
    if let keeper = other.keeper, !declaration.isAsync { isolate(to: keeper) }
  }
}
