// SPDX-License-Identifier: Apache-2.0
internal import Dovetail

/// A workshop is open for one order at a time.
enum Workshop: ScopeKind {
  typealias Input = Inputs<Order>
}

/// The parts that exist once for every order.
struct WorkshopModule: Module {
  let tally: Tally

  var bindings: Bindings {
    Bind(Ticket.init).in(.scoped(Workshop.self)).counted(by: tally).onClose { [tally] in tally.noteClosed($0.label) }
    Bind(Bench.init).in(.scoped(Workshop.self)).counted(by: tally).onClose { [tally] in tally.noteClosed($0.label) }
    Bind { LogLine(text: "the workshop takes orders") }.counted(by: tally).contribute()
  }
}
