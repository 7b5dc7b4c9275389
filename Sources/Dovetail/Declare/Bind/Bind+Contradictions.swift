// SPDX-License-Identifier: Apache-2.0

// Of two different scopes, places in a collection, names for one need, or stand-ins, one would be lost silently. (A lost name of the bind itself is missed by who needs it.)

extension Bind {
  /// Sets the scope; reports one that was set to another one before.
  package mutating func setScope(_ scope: ScopeChoice) {
    if let earlier = declaration.namedScope, declaration.role != .instance, !earlier.isEqual(to: scope) {
      declaration.report("in(\(earlier.code))", and: "in(\(scope.code))")
    }
    declaration.scope = scope
  }

  mutating func setContribution(_ contribution: Graph.Binding.Contribution) {
    func code(_ contribution: Graph.Binding.Contribution) -> String {
      contribution.mapKey.map { "contribute(key: \($0.quoted))" } ?? "contribute()"
    }
    if let earlier = declaration.contribution, earlier != contribution {
      declaration.report(code(earlier), and: code(contribution))
    }
    declaration.contribution = contribution
  }
}

extension Declaration {
  /// Names one need. No name says nothing: it does not take one away.
  mutating func setName(_ name: String?, ofNeed place: Int) {
    guard let name else { return }
    if let earlier = needs[place].name, earlier != name {
      let type = needs[place].need.key.type
      report("needs(\(type).self, named: \(earlier.quoted))", and: "needs(\(type).self, named: \(name.quoted))")
    }
    needs[place].name = name
  }

  fileprivate mutating func report(_ earlier: String, and later: String) {
    report { declaration in
      Diagnostic(
        .statedTwice, .error, "the binding of \(declaration.key.quoted) says both .\(earlier) and .\(later)",
        at: declaration.location, help: "keep the one that is meant; two different values are two bindings")
    }
  }

  /// Reports something about the binding, whose name a later modifier may change.
  package mutating func report(_ finding: @escaping @Sendable (Declaration) -> Diagnostic) {
    pending.append { $0.findings.append(finding($0)) }
  }
}

extension Diagnostic.ID {
  /// A binding that says two different things where one would be lost.
  static var statedTwice: Self { Self(rawValue: "stated-twice") }
}

extension ScopeChoice {
  /// The scope as code writes it.
  fileprivate var code: String {
    if case .custom(let source) = self { return source.code ?? ".custom(…)" }
    return "." + graphScope.text { "\($0).self" }
  }

  /// Whether both are known to be equal. Two custom scopes are not, unless their code says all about them.
  func isEqual(to other: ScopeChoice) -> Bool {
    if case .custom(let source) = self, source.code == nil { return false }
    return graphScope == other.graphScope && code == other.code
  }
}
