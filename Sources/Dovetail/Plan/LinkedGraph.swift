// SPDX-License-Identifier: Apache-2.0

/// The linked graph of a running container: made again when somebody looks at it, and kept from then on.
///
/// A container needs it for its checks and for its plan, then only for errors, exports and starts. Until one of these asks for it, a container
/// of thousands of binds does not hold it.
final class LinkedGraph: Sendable {
  private let maker: GraphMaker
  private let known = Lock<Wiring?>(nil)

  init(_ maker: GraphMaker) { self.maker = maker }

  /// The modules that took part.
  var modules: [Graph.Module] { maker.modules }

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
