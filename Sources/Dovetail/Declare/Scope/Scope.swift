// SPDX-License-Identifier: Apache-2.0

/// The lifetime of a shared instance; see `Bind.in(_:)`.
public enum Scope {
  /// A scope that gives one instance to several resolutions, on any threads: its values have to be Sendable.
  public struct Shared: Nonisolated {
    let choice: ScopeChoice
  }

  /// A scope whose instances stay with one resolution: its values need not be Sendable.
  public struct Unshared: Nonisolated {
    package let choice: ScopeChoice
  }
}

extension Scope.Unshared {
  /// A new instance for every resolution. The default.
  public static var transient: Self { Self(choice: .transient) }
  /// One instance for every top-level resolution, shared by all dependencies inside it. A scope that is opened inside it has its own.
  public static var graph: Self { Self(choice: .graph) }
}

extension Scope.Shared {
  /// One instance for the container that declares the binding, built on first use and held until the container is released.
  public static var singleton: Self { Self(choice: .singleton) }
  /// One instance as long as a strong reference to it exists; only for objects.
  public static var weak: Self { Self(choice: .weak) }
  /// One instance for every open scope of a kind, held until that scope closes.
  public static func scoped<Kind: ScopeKind>(_ kind: Kind.Type) -> Self { Self(choice: .scoped(kind)) }
  /// Decided by a scope of your own; it makes one storage for every binding.
  public static func custom(_ scope: some CustomScope) -> Self {
    Self(choice: .custom(CustomScopeSource(type: TypeName(type(of: scope))) { _, _ in scope }))
  }

  /// Decided by a scope of your own that has needs itself, such as settings.
  ///
  /// ```swift
  /// Bind(Wheel.init).in(.custom { (settings: Settings) in Pool(size: settings.wheels) })
  /// ```
  ///
  /// The needs are checked with those of the binding. The scope is made once for every binding and container, on the first resolution.
  ///
  /// - Parameter make: An initializer or a closure with any number of parameters; each is a dependency of the binding.
  public static func custom<each Need>(_ make: @escaping @Sendable (repeat each Need) throws -> some CustomScope) -> Self {
    Self(choice: .custom(CustomScopeSource(make)))
  }
}

/// A scope as stored in a bind.
package enum ScopeChoice: Sendable {
  case transient
  case graph
  case singleton
  case weak
  case scoped(any ScopeKind.Type)
  indirect case custom(CustomScopeSource)

  var graphScope: Graph.Scope {
    switch self {
    case .transient: .transient
    case .graph: .graph
    case .singleton: .singleton
    case .weak: .weak
    case .scoped(let kind): .scoped(TypeName(kind))
    case .custom(let source): .custom(source.type)
    }
  }

  /// What a custom scope needs itself; its bind declares them.
  package var needs: [DeclaredNeed] {
    if case .custom(let source) = self { source.needs } else { [] }
  }
}
