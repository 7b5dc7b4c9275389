// SPDX-License-Identifier: Apache-2.0

/// Reads the types out of ``Inputs``.
private protocol InputList {
  static func binds(of kind: any ScopeKind.Type) -> [BindContent]
}

extension Inputs: InputList {
  fileprivate static func binds(of kind: any ScopeKind.Type) -> [BindContent] {
    var binds: [BindContent] = []
    for type in repeat (each Value).self { binds.append(bind(of: type, in: kind)) }
    return binds
  }

  private static func bind<Passed: Sendable>(of type: Passed.Type, in kind: any ScopeKind.Type) -> BindContent {
    let key = Graph.Key(type: TypeName(type))
    var declaration = Declaration(key: key, location: .unknown)
    (declaration.role, declaration.scope) = (.input, .scoped(kind))
    return Bind<Passed>(declaration) { _ in
      throw ResolutionError(
        .scopeNotOpen, key, "\(key.quoted) is handed over when a scope '\(TypeName(kind))' opens, and was not")
    }.content
  }
}

extension ScopeKind {
  /// The binds of the values that are passed when a scope opens.
  static var inputBinds: [BindContent] { (Input.self as? any InputList.Type)?.binds(of: Self.self) ?? [] }

  static var graphKind: Graph.ScopeKind {
    Graph.ScopeKind(
      type: TypeName(Self.self), parent: Parent.self == ContainerScope.self ? nil : TypeName(Parent.self),
      inputs: inputBinds.map(\.declaration.key))
  }
}
