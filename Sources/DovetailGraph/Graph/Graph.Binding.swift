// SPDX-License-Identifier: Apache-2.0

extension Graph {
  /// One declaration: how the value for a key is made, what that takes, and how long the value is shared.
  public struct Binding: Sendable, Codable {
    /// What the declaration is about.
    public enum Role: String, Sendable, Codable {
      /// A factory, called when the key is asked for.
      case factory
      /// A value that exists already.
      case instance
      /// A wrapper around whatever else is bound for the key.
      case decorator
      /// A value that is handed over when a scope of a kind opens.
      case input
    }

    /// How the declaration joins others under one collection.
    public struct Contribution: Sendable, Codable, Hashable {
      /// The place in `[String: Value]`; `nil` when it is part of `[Value]` only.
      public var mapKey: String?

      /// Creates a contribution.
      public init(mapKey: String? = nil) { self.mapKey = mapKey }
    }

    /// What the binding answers. For a contribution: the element of the collection.
    public var key: Key
    /// What kind of declaration this is.
    public var role: Role
    /// The declared scope. A decorator's is that of what it wraps: see ``Wiring/scope(of:)``.
    public var scope: Scope
    /// What the factory takes, in the order of its parameters, then what its properties take.
    public var needs: [Need]
    /// The types of the run-time arguments in the order in which the caller gives them.
    public var arguments: [TypeName]
    /// Whether all run-time arguments have values for when the caller gives none.
    public var hasDefaults: Bool
    /// Set when the binding is part of a collection instead of the answer to its key.
    public var contribution: Contribution?
    /// Whether the binding replaces another one.
    public var isOverride: Bool
    /// Whether only the binding's own module sees it.
    public var isPrivate: Bool
    /// Whether the factory takes a resolver and so may ask for more than is declared.
    public var isOpaque: Bool
    /// Whether something is to be done when the instance's owner closes.
    public var closes: Bool
    /// Whether something is to be done when the container starts or stops; then the value is built on starting.
    public var starts: Bool
    /// Whether the factory is asynchronous, so that the value has to be awaited.
    public var isAsync: Bool
    /// Whether it reaches out of the program: to the network, the disk, the clock. Tests replace such bindings.
    public var isLive: Bool
    /// The actor to which a synchronous factory belongs; `nil` for none.
    public var isolation: String?
    /// Overrides of a later layer replace those of an earlier one; 0 is what the modules themselves say.
    public var layer: Int
    /// The depth of the container that declares the binding: 0 for a container without a parent.
    public var level: Int
    /// The index in ``Graph/modules`` of the module that declares the binding.
    public var module: Int
    /// Where the declaration is written.
    public var location: SourceLocation

    /// Creates a binding.
    public init(
      key: Key,
      role: Role = .factory,
      scope: Scope = .transient,
      needs: [Need] = [],
      arguments: [TypeName] = [],
      hasDefaults: Bool = false,
      contribution: Contribution? = nil,
      isOverride: Bool = false,
      isPrivate: Bool = false,
      isOpaque: Bool = false,
      closes: Bool = false,
      starts: Bool = false,
      isAsync: Bool = false,
      isLive: Bool = false,
      isolation: String? = nil,
      layer: Int = 0,
      level: Int = 0,
      module: Int = 0,
      location: SourceLocation = .unknown
    ) {
      self.key = key
      self.role = role
      self.scope = scope
      self.needs = needs
      self.arguments = arguments
      self.hasDefaults = hasDefaults
      self.contribution = contribution
      self.isOverride = isOverride
      self.isPrivate = isPrivate
      self.isOpaque = isOpaque
      self.closes = closes
      self.starts = starts
      self.isAsync = isAsync
      self.isLive = isLive
      self.isolation = isolation
      self.layer = layer
      self.level = level
      self.module = module
      self.location = location
    }
  }
}
