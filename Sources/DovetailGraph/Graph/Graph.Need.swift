// SPDX-License-Identifier: Apache-2.0

extension Graph {
  /// One need of a binding: a parameter of its factory, or a property that is set afterwards.
  public struct Need: Sendable, Hashable {
    /// The source of the value.
    public enum Source: Sendable, Hashable {
      /// The binding for the key.
      case bound
      /// The caller, who gives it as the run-time argument of this index.
      case argument(Int)
      /// The resolver itself.
      case resolver
      /// The value that the decorator wraps.
      case inner
    }

    /// The destination of the value.
    public enum Place: String, Sendable, Hashable {
      /// A parameter of the factory.
      case parameter
      /// A property, set after the factory returned.
      case property
      /// None: the declaration of an opaque binding lists the dependency so that checks know the edge.
      case declared
    }

    /// The derivation of a declared type from another one.
    public enum Form: String, Sendable, Hashable {
      /// `T?`: nil when nothing is bound.
      case optional
      /// `Provider<T>`: a new resolution for every call.
      case provider
      /// `Lazy<T>`: one resolution, on first use, then kept.
      case lazy
      /// `Factory<T, …>`: a resolution with arguments.
      case factory
      /// `AsyncProvider<T>`: a new resolution for every call, which is awaited.
      case asyncProvider
      /// A plain closure that returns `T`.
      case closure
      /// A plain closure that returns `T` when it is awaited.
      case asyncClosure
      /// `ScopeOpener<Kind, T>`: opens scopes of a kind, and resolves the value in each.
      case opener
      /// `[T]`: all contributions.
      case collection
      /// `[String: T]`: all contributions that have a key.
      case dictionary

      /// Whether the value is resolved after the factory has returned, so that it is not part of a construction cycle.
      public var isDeferred: Bool {
        switch self {
        case .provider, .lazy, .factory, .asyncProvider, .closure, .asyncClosure, .opener: true
        case .optional, .collection, .dictionary: false
        }
      }
    }

    /// One layer of a derived type: `Provider<[Wheel]>` is a provider of `[Wheel]`, which is a collection of `Wheel`.
    public struct Wrapper: Sendable, Hashable {
      /// The form of the outer type.
      public var form: Form
      /// The key of the inner type.
      public var key: Key
      /// For ``Form/factory``: the types of the arguments, in order. For ``Form/opener``: the scope type.
      public var arguments: [TypeName]

      /// Creates a layer.
      public init(form: Form, key: Key, arguments: [TypeName] = []) {
        self.form = form
        self.key = key
        self.arguments = arguments
      }
    }

    /// The key of the type as it is declared.
    public var key: Key
    /// The derivation of the declared type, outermost layer first; empty for a plain value.
    public var wrappers: [Wrapper]
    /// The source of the value.
    public var source: Source
    /// The destination of the value.
    public var place: Place
    /// Whether a collection without contributions is intended, not an error.
    public var allowsEmpty: Bool
    /// The error of the declaration about this need, in words; `nil` when there is none.
    public var problem: String?

    /// Creates a dependency.
    public init(
      key: Key, wrappers: [Wrapper] = [], source: Source = .bound, place: Place = .parameter, allowsEmpty: Bool = false,
      problem: String? = nil
    ) {
      self.key = key
      self.wrappers = wrappers
      self.source = source
      self.place = place
      self.allowsEmpty = allowsEmpty
      self.problem = problem
    }

    /// The innermost key: `Wheel` for a `Provider<[Wheel]>`.
    public var target: Key { wrappers.last?.key ?? key }
  }
}
