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
  /// One instance for every top-level resolution, shared by all dependencies inside it. What lives in the container, in an open scope and in another
  /// one has its own.
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

/// A scope type: a request, a session, a job. The type itself is the kind; it is never created.
///
/// ```swift
/// enum Workshop: ScopeKind { typealias Input = Inputs<Order> }
/// enum Bench: ScopeKind { typealias Parent = Workshop }
/// ```
public protocol ScopeKind: SendableMetatype {
  /// The kind that has to be open around this one; by default the container is enough.
  associatedtype Parent: ScopeKind = ContainerScope
  /// The inputs that are handed over when a scope of this kind opens; by default none.
  associatedtype Input: ScopeInputs = Inputs<>
}

/// Stands for the container itself, as the parent of the outermost kinds.
public enum ContainerScope: ScopeKind {
  /// The container has nothing around it.
  public typealias Parent = ContainerScope
}

/// The list of values that a scope type takes; always ``Inputs``.
public protocol ScopeInputs: SendableMetatype {}

/// The types of the values that are handed over when a scope opens: `Inputs<Order, Customer>`.
///
/// Inside the scope each of them can be needed and resolved by its type. So no two inputs may have one type, even in different kinds.
public struct Inputs<each Value: Sendable>: ScopeInputs {}

extension ScopeKind {
  /// The kinds around this one, from the next outwards, without the container; each once, even in a circle.
  static var ancestors: [any ScopeKind.Type] {
    var kinds: [any ScopeKind.Type] = []
    var known: Set<ObjectIdentifier> = [ObjectIdentifier(Self.self), ObjectIdentifier(ContainerScope.self)]
    var kind: any ScopeKind.Type = Parent.self
    while kinds.count < 100, known.insert(ObjectIdentifier(kind)).inserted {
      kinds.append(kind)
      kind = kind.parent
    }
    return kinds
  }

  static var parent: any ScopeKind.Type { Parent.self }

  /// The call that opens a scope of the kind, as source code, with a place for each input.
  static var call: String {
    "withScope(\(TypeName(Self.self)).self\(String(repeating: ", …", count: inputBinds.count))) { scope in … }"
  }
}
