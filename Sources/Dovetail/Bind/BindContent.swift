// SPDX-License-Identifier: Apache-2.0

/// A bind whose type is not known where it is handled: what it says, and its factory, in a place of its own. So a bind is one reference,
/// whatever it says: the compiler writes hardly any code to hand it on, and modules list it and containers keep it as it is.
///
/// Binds are values all the same: a content that several refer to is copied before one of them changes it.
// SAFETY: changed only by a bind that nobody else has and that alone refers to this object.
package final class BindContent: BindingList, @unchecked Sendable {
  /// The type of the bind's values.
  let type: any Any.Type
  // Nobody can read these while they change, so it need not be checked.
  @exclusivity(unchecked) package fileprivate(set) var declaration: Declaration
  /// The `Recipe<Value>` of the bind's type.
  @exclusivity(unchecked) fileprivate var recipe: Recipe<Any>
  /// The `RareParts` of the bind's type.
  @exclusivity(unchecked) fileprivate(set) var rare: AnyObject?

  fileprivate init(_ type: any Any.Type, _ declaration: consuming Declaration, _ recipe: @escaping Recipe<Any>, rare: AnyObject?)
  {
    self.type = type
    self.declaration = declaration
    self.recipe = recipe
    self.rare = rare
  }

  override var elements: [Bindings.Element] { [.item(self)] }

  override func add(to elements: inout [Bindings.Element]) { elements.append(.item(self)) }
}

extension Bind {
  package init(_ declaration: consuming Declaration, _ recipe: @escaping Recipe<Value>) {
    content = BindContent(Value.self, declaration, Bind.erased(recipe), rare: nil)
  }

  package var declaration: Declaration {
    get { content.declaration }
    _modify {
      BindContent.makeUnique(&content)
      yield &content.declaration
    }
  }

  /// Makes a value.
  package var recipe: Recipe<Value> {
    get {
      // SAFETY: the content of a bind holds a recipe of the bind's type; it was made by `erased`.
      unsafeBitCast(content.recipe, to: Recipe<Value>.self)
    }
    set {
      BindContent.makeUnique(&content)
      content.recipe = Bind.erased(newValue)
    }
  }

  private static func erased(_ recipe: @escaping Recipe<Value>) -> Recipe<Any> {
    // SAFETY: it is never called before it is turned back. A recipe of any type is a pointer to code and one to what it captures, so that it
    // is copied and let go of alike.
    unsafeBitCast(recipe, to: Recipe<Any>.self)
  }

  /// What only some binds have; `nil` where there is none of it.
  var rare: RareParts<Value>? {
    get {
      guard let rare = content.rare else { return nil }
      // SAFETY: nothing else is ever stored there.
      return unsafeDowncast(rare, to: RareParts<Value>.self)
    }
    set {
      BindContent.makeUnique(&content)
      content.rare = newValue
    }
  }
}

extension BindContent {
  /// Replaces a content that several refer to by a copy. It is no method of `Bind`: the run time would be asked for the bind's type.
  fileprivate static func makeUnique(_ content: inout BindContent) {
    if isKnownUniquelyReferenced(&content) { return }
    content = BindContent(content.type, content.declaration, content.recipe, rare: content.rare)
  }
}
