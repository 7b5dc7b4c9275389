// SPDX-License-Identifier: Apache-2.0
internal import DovetailComponents
internal import TestSupport
internal import Testing

// Nothing here says where it is isolated: the target's default is the main actor, as in a new app.

protocol Engine { var name: String { get } }
struct HybridEngine: Engine { let name = "hybrid" }
struct FakeEngine: Engine { let name = "fake" }

final class Radio {
  var frequency: Double
  init(frequency: Double) { self.frequency = frequency }
}

final class Car {
  let engine: any Engine
  let radio: Radio

  init(engine: any Engine, radio: Radio) {
    self.engine = engine
    self.radio = radio
  }
}

final class Garage: Component {
  let instances = Instances()
  let frequency: Double
  let log = Log()
  init(frequency: Double) { self.frequency = frequency }

  var engine: any Engine { single((any Engine).self) { HybridEngine() } }
  var radio: Radio { transient { Radio(frequency: frequency) } }
  var loan: Radio { weak { Radio(frequency: frequency) } }
  var car: Car { single(onClose: { [log] _ in log.add("closed the car") }) { Car(engine: engine, radio: radio) } }
  var ordered: Car { get async throws { try await single { try await self.delivered() } } }
  var counted: Int {
    get async throws {
      try await transient {
        await Task.yield(); return self.log.lines.count
      }
    }
  }
  func radio(at frequency: Double) -> Radio { single(key: frequency) { Radio(frequency: frequency) } }

  private func delivered() async throws -> Car {
    await Task.yield()
    return car
  }
}

/// What any thread may use says so.
nonisolated final class Meter: Component, Sendable {
  let instances = Instances()
  var unit: String { single { "km" } }
}

struct Cabin: ComponentPart {
  let garage: Garage
  var instances: Instances { garage.instances }
  var seat: Radio { single { Radio(frequency: garage.frequency) } }
}

final class Screen: Component {
  let instances = Instances()
  let car: Car
  init(car: Car) { self.car = car }
  var title: String { single { car.engine.name } }
}

@Suite struct MainActorComponentTests {
  @Test func `a component works on the main actor without a word`() async throws {
    let garage = Garage(frequency: 102.8)
    #expect(garage.car === garage.car && garage.radio !== garage.radio)
    #expect(garage.car.engine.name == "hybrid" && garage.car.radio.frequency == 102.8)
    let loan = garage.loan
    #expect(garage.loan === loan)
    #expect(garage.radio(at: 1) === garage.radio(at: 1) && garage.radio(at: 1) !== garage.radio(at: 2))
    #expect(try await garage.ordered === garage.car)
    #expect(try await garage.counted == 0)
    #expect(Cabin(garage: garage).seat === Cabin(garage: garage).seat)
    try await garage.close()
    #expect(garage.log.lines == ["closed the car"])
  }

  @Test func `a member is overridden, for good or for a while`() throws {
    let garage = Garage(frequency: 102.8)
    try garage.override(\.radio, with: Radio(frequency: 1))
    #expect(garage.car.radio.frequency == 1)
    try withOverrides {
      try garage.override(\.radio, with: Radio(frequency: 2))
      #expect(garage.car.radio.frequency == 2)
    }
    #expect(garage.car.radio.frequency == 1)
  }

  /// Not Sendable: one task has it.
  nonisolated final class Draft: Component {
    let instances = Instances()
    var pages: Int { single { 3 } }
    var words: Int { single { pages * 300 } }
  }

  @Test nonisolated func `a factory is overridden in a component that one task has`() throws {
    let draft = try Draft().override(\.pages) { _ in 4 }.override(\.words) { $0.pages }
    #expect(draft.words == 4)
  }

  @Test func `a factory that says so runs on the main actor`() throws {
    let garage = try Garage(frequency: 102.8)
      .override(\.engine) { _ in FakeEngine() }
      .override(\.radio) { @MainActor in Radio(frequency: $0.frequency / 2) }
    #expect(garage.car.engine.name == "fake" && garage.car.radio.frequency == 51.4)
    #expect(garage.radio !== garage.radio)
  }

  @Test func `a component that says nonisolated is used anywhere`() async {
    let meter = Meter()
    let unit = await Task.detached { meter.unit }.value
    #expect(unit == meter.unit)
  }

  @Test func `a component opens with what it has to wait for`() async throws {
    let screen = try await Screen.open { opening in
      Screen(car: try await opening.make { try await Garage(frequency: 1).ordered })
    }
    #expect(screen.title == "hybrid")
  }
}
