// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailInjected
import Testing
import CoreTestSupport
import TestSupport

private struct Dashboard: Sendable {
  @Injected var radio: Radio
  @Injected(.spare) var wheel: Wheel
}

private final class Cockpit {
  @Injected private var dashboard: Lazy<Road>
  var road: Road { dashboard() }
}

@MainActor private final class Gauge {
  let radio: Radio
  init(radio: Radio) { self.radio = radio }
}

private struct Panel {
  @Injected var gauge: Gauge
}

@Suite struct InjectedTests {
  private func container(_ frequency: Double) throws -> Container {
    try Container {
      Bind { Radio(frequency: frequency) }
      Bind(Wheel.init).named(.spare).in(.singleton)
      Bind { Road() }
      Bind { Radio(frequency: -frequency) }.named("scoped").in(.scoped(Yard.self))
    }
  }

  @Test func `an injected property is asked for when it is first read, and kept`() throws {
    let container = try container(102.8)
    let dashboard = Dashboard()
    try withContainer(container) { () throws in
      #expect(dashboard.radio.frequency == 102.8)
      #expect(try dashboard.wheel === container.resolve(.spare))
    }
    #expect(dashboard.radio.frequency == 102.8, "it is kept when the container is no longer current")
  }

  @Test func `an error names the line of the property`() throws {
    let line = 9
    let dashboard = Dashboard()
    #expect(#expect(throws: ResolutionError.self) { try dashboard.$radio.get() }?.location.line == line)
    let empty = try Container {}
    #expect(
      #expect(throws: ResolutionError.self) { try withContainer(empty) { try dashboard.$wheel.get() } }?.location.line == line + 1
    )
    let failing = try Container {
      Bind({ () throws -> Radio in throw CancellationError() }, fileID: "Garage/Radios.swift", line: 3, column: 5)
    }
    let error = #expect(throws: ResolutionError.self) { try withContainer(failing) { try dashboard.$radio.get() } }
    #expect(error?.location.line == 3)
    #expect(error?.diagnostic.notes == ["injected at InjectedTests.swift:\(line)"])
  }

  @Test func `in a scope that a factory opens, it sees nothing that is private to the module of the factory`() throws {
    struct Home: Module {
      var bindings: Bindings {
        Bind { Radio(frequency: 4) }.private
        Opens(Yard.self)
        Bind { (resolver: any Resolver) in
          try resolver.withScope(Yard.self) { yard in [try yard.resolve(Radio.self), try Dashboard().$radio.get()] }
        }.needs(Radio.self)
      }
    }
    let container = try Container(Home(), InlineModule("others") { Bind { Radio(frequency: 9) } })
    let radios = try withContainer(container) { () throws in try container.resolve([Radio].self) }
    #expect(radios.map(\.frequency) == [4, 9])
  }

  @Test func `a deferred need can be injected as well`() throws {
    #expect(try withContainer(container(1)) { Cockpit().road.name } == "Route 66")
  }

  @Test func `what the container does not bind is an error, and a later read tries again`() throws {
    let dashboard = Dashboard()
    #expect(
      failure { try withContainer(Container {}) { try dashboard.$wheel.get() } }
        == "[missing-binding] nothing is bound for 'Wheel' named \"spare\"\n")
    #expect(try withContainer(container(1)) { try dashboard.$radio.get().frequency } == 1)
  }

  @MainActor @Test func `what belongs to the main actor is first read there`() async throws {
    let container = try Container {
      Bind { Radio(frequency: 99.5) }
      Bind(Gauge.init)
    }
    let panel = Panel()
    let elsewhere = await Task.detached { failure { try withContainer(container) { try panel.$gauge.get() } } }.value
    #expect(
      elsewhere == """
        [isolation-mismatch] 'Gauge' belongs to MainActor, and was resolved synchronously by code that runs elsewhere
        Gauge
        """)
    let gauge = try withContainer(container) { try panel.$gauge.get() }
    #expect(gauge.radio.frequency == 99.5)
    #expect(panel.gauge === gauge, "it is kept")
  }

  @Test func `the nearest container wins, in tasks as well`() async throws {
    let (outer, inner) = (try container(1), try container(2))
    func frequency() -> Double { Dashboard().radio.frequency }
    try withContainer(outer) { () throws in
      #expect(frequency() == 1)
      withContainer(inner) { #expect(frequency() == 2) }
      #expect(frequency() == 1)
      #expect(try Container.shared === outer)
    }
    let found = await withContainer(inner) {
      await withTaskGroup(of: Double.self) { group in
        for _ in 1...4 { group.addTask { Dashboard().radio.frequency } }
        return await group.reduce(into: []) { $0.append($1) }
      }
    }
    #expect(found == [2, 2, 2, 2])
  }

  @Test func `an open scope is nearer than the container around it, and farther than one inside it`() throws {
    let (outer, inner) = (try container(1), try container(2))
    func scoped() throws -> Double { try Injected(Key<Radio>(named: "scoped")).projectedValue.get().frequency }
    try outer.withScope(Yard.self) { (_) throws in
      #expect(try scoped() == -1)
      #expect(withContainer(inner) { Dashboard().radio.frequency } == 2)
      try withContainer(inner) { () throws in
        #expect(throws: ResolutionError.self) { try scoped() }
        try inner.withScope(Yard.self) { (_) throws in #expect(try scoped() == -2) }
      }
    }
  }

  @Test func `a scope that is made current again inside another container is nearer than that container`() async throws {
    let (outer, inner) = (try container(1), try container(2))
    func scoped() throws -> Double { try Injected(Key<Radio>(named: "scoped")).projectedValue.get().frequency }
    try await outer.withScope(Yard.self) { scope in
      try await withContainer(inner) {
        #expect(throws: ResolutionError.self) { try scoped() }
        try await scope.asCurrent {
          #expect(try scoped() == -1)
          #expect(Dashboard().radio.frequency == 1)
          withContainer(inner) { #expect(Dashboard().radio.frequency == 2) }
          try withContainer(inner) { () throws in
            try inner.withScope(Yard.self) { (_) throws in #expect(try scoped() == -2) }
          }
          #expect(try scoped() == -1)
        }
        #expect(Dashboard().radio.frequency == 2)
        await Task { #expect(Dashboard().radio.frequency == 2) }.value
      }
      #expect(try scoped() == -1)
    }
  }
}
