// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailComponents
import Testing
import CoreTestSupport
import TestSupport

private final class FakeEngine: Engine {
  let power: Int
  let label = "fake"
  init(power: Int = 1) { self.power = power }
}

private struct Village: Town { let name = "Little Wheeling" }

/// The facts of a refused override: message and help.
private func refusal(
  sourceLocation: Testing.SourceLocation = #_sourceLocation, _ override: () throws -> some Component
) -> String {
  let error = #expect(throws: ResolutionError.self, sourceLocation: sourceLocation) { _ = try override() }
  return error.map { "[\($0.code)] \($0.diagnostic.message)\nhelp: \($0.diagnostic.help ?? "")" } ?? "no error"
}

@Suite struct ComponentOverrideTests {
  @Test func `a single member is replaced before first use, and nothing is built for it`() throws {
    let workplace = try Workplace().override(\.engine, with: FakeEngine())
    #expect(workplace.made.lines.isEmpty)
    #expect(workplace.car.engine.label == "fake")
    #expect(workplace.engine.label == "fake")
    #expect(workplace.made.lines == ["car", "wheel"])
  }

  @Test func `overrides are chained, and a transient member gives the value every time`() throws {
    let wheel = Wheel()
    let workplace = try Workplace()
      .override(\.wheel, with: wheel)
      .override(\.radio, with: Radio(frequency: 1))
      .override(\.engine, with: FakeEngine())
    #expect(workplace.wheel === wheel && workplace.car.wheel === wheel)
    #expect(workplace.radio == Radio(frequency: 1))
    #expect(workplace.taxi.engine.label == "fake")
  }

  @Test func `an override after first use begins a new generation of the whole component`() throws {
    let workplace = Workplace()
    let (car, spare, road, best) = (workplace.car, workplace.spare, workplace.road, workplace.road(named: "A1"))
    try workplace.override(\.engine, with: FakeEngine())
    #expect(workplace.car !== car)
    #expect(workplace.car.engine.label == "fake")
    #expect(car.engine.label == "hybrid", "what was handed out keeps what it was given")
    #expect(workplace.spare !== spare && workplace.road !== road && workplace.road(named: "A1") !== best)
    #expect(workplace.spare === workplace.spare && workplace.road(named: "A1") === workplace.road(named: "A1"))
    let fake = workplace.engine
    try workplace.override(\.wheel, with: Wheel())
    #expect(workplace.engine as? FakeEngine === fake as? FakeEngine, "what was overridden before stays so")
  }

  @Test func `what components made before from the member stays with them, and they read the new one`() throws {
    let workplace = Workplace()
    let dealer = Dealer(garage: workplace, town: Village())
    let demo = dealer.demo
    try workplace.override(\.engine, with: FakeEngine())
    #expect(dealer.demo === demo && demo.engine.label == "hybrid")
    #expect(dealer.engine.label == "fake")
    #expect(Dealer(garage: workplace, town: Village()).demo.engine.label == "fake")
  }

  @Test func `a factory keeps the declared sharing and may ask the component`() throws {
    let made = Counter()
    let workplace = try Workplace(frequency: 7)
      .override(\.engine) {
        made.add()
        return FakeEngine(power: Int($0.radio.frequency))
      }
      .override(\.wheel) { _ in
        made.add()
        return Wheel()
      }
    #expect(made.value == 2, "each factory runs once at once")
    #expect(workplace.engine as? FakeEngine === workplace.engine as? FakeEngine)
    #expect(workplace.engine.power == 7)
    #expect(workplace.wheel !== workplace.wheel)
    #expect(made.value == 4, "what was made at once is the first instance, until another override begins a new generation")
  }

  @Test func `what a factory made at once is shown in its own generation only`() throws {
    let made = Counter()
    let workplace = try Workplace().override(\.car) {
      made.add()
      return Car(engine: $0.engine, wheel: Wheel())
    }
    let inside = try withOverrides { workplace.car }
    #expect(made.value == 2 && workplace.car !== inside && made.value == 2)
    let other = try Workplace()
      .override(\.car) { Car(engine: $0.engine, wheel: Wheel()) }
      .override(\.engine, with: FakeEngine())
    #expect(other.car.engine.label == "fake" && other.car === other.car)
  }

