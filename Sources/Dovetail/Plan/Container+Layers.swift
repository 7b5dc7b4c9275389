// SPDX-License-Identifier: Apache-2.0

extension Container {
  /// Reads, checks and compiles modules in layers; each layer overrides those before it. No factory runs.
  ///
  /// - Parameter layers: The modules: `[layer][module]`.
  /// - Throws: `GraphError` with all findings when one of them is an error.
  package convenience init(
    layers: [[any Module]], roots: [Root] = [], extensions: [any Extension] = [], observers: [any Observer] = []
  ) throws(GraphError) {
    try self.init(Blueprint(layers: layers, roots: roots, extensions: extensions, observers: ObserverList(observers)))
  }
}
