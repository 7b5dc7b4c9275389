// SPDX-License-Identifier: Apache-2.0

// What resolutions and overrides that failed ask.
extension Wiring {
  /// The bindings that nearly answer a key, in words: at most three, nearest first.
  ///
  /// - Parameters:
  ///   - key: The key without a binding.
  ///   - module: The asking module; `nil` for the program.
  ///   - requester: The binding whose factory asks; `nil` for the program.
  /// - Complexity: O(bindings), with a type's name printed for each. Meant for resolutions that failed.
  package func nearMisses(for key: Graph.Key, from module: Int? = nil, askedBy requester: Int? = nil) -> [String] {
    NearMisses(self, Names(graph)).found(for: key, from: module, except: requester.map { [$0] } ?? []).texts
  }

  /// The optional type, in words, that is bound instead of the type itself; `nil` when there is none.
  package func optionalType(for key: Graph.Key) -> String? {
    let found = NearMisses(self, Names(graph)).found(for: key, from: nil).first(.optional)
    return found.map { graph.bindings[$0] }.flatMap { $0.isPrivate || $0.contribution != nil ? nil : $0.key.type.description }
  }

  /// The name under which the type of a plain key without a binding is bound; the first one, `nil` when there is none.
  package func otherName(for key: Graph.Key) -> String? {
    guard key.name == nil else { return nil }
    return graph.bindings.enumerated().first { index, binding in
      binding.key.type == key.type && binding.contribution == nil && !binding.isPrivate && isActive(index)
    }?.element.key.name
  }
}
