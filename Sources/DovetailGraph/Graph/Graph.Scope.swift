// SPDX-License-Identifier: Apache-2.0

extension Graph {
  /// How long an instance is shared.
  public enum Scope: Sendable, Codable, Hashable {
    /// A new instance for every request.
    case transient
    /// One instance for every outermost request.
    case graph
    /// One instance for the container that declares the binding.
    case singleton
    /// One instance while somebody else holds it.
    case weak
    /// One instance for every open scope of a kind.
    case scoped(TypeName)
    /// Whatever the user's own scope decides; the name is that of its type.
    case custom(TypeName)
  }

  /// A kind of scope: a request, a session, a job.
  public struct ScopeKind: Sendable, Codable {
    /// The type that stands for the kind.
    public var type: TypeName
    /// The kind that has to be open around it; `nil` when the container is enough.
    public var parent: TypeName?
    /// What is handed over when a scope of this kind opens, in order.
    public var inputs: [Key]

    /// Creates a kind.
    public init(type: TypeName, parent: TypeName? = nil, inputs: [Key] = []) {
      self.type = type
      self.parent = parent
      self.inputs = inputs
    }
  }
}

extension Graph.Scope: CustomStringConvertible {
  /// The scope as it is written in a bind, without the leading point: `singleton` or `scoped(Request)`.
  public var description: String {
    switch self {
    case .transient: "transient"
    case .graph: "graph"
    case .singleton: "singleton"
    case .weak: "weak"
    case .scoped(let kind): "scoped(\(kind))"
    case .custom(let type): "custom(\(type))"
    }
  }
}
