// SPDX-License-Identifier: Apache-2.0
internal import Dovetail

/// A scope type that never opens inside a workshop.
enum Shift: ScopeKind {}

/// Scope types that wait for each other.
enum Early: ScopeKind { typealias Parent = Late }
enum Late: ScopeKind { typealias Parent = Early }

final class Archive: Sendable { init(ticket: Ticket) {} }
final class Foreman: Sendable { init(order: Order) {} }
struct Badge: Sendable { let name: String }
struct Whistle: Sendable {}
struct Rota: Sendable {}
@MainActor final class Billboard { init() {} }
struct Poster: Sendable { let billboard: Billboard }
struct Permit: Sendable { init() async {} }
struct Visit: Sendable { let permit: Permit }

struct WrongLives: Module {
  var bindings: Bindings {
    // captive-dependency: the archive outlives the workshop whose ticket it holds.
    Bind(Archive.init).in(.singleton)
    Bind(Ticket.init).in(.scoped(Workshop.self))

    // unfilled-input: no order is handed over when a shift begins.
    Bind(Foreman.init).in(.scoped(Shift.self))

    // scope-cycle: an early shift would open inside a late one, and that inside an early one.
    Bind(Rota.init).in(.scoped(Early.self))

    // unshareable-value: a struct cannot be held weakly.
    Bind { Badge(name: "night watch") }.in(.weak)

    // async-need: a visit is made synchronously, but has to wait for its permit.
    Bind(Permit.init)
    Bind(Visit.init)

    // isolation-mismatch: a poster is made anywhere, a billboard on the main actor only.
    Bind(Billboard.init).in(.singleton)
    Bind(Poster.init)

    // useless-hook: the container does not hold a transient value, so it does not close it.
    Bind(Whistle.init).onClose { _ in }
  }
}
