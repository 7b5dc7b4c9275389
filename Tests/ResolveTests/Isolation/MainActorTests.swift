// SPDX-License-Identifier: Apache-2.0
import Testing

import Dovetail
import CoreTestSupport
import TestSupport

@MainActor private final class Dashboard {
  let radio: Radio
  var needle = 0

  init(radio: Radio) {
    MainActor.preconditionIsolated()
    self.radio = radio
  }
}

/// Not Sendable; may be given to what is made on the same actor.
private final class Lamp {
  var isOn = false
  init() {}
}

@MainActor private final class Cockpit {
  let dashboard: Dashboard
  let lamp: Lamp

  init(dashboard: Dashboard, lamp: Lamp) {
    self.dashboard = dashboard
    self.lamp = lamp
  }
}

@MainActor private final class Screen {
  let tank: Tank
  init(tank: Tank) async {
    MainActor.preconditionIsolated()
    self.tank = tank
  }
}

private actor Logbook {
  let radio: Radio
  init(radio: Radio) { self.radio = radio }
}

@globalActor private actor Yardmaster {
  static let shared = Yardmaster()

  func ask(_ container: Container) -> String { failure { try container.resolve(Dashboard.self) } }
}

/// Shares the executor of the main actor.
private actor Beside {
  nonisolated var unownedExecutor: UnownedSerialExecutor { MainActor.sharedUnownedExecutor }

  func hasDashboard(_ container: Container) throws -> Bool {
    let made = try container.resolve(Dashboard.self)
    return try container.resolve(Dashboard.self) === made
  }
}

@Yardmaster private final class Gatehouse {
  let radio: Radio
  init(radio: Radio) {
    Yardmaster.preconditionIsolated()
    self.radio = radio
  }
}

@Suite struct MainActorTests {
  private func cockpit() throws -> Container {
    try Container {
      Bind { Radio(frequency: 99.5) }
      Bind(Dashboard.init).in(.singleton)
      Bind(Cockpit.init)
      Bind(Lamp.init)
      Bind { (dashboard: Provider<Dashboard>, lazy: Lazy<Dashboard>) in Deferred(dashboard: dashboard, lazy: lazy) }
    }
  }

  private struct Deferred {
    let dashboard: Provider<Dashboard>
    let lazy: Lazy<Dashboard>
  }

  @MainActor @Test func `main-actor code builds what belongs to it on the spot`() throws {
    let container = try cockpit()
    let cockpit = try container.resolve(Cockpit.self)
    cockpit.lamp.isOn = true
    #expect(cockpit.dashboard.radio.frequency == 99.5)
    #expect(try container.resolve(Key(Dashboard.self)) === cockpit.dashboard)
    #expect(try container.resolve(Dashboard.self) === cockpit.dashboard)
  }

  @Test func `anybody may await it, and it is made on the main actor`() async throws {
    let container = try cockpit()
    let dashboards = await together(64) { _ in try await container.resolve(Dashboard.self) }
    let first = try dashboards[0].get()
    #expect(dashboards.allSatisfy { (try? $0.get()) === first })
    #expect(try await container.resolve(Cockpit.self).dashboard === first)
  }

