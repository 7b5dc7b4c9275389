// SPDX-License-Identifier: Apache-2.0

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
