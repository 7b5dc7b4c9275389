// SPDX-License-Identifier: Apache-2.0
import Swinject

struct RouteAssembly: Assembly {
  func assemble(container: Container) {
    // They need each other before either is built.
    container.register(Van.self) { r in Van(driver: r.resolve(Driver.self)!) }
    container.register(Driver.self) { r in Driver(van: r.resolve(Van.self)!) }

    // One depot for a planner and its route: Swinject's default scope.
    container.register(Depot.self) { _ in Depot() }
    container.autoregister(Route.self, initializer: Route.init)
    container.autoregister(RoutePlanner.self, initializer: RoutePlanner.init)

    // What is not understood: a resolver that is handed on, a name that is computed.
    container.register(Locator.self) { r in makeLocator(r) }
    for folder in ["a", "b"] {
      container.register(Store.self, name: folder) { _ in DiskStore(folder: "x") }
    }

    // A property that is set afterwards, and a value under a condition.
    container.register(Badge.self) { _ in Badge() }
      .initCompleted { r, badge in badge.planner = r.resolve(RoutePlanner.self) }
    container.register(Desk.self) { r in Desk(badge: r.resolve(Badge.self)!) }
    #if DEBUG
      container.register(Debugger.self) { _ in Debugger() }
    #else
      container.register(Debugger.self) { _ in Debugger() }
    #endif
  }
}

private func makeLocator(_ resolver: any Resolver) -> Locator { Locator(resolver) }

extension Container {
  func registerPlain<Service>(_ type: Service.Type, _ make: @escaping () -> Service) {
    register(Service.self) { _ in make() }
  }
}
