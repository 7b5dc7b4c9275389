// SPDX-License-Identifier: Apache-2.0

extension Outline {
  /// The Boolean facts of a binding; joined, those of a whole graph.
  package struct Marks: OptionSet, Sendable {
    package let rawValue: UInt32

    package init(rawValue: UInt32) { self.rawValue = rawValue }

    // As in `Graph.Binding`.
    package static var isOverride: Marks { Marks(rawValue: 1 << 0) }
    package static var isPrivate: Marks { Marks(rawValue: 1 << 1) }
    package static var isOpaque: Marks { Marks(rawValue: 1 << 2) }
    package static var closes: Marks { Marks(rawValue: 1 << 3) }
    package static var starts: Marks { Marks(rawValue: 1 << 4) }
    package static var isAsync: Marks { Marks(rawValue: 1 << 5) }
    package static var isolation: Marks { Marks(rawValue: 1 << 6) }
    package static var contribution: Marks { Marks(rawValue: 1 << 7) }
    package static var arguments: Marks { Marks(rawValue: 1 << 8) }

    // The role; none of them is a factory.
    package static var instance: Marks { Marks(rawValue: 1 << 9) }
    package static var decorator: Marks { Marks(rawValue: 1 << 10) }
    package static var input: Marks { Marks(rawValue: 1 << 11) }

    // The scope; none of them is transient.
    static var singleton: Marks { Marks(rawValue: 1 << 12) }
    package static var graph: Marks { Marks(rawValue: 1 << 13) }
    package static var weak: Marks { Marks(rawValue: 1 << 14) }
    /// A scope with a type.
    package static var rareScope: Marks { Marks(rawValue: 1 << 15) }

    // Facts about needs.
    /// Some need is declared only, so that no factory takes it.
    package static var declaredNeeds: Marks { Marks(rawValue: 1 << 16) }
    /// The declaration of some need has an error.
    package static var problems: Marks { Marks(rawValue: 1 << 17) }

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
