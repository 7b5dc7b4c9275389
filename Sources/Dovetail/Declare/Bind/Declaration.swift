// SPDX-License-Identifier: Apache-2.0

/// The declaration of a bind, without its factory.
@dynamicMemberLookup
package struct Declaration: Sendable {
  package var key: Graph.Key
  package var scope = ScopeChoice.transient
  package var needs: [DeclaredNeed] = []
  /// What modifiers say about the whole declaration. Done when it is complete, so that the order of modifiers does not matter.
  var pending: [@Sendable (inout Declaration) -> Void] = []
  // Small fields follow, in the padding after the needs.
  package var role = Graph.Binding.Role.factory
  // As in ``Graph/Binding``.
  package var isOverride = false
  package var isPrivate = false
  package var isAsync = false
  package var closes = false
  package var starts = false
  /// Whether it says that it is transient, or `.graph`, and is not so by default.
  var namesUnshared = false
  /// Whether it reaches outside the program.
  package var isExternal = false
  package let location: SourceLocation
  /// The rare properties; `nil` if there are none.
  private var rare: Boxed<Facts>?

  package init(
    key: Graph.Key, role: Graph.Binding.Role = .factory, scope: ScopeChoice = .transient, needs: [DeclaredNeed] = [],
    location: SourceLocation
  ) {
    self.key = key
    self.role = role
    self.scope = scope
    self.needs = needs
    self.location = location
  }

  /// Properties that few binds have. Stored separately, so that a container of thousands of plain binds is small and quick to make.
  package struct Facts: Sendable {
    var arguments: [TypeName] = []
    /// The default values of the arguments; one for each argument, or empty.
    var defaults: [any Sendable] = []
    var contribution: Graph.Binding.Contribution?
    /// The type of the modules whose private bind this one replaces.
    var replacedIn: TypeName?
    /// The actor to which a synchronous factory belongs.
    var isolation: String?
    /// Whether the value is known to be Sendable, so that it need not stay on that actor.
    var mayLeaveActor = false
    var findings: [Diagnostic] = []
    package var options = RequestOptions()
    package var attached = Attachments()
  }

  private static let none = Boxed(Facts())

  private var facts: Facts {
    _read {
      let held = rare ?? Declaration.none
      yield held.value
    }
    set { rare = Boxed(newValue) }
  }

  /// Whether it names a scope, or has one by its nature.
  package var namesScope: Bool { if case .transient = scope { namesUnshared } else { true } }

  /// Whether it has no rare properties.
  var isPlain: Bool { rare == nil }

  /// The declaration when no modifier follows.
  package var completed: Declaration {
    var whole = self
    while !whole.pending.isEmpty {
      let pending = whole.pending
      whole.pending = []
      for change in pending { change(&whole) }
    }
    return whole
  }

  /// A rare property; see ``Facts``.
  package subscript<Fact>(dynamicMember fact: WritableKeyPath<Facts, Fact>) -> Fact {
    get { facts[keyPath: fact] }
    set { facts[keyPath: fact] = newValue }
  }
}
