// SPDX-License-Identifier: Apache-2.0

/// The type-erased content of a bind: its declaration and its factory, on the heap. So a bind is one reference of any content: the compiler emits
/// little code to pass it on, and modules and containers share it.
///
/// Binds are values all the same: a content with several references is copied before a change.
// SAFETY: changed only through a uniquely referenced bind, which holds the only reference to this object.
package final class BindContent: @unchecked Sendable {
  package let type: any Any.Type
  package fileprivate(set) var declaration: Declaration
  /// Makes a value of the bind's type.
  package fileprivate(set) var recipe: RawRecipe
  /// A `Boxed` of the bind's `BindRareFacts`: so most binds are small, quick to make, to copy and to compile, and need no metadata of these types.
  fileprivate(set) var rare: AnyObject?

  fileprivate init(_ type: any Any.Type, _ declaration: consuming Declaration, _ recipe: @escaping RawRecipe, rare: AnyObject?) {
    self.type = type
    self.declaration = declaration
    self.recipe = recipe
    self.rare = rare
  }
}

extension Bind {
  package init(_ declaration: consuming Declaration, _ recipe: @escaping Recipe<Value>) {
    self.init(declaration, raw: Bind.raw(recipe))
  }

  init(_ declaration: consuming Declaration, raw recipe: @escaping RawRecipe) {
    content = BindContent(Value.self, declaration, recipe, rare: nil)
  }

  package var declaration: Declaration {
    get { content.declaration }
    _modify {
      BindContent.makeUnique(&content)
      yield &content.declaration
    }
  }

  package var recipe: Recipe<Value> {
    get { { [recipe = content.recipe] needs in try needs.made(by: recipe) } }
    set {
      BindContent.makeUnique(&content)
      content.recipe = Bind.raw(newValue)
    }
  }

  static func raw(_ recipe: @escaping Recipe<Value>) -> RawRecipe {
    { needs, memory in
      var needs = needs
      memory.store(try recipe(&needs))
    }
  }

  /// The rare parts; `nil` if there are none.
  private(set) var rare: Boxed<BindRareFacts<Value>>? {
    get {
      guard let rare = content.rare else { return nil }
      // SAFETY: nothing else is ever stored there.
      return unsafeDowncast(rare, to: Boxed<BindRareFacts<Value>>.self)
    }
    set {
      BindContent.makeUnique(&content)
      content.rare = newValue
    }
  }

  /// The rare parts; empty if there are none.
  package var rareFacts: BindRareFacts<Value> {
    get { rare?.value ?? BindRareFacts() }
    set { rare = Boxed(newValue) }
  }
}

extension BindContent {
  /// Replaces a shared content by a copy. Not a method of `Bind`, which would need the metadata of the bind's type at run time.
  fileprivate static func makeUnique(_ content: inout BindContent) {
    if isKnownUniquelyReferenced(&content) { return }
    content = BindContent(content.type, content.declaration, content.recipe, rare: content.rare)
  }
}

/// The parts that few binds have.
package struct BindRareFacts<Value>: Sendable {
  typealias IsolatedFactory = (actor: any Actor, recipe: Recipe<Value>)

  /// The steps for a new value before it is handed out, in declared order: properties are set, then `onCreate` runs.
  package var properties: [FinishingStep<Value>] = []
  package var hooks: [FinishingStep<Value>] = []
  /// The actor on which `onCreate` runs, if there is one.
  package var hooksActor: (any Actor)?
  package var onClose: [CloseHook<Value>] = []
  /// Makes the storage of a custom scope. Kept here because only `in(_:)` knows that the value is Sendable.
  var storage: (@Sendable (any Resolver) throws -> CustomRequest<Value>)?
  /// Makes the slot when the factory is asynchronous. Kept here, because only the initialiser knows that the value is Sendable.
  var asyncSlot: (@Sendable (Bind<Value>, SlotBlueprint, ScopeChoice, SlotMaker, OnClose<Value>?) -> Slot)?
  /// The factory when it is synchronous and belongs to an actor. Called only when the actor runs the calling code.
  var isolated: IsolatedFactory?
  /// Makes awaited values on the actor of the factory. Kept here, because only the code that lists the bind knows that the value is Sendable.
  var isolating: Production?
  /// Binds derived from this one once its name is known, and its actor, if there is one.
  package var companions: [@Sendable (_ name: String?, _ actor: (any Actor)?) -> BindContent] = []

  package var steps: [FinishingStep<Value>] { properties + hooks }
}
