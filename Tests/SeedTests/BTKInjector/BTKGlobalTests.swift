// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailInjected
internal import Testing
internal import TestSupport

private final class Store: Sendable { init() {} }

private struct Dashboard {
  @Injected var store: Store
  init() {}
}

/// What installs a container for the whole program runs in a program of its own, so that no other test sees it.
@Suite struct `BTKInjector: the global injector` {
  private static func injector() throws -> Container { try Container { Bind(Store.init).in(.singleton) } }

  @Test func `BTK-23: it is removed, any number of times, and installed again`() async {
    await #expect(processExitsWith: .success) {
      let injector = try `BTKInjector: the global injector`.injector()
      try Container.install(injector)
      Container.remove()
      Container.remove()
      #expect(throws: ContainerError.notInstalled) { _ = try Container.shared }
      let other = try Container { Bind(Store.init) }
      try Container.install(other)
      defer { Container.remove() }
      #expect(try Container.shared === other)
    }
  }

  @Test func `BTK-23: a container that cannot be made leaves it unset`() async {
    await #expect(processExitsWith: .success) {
      #expect(throws: GraphError.self) {
        try Container.install(Container { Bind { (_: Store) in 1 } })
      }
      #expect(throws: ContainerError.notInstalled) { _ = try Container.shared }
    }
  }

  @Test func `BTK-23: asking for it inside its own set-up is an error, and leaves it unset`() async {
    await #expect(processExitsWith: .success) {
      let error = #expect(throws: GraphError.self) {
        try Container.install(
          Container {
            let store = try Container.shared.resolve(Store.self)
            Bind(instance: store)
          })
      }
      #expect(error?.report.errors.map(\.id) == [.failingModule])
      #expect(error?.description.contains("no shared container is set") == true)
      #expect(throws: ContainerError.notInstalled) { _ = try Container.shared }
    }
  }

  @Test func `BTK-23: of many threads that install at once one succeeds, and all see its container`() async {
    await #expect(processExitsWith: .success) {
      let line = StartingLine(8)
      let installed = Collected<ObjectIdentifier>()
      Threads.run(8) { _ in
        guard let injector = try? `BTKInjector: the global injector`.injector() else { return }
        line.wait()
        if (try? Container.install(injector)) != nil { installed.add(ObjectIdentifier(injector)) }
      }
      let shared = try Container.shared
      #expect(installed.elements == [ObjectIdentifier(shared)])
      Container.remove()
    }
  }

  @Test func `BTK-23: a test has its own without touching it`() throws {
    let injector = try Self.injector()
    let (shared, store) = try withContainer(injector) { (try Container.shared, Dashboard().store) }
    #expect(shared === injector)
    #expect(try store === injector.resolve(Store.self))
  }
}
