// SPDX-License-Identifier: Apache-2.0

// What resolutions and overrides that failed ask.
extension Wiring {
  /// The bindings that nearly answer a key, in words: at most three, nearest first. And the optional type, in words, that is bound
  /// instead of the type itself; `nil` when there is none.
  ///
  /// - Parameters:
  ///   - key: The key without a binding.
  ///   - module: The asking module; `nil` for the program.
  ///   - requester: The binding whose factory asks; `nil` for the program.
  /// - Complexity: O(bindings), with a type's name printed for each. Meant for resolutions that failed.
  package func nearMisses(for key: Graph.Key, from module: Int? = nil, askedBy requester: Int? = nil) -> (
    texts: [String], optional: String?
  ) {
    let found = NearMisses(self, Names(graph)).found(for: key, from: module, except: requester.map { [$0] } ?? [])
    let optional = found.first(.optional).map { graph.bindings[$0] }
    return (found.texts, optional.flatMap { $0.isPrivate || $0.contribution != nil ? nil : $0.key.type.description })
  }

  /// The name under which the type of a plain key without a binding is bound; the first one, `nil` when there is none.
  package func otherName(for key: Graph.Key) -> String? {
    guard key.name == nil else { return nil }
    return graph.bindings.enumerated().first { index, binding in
      binding.key.type == key.type && binding.contribution == nil && !binding.isPrivate && isActive(index)
    }?.element.key.name
  }
}