  @Test func `what a factory made at once closes with the component, read or not`() async throws {
    final class Harbour: Component, Sendable {
      let instances = Instances()
      let log = Log()
      var gate: Road { single(onClose: { [log] in log.add("closed \($0.name)") }) { Road(name: "gate") } }
      var quay: Road {
        single(onClose: { [log] in
          await Task.yield()
          log.add("closed \($0.name)")
        }) { Road(name: "quay") }
      }
      var pilot: Road {
        get async throws { try await single(onClose: { [log] in log.add("closed \($0.name)") }) { await Self.road("pilot") } }
      }
      static func road(_ name: String) async -> Road { Road(name: name) }
    }
    let harbour = try Harbour()
      .override(\.gate) { _ in Road(name: "first gate") }
      .override(\.quay) { _ in Road(name: "fake quay") }
    try await harbour.override(awaiting: { try await $0.pilot }) { _ in await Harbour.road("fake pilot") }
    try harbour.override(\.gate) { _ in Road(name: "second gate") }
    #expect(throws: ResolutionError.self) {
      try harbour.override({ Road(name: "copy of \($0.gate.name)") }) { _ in Road(name: "refused gate") }
    }
    #expect(harbour.gate.name == "second gate")
    try withOverrides {
      try harbour.override(\.gate) { _ in Road(name: "inner gate") }
      #expect(harbour.log.lines.isEmpty)
    }
    #expect(harbour.log.lines == ["closed inner gate"])
    try await harbour.close()
    #expect(
      harbour.log.lines == [
        "closed inner gate", "closed refused gate", "closed second gate", "closed fake pilot", "closed fake quay",
        "closed first gate",
      ])
  }

  @Test func `a weak member stays weak`() throws {
    let workplace = try Workplace().override(\.road) { _ in Road(name: "fake") }
    var road: Road? = workplace.road
    weak let first = road
    #expect(workplace.road === road)
    road = nil
    #expect(first == nil)
    #expect(workplace.road.name == "fake")
    #expect(workplace.made.lines.isEmpty)
    _ = road
  }

  @Test func `a method is replaced through a closure, for one key or for all arguments`() throws {
    let workplace = try Workplace()
      .override({ $0.road(named: "A1") }, with: Road(name: "fake A1"))
      .override({ $0.radio(at: 0) }, with: Radio(frequency: -1))
    #expect(workplace.road(named: "A1").name == "fake A1")
    #expect(workplace.road(named: "A2").name == "A2")
    #expect(workplace.radio(at: 5).frequency == -1)
  }

  @Test func `a member that throws is replaced through a closure, by a value or a factory that throws`() throws {
    let plant = ComponentFailureTests.Plant()
    try plant.override({ try $0.engine }, with: FakeEngine() as any Engine)
    #expect(try plant.car.engine.label == "fake")
    let other = ComponentFailureTests.Plant()
    try other.override({ try $0.car }) { _ in Car(engine: FakeEngine(), wheel: Wheel()) }
    #expect(try other.taxi.engine.label == "fake")
  }

  @Test func `a factory that throws at once is refused, and changes nothing`() throws {
    let plant = ComponentFailureTests.Plant()
    let error = #expect(throws: ResolutionError.self) { try plant.override({ try $0.engine }) { _ in throw Breakdown() } }
    #expect(error?.summary == "[failed-factory] the factory of 'engine' threw: Breakdown(reason: \"out of fuel\")\nengine")
    plant.hasFuel.value = true
    #expect(try plant.car.engine.label == "hybrid")
  }

  @Test func `a factory that throws at once for a member that cannot throw is refused, and changes nothing`() throws {
    let workplace = Workplace()
    let error = #expect(throws: ResolutionError.self) {
      try workplace.override({ (workplace) throws in workplace.engine }) { _ in throw Breakdown() }
    }
    #expect(error?.summary == "[failed-factory] the factory of 'engine' threw: Breakdown(reason: \"out of fuel\")\nengine")
    #expect(workplace.car.engine.label == "hybrid")
    #expect(workplace.made.lines == ["engine", "car", "wheel"], "the engine of its own was read, and stays")
    let other = #expect(throws: ResolutionError.self) {
      try workplace.override({ (workplace) throws in (workplace.spare, workplace.taxi).0 }) { _ in throw Breakdown() }
    }
    #expect(other?.summary == "[failed-factory] the factory of 'spare' threw: Breakdown(reason: \"out of fuel\")\nspare")
  }

  @Test func `a member of a part is replaced along the way to it`() throws {
    let app = ComponentPartTests.App()
    try app.override(\.main.store, with: Road(name: "fake"))
    #expect([app.main.store, app.other.store, app.store].map(\.name) == ["fake", "other", "own"])
  }

  @Test func `a property that hands on another member is that member`() throws {
    let workplace = Workplace()
    let car = Car(engine: FakeEngine(), wheel: Wheel())
    try workplace.override(\.best, with: car)
    #expect(workplace.car === car)
  }

  @Test func `an override that cannot take effect is an error that says what to write`() throws {
    let workplace = Workplace()
    #expect(
      refusal { try workplace.override(\.unnamed, with: FakeEngine()) } == """
        [nothing-to-override] 'unnamed' makes an instance of 'HybridEngine', so one of 'any Engine' cannot take its place
        help: name the type that the member is published under: single((any Engine).self) { … }
        """)
    #expect(
      refusal { try workplace.override(\.copy, with: workplace.taxi) } == """
        [nothing-to-override] the property computes an instance of 'Car' from 'engine', without single, weak or transient of its own
        help: wrap what it makes in single { … } or transient { … }
        """)
    #expect(
      refusal { try workplace.override(\.frequency, with: 3) } == """
        [nothing-to-override] the property gives an instance of 'Double' without single, weak or transient, so nothing can take its place
        help: wrap what it makes in single { … } or transient { … }; an input, which is stored, is given to the initializer
        """)
    let dealer = Dealer(garage: workplace, town: Village())
    #expect(
      refusal { try dealer.override(\.engine, with: FakeEngine()) } == """
        [nothing-to-override] 'engine' belongs to the component 'Workplace', not to 'Dealer'
        help: override it there, or make it a member here: transient { … }
        """)
    #expect(workplace.engine.label == "hybrid", "nothing of it has remained")
  }

  @Test func `a property that wraps what a member makes is refused, also where neither is an object or Equatable`() {
    final class Depot: Component, Sendable {
      let instances = Instances()
      var inner: any Engine { single((any Engine).self) { DieselEngine() } }
      var engine: any Engine { MeteredEngine(inner: inner) }
    }
    let depot = Depot()
    #expect(
      refusal { try depot.override(\.engine, with: DieselEngine()) } == """
        [nothing-to-override] reading the property makes something new from 'inner', so replacing 'inner' does not replace it
        help: wrap what the property makes in transient { … }, or override 'inner' itself
        """)
    #expect(depot.engine.label == "metered diesel", "nothing of it has remained")
  }

  @Test func `a value that another member made is refused`() throws {
    let workplace = Workplace()
    #expect(
      refusal { try workplace.override(\.wheel, with: workplace.spare) } == """
        [nothing-to-override] the replacement of 'wheel' is what 'spare' has made: both would be one object
        help: make another 'Wheel', or say that they are one: override(…) { $0.spare }
        """)
    #expect(workplace.wheel !== workplace.spare)
  }

  @Test func `a value that the member itself has made, and another one hands on, is not to be read from that one`() {
    final class Shed: Component, Sendable {
      let instances = Instances()
      var wheel: Wheel { single { Wheel() } }
      var alias: Wheel { single { wheel } }
    }
    let shed = Shed()
    #expect(
      refusal { try shed.override(\.wheel, with: shed.alias) } == """
        [nothing-to-override] the replacement of 'wheel' is what 'alias' has made: both would be one object
        help: make another 'Wheel'
        """)
  }

  @Test func `a value that is given for several members, or for several keys of one, closes once, whatever is read`() throws {
    final class Stable: Component, Sendable {
      let instances = Instances()
      let closed = Log()
      func box(_ number: Int) -> Wheel { single(key: number, onClose: { _ in self.closed.add("closed") }) { Wheel() } }
      var spare: Wheel { single(onClose: { _ in self.closed.add("closed") }) { Wheel() } }
    }
    let all: [@Sendable (Stable) -> Wheel] = [{ $0.box(1) }, { $0.box(2) }, { $0.spare }]
    for reads in [[0], [1], [2], [0, 1, 2], [2, 1, 2], []] {
      let (stable, wheel) = (Stable(), Wheel())
      for member in all { try stable.override(member, with: wheel) }
      for index in reads { #expect(all[index](stable) === wheel) }
      try stable.close()
      #expect(stable.closed.lines == (reads.isEmpty ? [] : ["closed"]), "\(reads)")
    }
  }

  @Test func `withOverrides holds in its closure only`() throws {
    let workplace = Workplace()
    let (car, spare) = (workplace.car, workplace.spare)
    try withOverrides {
      #expect(workplace.spare !== spare && workplace.spare === workplace.spare, "nothing is shared with what is outside")
      try workplace.override(\.engine, with: FakeEngine())
      #expect(workplace.car.engine.label == "fake")
      #expect(workplace.car === workplace.car)
      try withOverrides {
        try workplace.override(\.engine, with: FakeEngine(power: 2))
        #expect(workplace.car.engine.power == 2)
      }
      #expect(workplace.car.engine.power == 1)
    }
    #expect(workplace.car === car && car.engine.label == "hybrid" && workplace.spare === spare)
  }

  @Test func `what is first made inside withOverrides stays inside, and is closed at its end`() throws {
    let shop = ComponentCloseTests.Shop()
    try withOverrides {
      try shop.override({ try $0.till }, with: Road(name: "fake"))
      #expect(try shop.shelf.name == "shelf at fake")
    }
    #expect(shop.log.lines == ["closed shelf at fake of 0", "closed fake"])
    #expect(try shop.shelf.name == "shelf at till")
  }

  @Test func `withOverrides reaches child components, and tasks inside, but no others`() async throws {
    let workplace = Workplace()
    let dealer = Dealer(garage: workplace, town: Village())
    let demo = dealer.demo
    try await withOverrides {
      try workplace.override(\.engine, with: FakeEngine())
      #expect(dealer.demo !== demo && dealer.demo.engine.label == "fake")
      await withTaskGroup(of: String.self) { group in
        for _ in 0..<4 { group.addTask { workplace.taxi.engine.label } }
        for await label in group { #expect(label == "fake") }
      }
      await Task.detached { #expect(workplace.taxi.engine.label == "hybrid") }.value
    }
    #expect(dealer.demo === demo)
  }

  @Test func `a task that outlives its withOverrides reads what is inside, and nobody else does`() async throws {
    let shop = ComponentCloseTests.Shop()
    let (end, ended) = AsyncStream<Void>.makeStream()
    let late = try withOverrides {
      try shop.override({ try $0.till }, with: Road(name: "fake"))
      return Task {
        for await _ in end {}
        return try shop.shelf.name
      }
    }
    #expect(try shop.shelf.name == "shelf at till")
    ended.finish()
    #expect(try await late.value == "shelf at fake")
    #expect(try shop.shelf.name == "shelf at till")
  }

  @Test func `parallel tests may override one component side by side`() {
    let workplace = Workplace()
    let wrong = Counter()
    Threads.run(16) { index in
      for _ in 0..<50 {
        let power: Int? = try? withOverrides {
          try workplace.override(\.engine, with: FakeEngine(power: index))
          return workplace.car.engine.power
        }
        if power != index { wrong.add() }
        if workplace.engine.label != "hybrid" { wrong.add() }
      }
    }
    #expect(wrong.value == 0)
  }

  @Test func `what is being made while another thread overrides is made of the old alone`() {
    final class Garage: Component, Sendable {
      let instances = Instances()
      let meanwhile = Box<@Sendable () -> Void>()
      var road: Road { single { Road(name: "old") } }
      var roads: [String] {
        single {
          let first = road.name
          meanwhile.value?()
          return [first, road.name]
        }
      }
    }
    let garage = Garage()
    garage.meanwhile.value = { [weak garage] in
      guard let garage else { return }
      garage.meanwhile.value = nil
      Threads.run { _ in _ = try? garage.override(\.road, with: Road(name: "new")) }
    }
    #expect(garage.roads == ["old", "old"])
    #expect(garage.roads == ["new", "new"])
  }

  @Test func `a factory that overrides its own component reads the old members until it ends`() throws {
    final class Garage: Component, Sendable {
      let instances = Instances()
      var road: Road { single { Road(name: "old") } }
      var roads: [String] {
        get throws {
          try single {
            let first = road.name
            try override(\.road, with: Road(name: "new"))
            return [first, road.name]
          }
        }
      }
    }
    let garage = Garage()
    #expect(try garage.roads == ["old", "old"])
    #expect(garage.road.name == "new")
  }
}
