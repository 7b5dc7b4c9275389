// SPDX-License-Identifier: Apache-2.0

extension Graph {
  /// One declaration: the key, the dependencies of the factory, and the lifetime of the value.
  public struct Binding: Sendable {
    /// The kind of a declaration.
    public enum Role: String, Sendable {
      /// A factory, called when the key is resolved.
      case factory
      /// A value that exists already.
      case instance
      /// A wrapper around the binding that otherwise answers the key.
      case decorator
      /// A value that is handed over when a scope of a kind opens.
      case input
    }

    /// The part of the declaration in a collection.
    public struct Contribution: Sendable, Hashable {
      /// The place in `[String: Value]`; `nil` when it is part of `[Value]` only.
      public var mapKey: String?

      /// Creates a contribution.
      public init(mapKey: String? = nil) { self.mapKey = mapKey }
    }

    /// The answered key. For a contribution: the element of the collection.
    public var key: Key
    /// The kind of declaration.
    public var role: Role
    /// The declared scope. A decorator has the scope of the binding that it wraps: see ``Wiring/scope(of:)``.
    public var scope: Scope
    /// The parameters of the factory, in order, then its properties.
    public var needs: [Need]
    /// The types of the run-time arguments in the order in which the caller gives them.
    public var arguments: [TypeName]
    /// Whether all run-time arguments have defaults.
    public var hasDefaults: Bool
    /// Set when the binding is part of a collection instead of the answer to its key.
    public var contribution: Contribution?
    /// Whether the binding replaces another one.
    public var isOverride: Bool
    /// Whether only the binding's own module sees it.
    public var isPrivate: Bool
    /// Whether the factory takes a resolver and so may make undeclared resolutions.
    public var isOpaque: Bool
    /// Whether it has an action for the closing of the instance's owner.
    public var closes: Bool
    /// Whether the value is built when the container starts: it is eager, or has an action for the start or the stop.
    public var starts: Bool
    /// Whether the factory is asynchronous, so that the value has to be awaited.
    public var isAsync: Bool
    /// Whether it reaches out of the program: to the network, the disk, the clock. Tests replace such bindings.
    public var isExternal: Bool
    /// The actor to which a synchronous factory belongs, or on which the properties of an asynchronous binding are set and its
    /// hooks run; `nil` for none.
    public var isolation: String?
    /// Whether the value is not known to be Sendable, so that it stays on that actor.
    public var staysOnActor: Bool
    /// Overrides of a later layer replace those of an earlier one; 0 is the layer of the modules themselves.
    public var layer: Int
    /// The depth of the container that declares the binding: 0 for a container without a parent. Bindings that joined a running container with their types are
    /// deeper from the first on that contributes to a collection, or hides another binding.
    public var level: Int
    /// The index in ``Graph/modules`` of the module that declares the binding.
    public var module: Int
    /// The place of the declaration.
    public var location: SourceLocation

    /// Creates a binding.
    public init(
      key: Key, role: Role = .factory, scope: Scope = .transient, needs: [Need] = [], arguments: [TypeName] = [],
      hasDefaults: Bool = false, contribution: Contribution? = nil, isOverride: Bool = false, isPrivate: Bool = false,
      isOpaque: Bool = false, closes: Bool = false, starts: Bool = false, isAsync: Bool = false, isExternal: Bool = false,
      isolation: String? = nil, staysOnActor: Bool = false, layer: Int = 0, level: Int = 0, module: Int = 0,
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
      self.isExternal = isExternal
      self.isolation = isolation
      self.staysOnActor = staysOnActor
      self.layer = layer
      self.level = level
      self.module = module
      self.location = location
    }
  }
}

extension Graph.Binding {
  /// The actor to which the factory belongs. An asynchronous one is awaited wherever it runs.
  package var factoryIsolation: String? { isAsync ? nil : isolation }

  /// Whether the factory awaits what the binding only declares: it is asynchronous, and takes a resolver. Other code that resolves such
  /// dependencies is synchronous: factories, hooks and the closures of custom scopes.
  package var awaitsDeclared: Bool { isAsync && needs.contains { $0.source == .resolver && $0.place == .parameter } }
}
