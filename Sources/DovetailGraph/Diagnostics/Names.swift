// SPDX-License-Identifier: Apache-2.0

/// The words for the types and keys of one graph.
///
/// Two different types of a graph always have different texts: if their short names are the same, both are printed with their modules. Names are computed when
/// a diagnostic needs them, because the run time is slow to print a type.
package final class Names {
  private let graph: Graph
  private var texts: [TypeName: String] = [:]
  /// The types of the graph whose short names are the same as that of another one.
  private lazy var ambiguous = ambiguousTypes()

  package init(_ graph: Graph) { self.graph = graph }

  /// A type, in full and unambiguous in this graph.
  package func type(_ type: TypeName) -> String { ambiguous.contains(type) ? type.qualified : short(type) }

  /// A type without the names of the modules, as ``TypeName/description``.
  package func short(_ type: TypeName) -> String {
    if let text = texts[type] { return text }
    let text = type.description
    texts[type] = text
    return text
  }

  /// Texts are printed only for types of the same quick name, once each: every feature of a large program may have its own
  /// `Client`.
  private func ambiguousTypes() -> Set<TypeName> {
    var ambiguous: Set<TypeName> = []
    for alike in Names.group(graph).values where alike.count > 1 {
      for same in Dictionary(grouping: alike, by: short).values where same.count > 1 { ambiguous.formUnion(same) }
    }
    return ambiguous
  }

  /// A key inside a path: `Wheel` or `Wheel named "spare"`.
  package func key(_ key: Graph.Key) -> String { key.text(type(key.type)) }

  /// A key inside a sentence: `'Wheel'` or `'Wheel' named "spare"`.
  package func quoted(_ key: Graph.Key) -> String { key.text("'\(type(key.type))'") }

  /// The collection of what is contributed under a key: `[any Plugin]` or `[String: any Plugin] named "spare"`.
  package func collection(of part: Graph.Key, isKeyed: Bool = false) -> String {
    part.text(isKeyed ? "[String: \(type(part.type))]" : "[\(type(part.type))]")
  }

  /// A scope in the form of a binding, without the leading point.
  package func scope(_ scope: Graph.Scope) -> String { scope.text(type) }

  /// Types in parentheses: `(String, Int)`.
  package func list(_ types: [TypeName]) -> String { "(" + types.map(type).joined(separator: ", ") + ")" }

  /// All types of a graph by their quick names: types with the same text share a group, but a group may have several texts.
  private static func group(_ graph: Graph) -> [String: [TypeName]] {
    var types = Set(graph.modules.map(\.name) + graph.scopeKinds.map(\.type) + graph.scopeKinds.compactMap(\.parent))
    for binding in graph.bindings {
      types.formUnion([binding.key.type] + binding.arguments)
      switch binding.scope {
      case .scoped(let type), .custom(let type): types.insert(type)
      default: break
      }
    }
    for need in graph.roots + graph.bindings.flatMap(\.needs) {
      types.formUnion([need.key.type] + need.wrappers.flatMap { [$0.key.type] + $0.arguments })
    }
    return Dictionary(grouping: types, by: \.inner)
  }
}

extension TypeName {
  /// The part of a type's name that is quick to print: its innermost name with arguments. Types with the same text have the same text here.
  package var inner: String {
    if let type { return _typeName(type, qualified: false) }
    let text = description
    let isPlain = text.allSatisfy { $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" }
    return isPlain ? text.split(separator: ".").last.map(String.init) ?? text : text
  }
}

extension SourceLocation {
  /// The file's own name and the line: `Workshop.swift:8`.
  package var inShort: String { "\(fileName):\(line)" }

  /// The file's own name and the line behind another text: ` (Workshop.swift:8)`; empty when the place is unknown.
  package var inParentheses: String { isKnown ? " (\(inShort))" : "" }
}
