// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Testing
import CoreTestSupport
import TestSupport

private final class Dashboard {
  var radio: Radio?
  var clock: Int?
}

@Suite struct BindHooksTests {
  @Test func `onCreate runs after the properties, in declared order, before anybody sees the value`() throws {
    let log = Log()
    let container = try Container {
      Bind(Dashboard.init)
        .onCreate { log.add("first sees \($0.radio?.frequency ?? 0)") }
        .fill(\.radio)
        .onCreate { _, resolver in log.add("second finds \(try resolver.resolve(Road.self).name)") }
        .fill(\.clock)
        .onCreate { log.add("third sees \($0.clock ?? 0)") }
      Bind { (dashboard: Dashboard) in
        log.add("the requester sees \(dashboard.radio?.frequency ?? 0)")
        return Wheel()
      }
      Bind { Radio(frequency: 102.8) }
      Bind { Road() }
      Bind { 12 }
    }
    _ = try container.resolve(Wheel.self)
    #expect(log.lines == ["first sees 102.8", "second finds Route 66", "third sees 12", "the requester sees 102.8"])
  }

  @Test func `onCreate runs once for every new value, so once for a singleton`() throws {
    let singles = Counter()
    let each = Counter()
    let container = try Container {
      Bind { Road() }.in(.singleton).onCreate { _ in singles.add() }
      Bind(Wheel.init).onCreate { _ in each.add() }
    }
    for _ in 1...3 {
      _ = try container.resolve(Road.self)
      _ = try container.resolve(Wheel.self)
    }
    #expect(singles.value == 1)
    #expect(each.value == 3)
  }

  @Test func `an error in onCreate fails the request and nothing is kept`() throws {
    let attempts = Counter()
    let container = try Container {
      Bind { Road() }.in(.singleton).onCreate { _ in if attempts.add() == 1 { throw Breakdown() } }
    }
    #expect(
      failure { try container.resolve(Road.self) } == """
        [failed-factory] the factory of 'Road' threw: Breakdown(reason: "out of fuel")
        Road
        """)
    #expect(try container.resolve(Road.self) === container.resolve(Road.self))
    #expect(attempts.value == 2)
  }

  @Test func `onClose runs in reverse order of creation, once, for what was created`() throws {
    let log = Log()
    let container = try Container {
      Bind(Car.init).in(.singleton).onClose { _ in log.add("car") }
      Bind((any Engine).self, HybridEngine.init).in(.singleton).onClose { log.add("\($0.label) engine") }
      Bind(Wheel.init).in(.singleton).onClose { _ in log.add("wheel") }.onClose { _ in log.add("wheel, declared later") }
      Bind { Road() }.in(.singleton).onClose { _ in log.add("road, which nobody asked for") }
    }
    _ = try container.resolve(Car.self)
    #expect(log.lines == [])
    try container.close()
    try container.close()
    #expect(log.lines == ["car", "wheel, declared later", "wheel", "hybrid engine"])
  }

  @Test func `onClose runs for all that was created, also where some of it fails and the container closes by awaiting`()
    async throws
  {
    let log = Log()
    let container = try Container {
      for name in ["a", "b", "c"] {
        Bind { Road(name: name) }.named(name).in(.singleton).onClose { road in
          log.add(road.name)
          throw Breakdown(road.name)
        }
      }
    }
    for name in ["a", "b", "c"] { _ = try withoutAwaiting { try container.resolve(Road.self, named: name) } }
    let error = await #expect(throws: CloseError.self) { try await container.close() }
    #expect(error?.failures.map { "\($0.error.map { "\($0)" } ?? "")" } == ["c", "b", "a"].map { "\(Breakdown($0))" })
    #expect(log.lines == ["c", "b", "a"])
  }

  @Test func `onClose of what lives in a scope runs when the scope closes, on every way out`() throws {
    let log = Log()
    let container = try Container {
      Bind(Wheel.init).in(.scoped(Yard.self)).onClose { _ in log.add("wheel") }
      Bind { (_: Wheel) in Road() }.in(.scoped(Yard.self)).onClose { _ in log.add("road") }
    }
    try container.withScope(Yard.self) { scope in _ = try scope.resolve(Road.self) }
    #expect(log.lines == ["road", "wheel"])
    #expect(throws: Breakdown.self) {
      try container.withScope(Yard.self) { scope in
        _ = try scope.resolve(Wheel.self)
        throw Breakdown()
      }
    }
    #expect(log.lines == ["road", "wheel", "wheel"])
    try container.close()
    #expect(log.lines == ["road", "wheel", "wheel"])
  }

  @Test func `onClose may ask nothing of a container that has closed`() throws {
    let log = Log()
    let box = Box<Container>()
    let container = try Container {
      Bind { Road() }.in(.singleton).onClose { _ in
        log.add(failure { try box.value?.resolve(Wheel.self) })
      }
      Bind(Wheel.init)
    }
    box.value = container
    _ = try container.resolve(Road.self)
    try container.close()
    #expect(log.lines == ["[closed] 'Wheel' was resolved after the container had closed\n"])
  }

  @Test func `onClose where nothing ever closes is a finding`() {
    let report = Container.check(InlineModule { Bind(Wheel.init).onClose { _ in } })
    #expect(report.diagnostics.map(\.id) == [.uselessHook])
    #expect(
      report.diagnostics.map(\.message) == [
        "'Wheel' has something to do on closing, but nothing that closes holds it"
      ])
  }
}
