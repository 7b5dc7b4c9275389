// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailComponents

/// The parts that exist once for every order: a component whose parent is its garage.
final class WorkshopComponent: Component, Sendable {
  let instances = Instances(observing: true)
  let parent: GarageComponent
  let order: Order

  init(parent: GarageComponent, order: Order) {
    self.parent = parent
    self.order = order
  }

  var bench: Bench {
    single(onClose: noteClosed) { parent.made(Bench(ticket: ticket, car: parent.car)) }
  }

  var ticket: Ticket {
    single(onClose: noteClosed) { parent.made(Ticket(order: order)) }
  }

  private var noteClosed: @Sendable (any Part) -> Void {
    { [tally = parent.tally] in tally.noteClosed($0.label) }
  }
}