  @Test func `asked synchronously elsewhere it is an error with the path`() throws {
    let container = try cockpit()
    #expect(
      failure { try container.resolve(Cockpit.self) } == """
        [isolation-mismatch] 'Cockpit' belongs to MainActor, and was resolved synchronously by code that runs elsewhere
        Cockpit
        """)
    let deferred = try container.resolve(Deferred.self)
    #expect(
      failure { try deferred.dashboard.make() } == """
        [isolation-mismatch] 'Dashboard' belongs to MainActor, and was resolved synchronously by code that runs elsewhere
        Dashboard
        """)
  }

  @Test func `a task of another actor gets the same error, and one that is detached`() async throws {
    let container = try cockpit()
    let elsewhere =
      "[isolation-mismatch] 'Dashboard' belongs to MainActor, and was resolved synchronously by code that runs elsewhere"
    #expect(await Task.detached { failure { try container.resolve(Dashboard.self) } }.value.hasPrefix(elsewhere))
    #expect(await Yardmaster.shared.ask(container).hasPrefix(elsewhere))
  }

  @MainActor @Test func `code of no actor that main-actor code calls builds it on the spot`() async throws {
    nonisolated func ask(_ resolver: any Resolver) throws -> Dashboard { try resolver.resolve(Dashboard.self) }
    let container = try cockpit()
    #expect(try ask(container) === ask(container))
  }

  @Test func `code of an actor that the main executor serves builds it on the spot`() async throws {
    #expect(try await Beside().hasDashboard(cockpit()))
  }

  @Test func `once it is built everybody reads it synchronously`() async throws {
    let container = try cockpit()
    let dashboard = try await container.resolve(Dashboard.self)
    let now: () throws -> Dashboard = { try container.resolve() }
    #expect(try now() === dashboard)
  }

  @MainActor @Test func `providers and lazies are asked by main-actor code`() throws {
    let deferred = try cockpit().resolve(Deferred.self)
    #expect(try deferred.dashboard.make() === deferred.lazy.get())
    #expect(try deferred.lazy.get() === deferred.dashboard.make())
  }

  @Test func `an async factory may take it, wherever that one runs`() async throws {
    let container = try Container {
      Bind { Radio(frequency: 99.5) }
      Bind(Dashboard.init)
      Bind { (dashboard: Dashboard, all: [Dashboard]?) async in "\(dashboard.radio.frequency)" }.in(.singleton)
    }
    #expect(try await container.resolve(String.self) == "99.5")
  }

  @Test func `what it needs may be asynchronous, and its own factory may be too`() async throws {
    let container = try Container {
      Bind(Tank.init).in(.singleton)
      Bind(Screen.init).in(.singleton)
      Bind { @MainActor (tank: Tank) in "\(tank.litres)" }
      Bind((any Sendable).self, Screen.init).named("any")
    }
    #expect(try await container.resolve(Key<any Sendable>(named: "any")) is Screen)
    #expect(try await container.resolve(String.self) == "60")
    #expect(try await container.resolve(Screen.self).tank.litres == 60)
  }

  @Test func `collections of what belongs to the main actor are awaited`() async throws {
    let container = try Container {
      Bind { Radio(frequency: 99.5) }
      Bind(Dashboard.init).contribute(key: "front")
      Bind { @MainActor in Dashboard(radio: Radio(frequency: 1)) }.contribute(key: "back")
    }
    #expect(try await container.resolve([String: Dashboard].self).keys.sorted() == ["back", "front"])
    #expect(try await container.resolve([Dashboard].self).map(\.radio.frequency) == [99.5, 1])
  }

  @Test func `scopes hold it, and closing hooks see it`() async throws {
    let closed = Log()
    let container = try Container {
      Bind { (order: Order) in Radio(frequency: Double(order.number)) }
      Bind(Dashboard.init).in(.scoped(Workshop.self)).onClose { closed.add("\($0.radio.frequency)") }
    }
    let scope = try container.openScope(Workshop.self, Order(number: 7))
    #expect(try await scope.resolve(Dashboard.self) === (try await scope.resolve(Dashboard.self)))
    try await scope.close()
    #expect(closed.lines == ["7.0"])
  }

  @Test func `actors, and what belongs to other global actors, are bound like any other`() async throws {
    let container = try Container {
      Bind { Radio(frequency: 99.5) }
      Bind(Logbook.init).in(.singleton)
      Bind { (radio: Radio) async in await Gatehouse(radio: radio) }.in(.singleton)
    }
    #expect(try await container.resolve(Logbook.self).radio.frequency == 99.5)
    #expect(try await container.resolve(Gatehouse.self).radio.frequency == 99.5)
  }

  @Test func `a loop through the main actor and an async factory is an error with the path`() async throws {
    let container = try Container {
      Bind { @MainActor (tank: String) in Dashboard(radio: Radio(frequency: Double(tank.count))) }.in(.singleton)
      Bind { (resolver: any Resolver) async throws -> String in
        "\(try await resolver.resolve(Dashboard.self).radio.frequency)"
      }.in(.singleton)
    }
    #expect(
      await asyncFailure { try await container.resolve(Dashboard.self) } == """
        [dependency-cycle] 'String' waits for itself across tasks: 'String' -> 'String'
        Dashboard -> String -> Dashboard -> String
        """)
  }

  @MainActor @Test func `the main actor may go on while it awaits what is made there`() async throws {
    let door = Door()
    let container = try Container {
      Bind { () async -> Road in
        await door.pass()
        return Road()
      }.in(.singleton)
      Bind { @MainActor (road: Road) in Dashboard(radio: Radio(frequency: Double(road.name.count))) }
    }
    let task = Task { try await container.resolve(Dashboard.self).radio.frequency }
    await yield { door.queue == 1 }
    door.open()
    #expect(try await task.value == 8)
  }
}
