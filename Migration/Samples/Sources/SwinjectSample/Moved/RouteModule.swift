// Written by dovetail migrate from App/RouteAssembly.swift.
import Dovetail

struct RouteModule: Module {
  var bindings: Bindings {
    Bind(Van.self) { (driver: Driver) in Van(driver: driver) }
    Bind(Driver.self) { (van: Van) in Driver(van: van) }
    Bind(Depot.self) { Depot() }.in(.graph)
    Bind(Route.init)
    Bind(RoutePlanner.init)
    // left: Locator (RouteAssembly.swift:16:15): its factory hands its resolver on
    // left: Badge (RouteAssembly.swift:22:15): it has an initCompleted: see .require(\.property), or Lazy for a cycle
    // left: Desk (RouteAssembly.swift:24:15): it needs 'Badge', which is left
    // left: Debugger (RouteAssembly.swift:26:17): it is registered under a condition
    // left: (RouteAssembly.swift:18:17): the name of 'Store' is computed: 'folder'
  }
}
