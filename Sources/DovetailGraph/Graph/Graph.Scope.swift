// SPDX-License-Identifier: Apache-2.0

extension Graph {
  /// The lifetime of a shared instance.
  public enum Scope: Sendable, Hashable {
    /// A new instance for every resolution.
    case transient
    /// One instance for every top-level resolution.
    case graph
    /// One instance for the container that declares the binding.
    case singleton
    /// One instance as long as a strong reference to it exists.
    case weak
    /// One instance for every open scope of a kind.
    case scoped(TypeName)
    /// Decided by the user's own scope; the name is that of its type.
    case custom(TypeName)
  }

  /// A scope type: a request, a session, a job.
  public struct ScopeKind: Sendable {
    /// The type that stands for the kind.
    public var type: TypeName
    /// The kind that has to be open around it; `nil` when the container is enough.
    public var parent: TypeName?
    /// The values that are handed over when a scope of this kind opens, in order.
    public var inputs: [Key]

    /// Creates a kind.
    public init(type: TypeName, parent: TypeName? = nil, inputs: [Key] = []) {
      self.type = type
      self.parent = parent
      self.inputs = inputs
    }
  }
}

extension Graph.Scope {
  /// Whether every top-level resolution has an instance of its own.
  package var isUnshared: Bool { self == .transient || self == .graph }
}

extension Graph.Scope: CustomStringConvertible {
  /// The scope in the form of a binding, without the leading point: `singleton` or `scoped(Request)`.
  public var description: String { text(\.description) }

  package func text(_ name: (TypeName) -> String) -> String {
    switch self {
    case .transient: "transient"
    case .graph: "graph"
    case .singleton: "singleton"
    case .weak: "weak"
    case .scoped(let kind): "scoped(\(name(kind)))"
    case .custom(let type): "custom(\(name(type)))"
    }
  }
}
