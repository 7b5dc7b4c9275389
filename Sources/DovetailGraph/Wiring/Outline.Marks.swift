// SPDX-License-Identifier: Apache-2.0

extension Outline {
  /// The Boolean facts of a binding; joined, those of a whole graph.
  ///
  /// Inlined into the checks, which ask every binding for most of them.
  @frozen @usableFromInline
  package struct Marks: OptionSet, Sendable {
    @usableFromInline package let rawValue: UInt32

    @inlinable package init(rawValue: UInt32) { self.rawValue = rawValue }

    // As in `Graph.Binding`.
    @inlinable package static var isOverride: Marks { Marks(rawValue: 1 << 0) }
    @inlinable package static var isPrivate: Marks { Marks(rawValue: 1 << 1) }
    @inlinable package static var isOpaque: Marks { Marks(rawValue: 1 << 2) }
    @inlinable package static var closes: Marks { Marks(rawValue: 1 << 3) }
    @inlinable package static var starts: Marks { Marks(rawValue: 1 << 4) }
    @inlinable package static var isAsync: Marks { Marks(rawValue: 1 << 5) }
    @inlinable package static var isolation: Marks { Marks(rawValue: 1 << 6) }
    @inlinable package static var contribution: Marks { Marks(rawValue: 1 << 7) }
    @inlinable package static var arguments: Marks { Marks(rawValue: 1 << 8) }

    // The role; none of them is a factory.
    @inlinable package static var instance: Marks { Marks(rawValue: 1 << 9) }
    @inlinable package static var decorator: Marks { Marks(rawValue: 1 << 10) }
    @inlinable package static var input: Marks { Marks(rawValue: 1 << 11) }

    // The scope; none of them is transient.
    @inlinable package static var singleton: Marks { Marks(rawValue: 1 << 12) }
    @inlinable package static var graph: Marks { Marks(rawValue: 1 << 13) }
    @inlinable package static var weak: Marks { Marks(rawValue: 1 << 14) }
    /// A scope with a type.
    @inlinable package static var rareScope: Marks { Marks(rawValue: 1 << 15) }

    // Facts about needs.
    /// Some need is declared only, so that no factory takes it.
    @inlinable package static var declaredNeeds: Marks { Marks(rawValue: 1 << 16) }
    /// The declaration of some need has an error.
    @inlinable package static var problems: Marks { Marks(rawValue: 1 << 17) }

    /// The facts with further details.
    static let rare: Marks = [.isolation, .contribution, .arguments, .rareScope]

    /// The marks of a scope and a role.
    package init(_ scope: Graph.Scope, _ role: Graph.Binding.Role) {
      switch scope {
      case .transient: self = []
      case .singleton: self = .singleton
      case .graph: self = .graph
      case .weak: self = .weak
      case .scoped, .custom: self = .rareScope
      }
      switch role {
      case .factory: break
      case .instance: insert(.instance)
      case .decorator: insert(.decorator)
      case .input: insert(.input)
      }
    }

    /// All marks of a binding.
    package init(of binding: Graph.Binding) {
      self.init(binding.scope, binding.role)
      let said: [(Bool, Marks)] = [
        (binding.isOverride, .isOverride), (binding.isPrivate, .isPrivate), (binding.isOpaque, .isOpaque),
        (binding.closes, .closes), (binding.starts, .starts), (binding.isAsync, .isAsync), (binding.isolation != nil, .isolation),
        (binding.contribution != nil, .contribution), (!binding.arguments.isEmpty, .arguments),
      ]
      for (isSo, mark) in said where isSo { insert(mark) }
    }
  }
}
