// SPDX-License-Identifier: Apache-2.0

/// The declaration of a bind, without its factory.
@dynamicMemberLookup
package struct Declaration: Sendable {
  package var key: Graph.Key
  /// The scope that it names, or has by its nature; `nil` where it is transient by default.
  package var namedScope: ScopeChoice?
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
  /// Whether it reaches outside the program.
  package var isExternal = false
  package let location: SourceLocation
  /// The rare properties; `nil` if there are none.
  private var rare: Boxed<Facts>?

  package init(key: Graph.Key, needs: [DeclaredNeed] = [], location: SourceLocation) {
    (self.key, self.needs, self.location) = (key, needs, location)
  }

  /// Properties that few binds have. Stored separately, so that a container of thousands of plain binds is small and quick to make.
  package struct Facts: Sendable {
    var arguments: [TypeName] = []
    /// The default values of the arguments; one for each argument, or empty.
    var defaults: [any Sendable] = []
    var contribution: Graph.Binding.Contribution?
    /// Whether it is the part that another bind makes of its value, for a collection of another type.
    var isFollower = false
    /// The type of the modules whose private bind this one replaces.
    var replacedIn: TypeName?
    /// The actor to which a synchronous factory belongs, or on which the properties and hooks of an asynchronous one run.
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

  /// The scope; setting it names it.
  package var scope: ScopeChoice {
    get { namedScope ?? .transient }
    set { namedScope = newValue }
  }

  /// Whether every argument has a default value.
  var hasDefaults: Bool { !self.defaults.isEmpty && self.defaults.count == self.arguments.count }

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

/// Data that another product attaches to a bind.
package protocol Attachment: Sendable {
  /// Combines the data of two binds, of which one extends the other.
  func followed(by later: Self) -> Self
}

/// The data that other products attach to a bind: one value of each type.
package struct Attachments: Sendable {
  private var values: [ObjectIdentifier: any Attachment] = [:]

  package var isEmpty: Bool { values.isEmpty }

  package subscript<Value: Attachment>(_ type: Value.Type) -> Value? {
    get { values[ObjectIdentifier(type)] as? Value }
    set { values[ObjectIdentifier(type)] = newValue }
  }

  /// The attachment that makes the container trace requests; `nil` when there is none.
  package var tracker: (any ResolutionTracker)? {
    values.isEmpty ? nil : values.values.lazy.compactMap { $0 as? any ResolutionTracker }.first
  }

  package func followed(by later: Attachments) -> Attachments {
    func joined<Value: Attachment>(_ first: Value, _ second: any Attachment) -> any Attachment {
      (second as? Value).map(first.followed(by:)) ?? first
    }
    var all = self
    all.values.merge(later.values) { first, second in joined(first, second) }
    return all
  }
}

/// A binding, or a declaration around one: modifiers of other products apply to both.
@_documentation(visibility: internal)
public protocol BindCarrier: Sendable {
  /// The type of the binding's values.
  associatedtype Carried

  /// The binding.
  var carried: Bind<Carried> { get set }
}

extension Bind: BindCarrier {
  /// This binding.
  @_documentation(visibility: internal)
  public var carried: Self {
    get { self }
    set { self = newValue }
  }
}
