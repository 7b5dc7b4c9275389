// SPDX-License-Identifier: Apache-2.0
package import Dovetail

/// A request that reads: a value that is made through a decorator, and a ledger that has nothing to close.
package enum Visits {
  package enum Kind: ScopeKind {
    package typealias Input = Inputs<Call>
  }

  package static func container() throws -> Container {
    let container = try Container {
      Bind(Clock.init).in(.singleton)
      Bind(Ledger.init).in(.scoped(Kind.self)).onClose(when: \.isWritten, shielded: false) { await $0.close() }
      Bind((any Dishes).self, StoredDishes.init)
      Decorate((any Dishes).self, CachedDishes.init)
      Bind(Desk.init)
    }
    _ = try container.resolve(Clock.self)
    return container
  }

  package static func open(in container: Container, _ number: Int) throws -> OpenScope {
    try container.openScope(Kind.self, Call(number: number))
  }

  private final class Ledger: Sendable {
    init() { Tally.now.made += 1 }
    var isWritten: Bool { false }
    func close() async { Tally.now.closed += 1 }
  }

  private protocol Dishes: Sendable {}

  private struct StoredDishes: Dishes {
    let ledger: Ledger
  }

  /// Does not fit into an existential.
  private struct CachedDishes: Dishes {
    let inner: any Dishes
    let clock: Clock
    let ledger: Ledger
  }

  /// Has five words.
  private struct Desk: Sendable {
    let dishes: any Dishes
  }

  package static func visit(_ scope: OpenScope) throws { _ = try scope.resolve(Desk.self) }
}
