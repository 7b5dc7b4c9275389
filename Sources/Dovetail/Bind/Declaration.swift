// SPDX-License-Identifier: Apache-2.0

/// What a bind says about itself, apart from how its value is made.
package struct Declaration: Sendable {
  /// The name is what only some binds have.
  private var type: TypeName
  package var scope = ScopeChoice.transient
  package var needs = NeedList()
  // What follows is small, and takes the room that the needs leave.
  package var role = Graph.Binding.Role.factory
  var isOverride = false
  var isPrivate = false
  var closes = false
  /// Whether it is built, and perhaps more, when the container starts.
  package var starts = false
  /// Whether the factory is asynchronous.
  package var isAsync = false
  /// Whether it reaches out of the program.
  var isLive = false
  let location: SourceLocation
  /// What only some binds say; `nil` where there is none of it.
  private var rare: RareFacts?

  package init(
    key: Graph.Key, role: Graph.Binding.Role = .factory, scope: ScopeChoice = .transient, needs: NeedList = NeedList(),
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
  /// What only some binds say of themselves. It lies apart, so that a container of thousands of plain binds is quick to make, and small.
  struct Facts: Sendable {
    var name: String?
    var arguments: [TypeName] = []
    var defaults: [any Sendable] = []
    var contribution: Graph.Binding.Contribution?
    var replacedIn: (any Module.Type)?
    var isolation: String?
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

  /// Whether it says nothing that only some binds say.
  var isPlain: Bool { rare == nil }

  /// The type of the key, when that says it all.
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
  /// The values of the arguments when the caller gives none; as many as there are arguments, or none.
  var defaults: [any Sendable] {
    get { rare?.facts.defaults ?? [] }
    set { facts.defaults = newValue }
  }
  var contribution: Graph.Binding.Contribution? {
    get { rare?.facts.contribution }
    set { facts.contribution = newValue }
  }
  /// The type of the modules in which the bind replaces a private one.
  var replacedIn: (any Module.Type)? {
    get { rare?.facts.replacedIn }
    set { facts.replacedIn = newValue }
  }
  /// The actor to which a synchronous factory belongs.
  var isolation: String? {
    get { rare?.facts.isolation }
    set { facts.isolation = newValue }
  }
  /// What the bind itself reports.
  var findings: [Diagnostic] {
    get { rare?.facts.findings ?? [] }
    set { facts.findings = newValue }
  }
  /// What other modules say of the bind.
  package var attached: Attachments {
    get { rare?.facts.attached ?? Attachments() }
    set { facts.attached = newValue }
  }
  /// What it tells extensions.
  var options: RequestOptions {
    get { rare?.facts.options ?? RequestOptions() }
    set { facts.options = newValue }
  }
}
