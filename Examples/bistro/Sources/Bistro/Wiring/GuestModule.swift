// SPDX-License-Identifier: Apache-2.0
import Dovetail

/// What guests can ask for, and what is wrapped around the repositories for that.
struct GuestModule: Module {
  var bindings: Bindings {
    Bind(MenuDesk.init)
    Bind(TableDesk.init)
    Bind(OrderDesk.init)

    Bind(MenuCache.init).in(.singleton)
    Decorate((any MenuRepository).self, CachedMenu.init)
    Decorate((any OrderRepository).self, MeasuredOrders.init)
    Decorate((any OrderRepository).self, MeasuredOrders.init).named(.kitchen)
  }
}
