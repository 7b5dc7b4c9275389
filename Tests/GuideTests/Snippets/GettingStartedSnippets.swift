// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import Testing

enum GettingStarted {
  protocol Engine: Sendable {
    var name: String { get }
  }

  struct HybridEngine: Engine {
    let name = "hybrid"
  }

  struct Radio: Sendable {
    let frequency: Double
  }

  final class Wheel: Sendable {}

  final class Car: Sendable {
    let engine: any Engine
    let radio: Radio
    let wheels: [Wheel]

    init(engine: any Engine, radio: Radio, wheels: [Wheel]) {
      self.engine = engine
      self.radio = radio
      self.wheels = wheels
    }
  }

  struct CarModule: Module {
    let profile: Profile

    var bindings: Bindings {
      Bind(Car.init).in(.singleton)
      Bind((any Engine).self, HybridEngine.init)
      Bind { [profile] in Radio(frequency: try profile["frequency"]) }
      Bind(Wheel.init)
      Bind { (wheel: Provider<Wheel>) in (1...4).map { _ in wheel() } }
    }
  }

  struct Trip: Sendable {
    let car: Car
    let to: String
    let kilometres: Int
  }

  struct Planner: Sendable {
    let trip: Factory<Trip, String, Int>

    func plan() -> [Trip] { [trip("Ghent", 60), trip("Bruges", 100)] }
  }

  struct TripModule: Module {
    var bindings: Bindings {
      Bind { Trip(car: $0, to: $1, kilometres: $2) }.arguments(String.self, Int.self)
      Bind(Planner.init)
    }
  }

  @Test static func `a first container`() throws {
    var printed: [String] = []
    func print(_ items: Any...) { printed.append(items.map { "\($0)" }.joined(separator: " ")) }
    let production = Profile("production", ["frequency": 102.8])
    let container = try Container(CarModule(profile: production))
    let car = try container.resolve(Car.self)
    print(car.engine.name, car.radio.frequency, car.wheels.count)  // hybrid 102.8 4
    let quiet = try container.rebuilt { Bind { Radio(frequency: 0) } }
    print(try quiet.resolve(Car.self).radio.frequency)  // 0.0
    #expect(printed == ["hybrid 102.8 4", "0.0"])
  }

  @Test static func `values that come at run time`() throws {
    let profile = Profile("production", ["frequency": 102.8])
    let trips = try Container(CarModule(profile: profile), TripModule()).resolve(Planner.self).plan()
    #expect(trips.map(\.to) == ["Ghent", "Bruges"])
    #expect(trips.map(\.kilometres) == [60, 100])
  }
}
