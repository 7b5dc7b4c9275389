// SPDX-License-Identifier: Apache-2.0

/// The declaration of a bind, without its factory.
package struct Declaration: Sendable {
  /// Few binds have a name, so it is a rare property.
  private var type: TypeName
  package var scope = ScopeChoice.transient
  package var needs: [DeclaredNeed] = []
  // Small fields follow, in the padding after the needs.
  package var role = Graph.Binding.Role.factory
  var isOverride = false
  var isPrivate = false
  var closes = false
  /// Whether the start of the container builds it, and may run hooks.
  package var starts = false
  /// Whether the factory is asynchronous.
  package var isAsync = false
  /// Whether it says that it is transient, or `.graph`, and is not so by default.
  var namesUnshared = false
  /// Whether it reaches outside the program.
  var isLive = false
  let location: SourceLocation
  /// The rare properties; `nil` if there are none.
  private var rare: RareFacts?

  package init(
    key: Graph.Key, role: Graph.Binding.Role = .factory, scope: ScopeChoice = .transient, needs: [DeclaredNeed] = [],
    location: SourceLocation
  ) {
    type = key.type
    self.role = role
    self.scope = scope
    self.needs = needs
    self.location = location
    if let name = key.name { facts.name = name }
  }
}

extension Declaration {
  /// Properties that few binds have. Stored separately, so that a container of thousands of plain binds is small and quick to make.
  struct Facts: Sendable {
    var name: String?
    var arguments: [TypeName] = []
    var defaults: [any Sendable] = []
    var contribution: Graph.Binding.Contribution?
    var replacedIn: TypeName?
    var isolation: String?
    var mayLeaveActor = false
    var findings: [Diagnostic] = []
    var options = RequestOptions()
    var attached = Attachments()
  }

  private final class RareFacts: Sendable {
    let facts: Facts

    init(_ facts: Facts) { self.facts = facts }
  }

  private var facts: Facts {
    get { rare?.facts ?? Facts() }
    set { rare = RareFacts(newValue) }
  }

  /// Whether it names a scope, or has one by its nature.
  var namesScope: Bool {
    if case .transient = scope { namesUnshared } else { true }
  }

  /// Whether it has no rare properties.
  var isPlain: Bool { rare == nil }

  /// The type of the key, if the declaration has no rare properties.
  var plainType: (any Any.Type)? { rare == nil ? type.type : nil }

  package var key: Graph.Key {
    get { Graph.Key(type: type, name: rare?.facts.name) }
    set {
      type = newValue.type
      if newValue.name != rare?.facts.name { facts.name = newValue.name }
    }
  }
  var arguments: [TypeName] {
    get { rare?.facts.arguments ?? [] }
    set { facts.arguments = newValue }
  }
  /// The default values of the arguments; one for each argument, or empty.
  var defaults: [any Sendable] {
    get { rare?.facts.defaults ?? [] }
    set { facts.defaults = newValue }
  }
  var contribution: Graph.Binding.Contribution? {
    get { rare?.facts.contribution }
    set { facts.contribution = newValue }
  }
  /// The type of the modules whose private bind this one replaces.
  var replacedIn: TypeName? {
    get { rare?.facts.replacedIn }
    set { facts.replacedIn = newValue }
  }
  /// The actor to which a synchronous factory belongs.
  var isolation: String? {
    get { rare?.facts.isolation }
    set { facts.isolation = newValue }
  }
  /// Whether the value is known to be Sendable, so that it need not stay on that actor.
  var mayLeaveActor: Bool {
    get { rare?.facts.mayLeaveActor ?? false }
    set { facts.mayLeaveActor = newValue }
  }
  /// Findings that the bind reports.
  var findings: [Diagnostic] {
    get { rare?.facts.findings ?? [] }
    set { facts.findings = newValue }
  }
  /// The data that other products attach.
  package var attached: Attachments {
    get { rare?.facts.attached ?? Attachments() }
    set { facts.attached = newValue }
  }
  /// The options for extensions.
  var options: RequestOptions {
    get { rare?.facts.options ?? RequestOptions() }
    set { facts.options = newValue }
  }
}
