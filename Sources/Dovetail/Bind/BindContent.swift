// SPDX-License-Identifier: Apache-2.0

/// What a bind says, apart from its factory, in a place of its own. So a bind is small whatever it says: a module hands it on in registers,
/// the compiler writes no code to copy and destroy it, and a list of binds of many types holds it without a further allocation.
///
/// Binds are values all the same: a content that several refer to is copied before one of them changes it.
// SAFETY: changed only by a bind that nobody else has and that alone refers to this object.
final class BindContent: @unchecked Sendable {
  fileprivate(set) var declaration: Declaration
  /// The `RareParts` of the bind's type.
  fileprivate(set) var rare: AnyObject?

  init(_ declaration: consuming Declaration, rare: AnyObject? = nil) {
    self.declaration = declaration
    self.rare = rare
  }
}

extension Bind {
  var declaration: Declaration {
    get { content.declaration }
    _modify {
      makeUnique()
      yield &content.declaration
    }
  }

  /// What only some binds have; `nil` where there is none of it.
  var rare: RareParts<Value>? {
    get {
      guard let rare = content.rare else { return nil }
      // SAFETY: nothing else is ever stored there.
      return unsafeDowncast(rare, to: RareParts<Value>.self)
    }
    set {
      makeUnique()
      content.rare = newValue
    }
  }

  private mutating func makeUnique() {
    if !isKnownUniquelyReferenced(&content) { content = BindContent(content.declaration, rare: content.rare) }
  }
}
