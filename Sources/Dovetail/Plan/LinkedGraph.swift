// SPDX-License-Identifier: Apache-2.0

/// The linked graph of a running container: made again on first use, and kept from then on.
///
/// A container needs it for its checks and for its plan, then only for errors, exports and starts. Until its first use, a container of thousands of binds does
/// not hold it.
final class LinkedGraph: Sendable {
  private let maker: GraphMaker
  /// The innermost binding that each decorator wraps.
  private let wrapped: [Int: Int]
  private let family: ContainerFamily
  private let known = Lock<Wiring?>(nil)

  init(_ maker: GraphMaker, wrapped: [Int: Int], family: ContainerFamily) {
    self.maker = maker
    self.wrapped = wrapped
    self.family = family
  }

  /// The modules that took part.
  var modules: [Graph.Module] { maker.modules }

  /// The description of a binding in errors. This needs no graph.
  func step(of binding: Int) -> ResolutionError.Step {
    let (entry, scope) = (maker.entries[binding], maker.entries[wrapped[binding] ?? binding].item.declaration.scope)
    let item = entry.item
    return ResolutionError.Step(
      key: item.declaration.key, location: item.declaration.location, scope: scope.graphScope,
      module: maker.modules[entry.module].name, isLive: item.declaration.isLive, family: family)
  }

  /// - Complexity: O(bindings + needs) for the first caller.
  var wiring: Wiring {
    known.withLock { known in
      if let known { return known }
      let made = Wiring(maker.graph)
      known = made
      return made
    }
  }
}
