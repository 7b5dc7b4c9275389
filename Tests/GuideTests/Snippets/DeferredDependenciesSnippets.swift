// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import Testing

enum DeferredDependencies: Guide {
  static let page = "Guides/DeferredDependencies"

  final class Road: Sendable { init() {} }

  final class Wheel: Sendable {
    let road: Road

    init(road: Road) { self.road = road }
  }

  struct Axles { let wheels: [Wheel] }
  struct Dashboard { let road: Road }

  struct WheelModule: Module {
    var bindings: Bindings {
      Bind(Road.init).in(.singleton)
      Bind(Wheel.init)
      Bind { (wheel: Provider<Wheel>) in Axles(wheels: (1...4).map { _ in wheel() }) }
    }
  }

  final class Shop {
    let newWheel: () -> Wheel

    init(newWheel: @escaping () -> Wheel) { self.newWheel = newWheel }
  }

  final class Driver: Sendable {
    let car: Lazy<Car>

    init(car: Lazy<Car>) { self.car = car }
  }

  final class Car: Sendable {
    let driver: Driver

    init(driver: Driver) { self.driver = driver }
  }

  struct CarModule: Module {
    var bindings: Bindings {
      Bind(Driver.init).in(.singleton)
      Bind(Car.init).in(.singleton)
    }
  }

  struct Trip {
    let driver: Driver
    let to: String
    let kilometres: Int
  }

  struct Planner {
    let trip: Factory<Trip, String, Int>

    func plan() -> [Trip] { [trip("Ghent", 60), trip("Bruges", 100)] }
  }

  struct TripModule: Module {
    var bindings: Bindings {
      Bind { Trip(driver: $0, to: $1, kilometres: $2) }.arguments(String.self, Int.self)
      Bind(Planner.init)
      Include(CarModule())
    }
  }

  struct DashboardModule: Module {
    var bindings: Bindings {
      Bind(Dashboard.self) { (resolver: any Resolver) in try Dashboard(road: resolver.resolve()) }.needs(Road.self)
      Bind(Road.init)
    }
  }

  static func printed() throws -> [String] {
    let print = Printer()
    let wheels = try Container(WheelModule()).resolve(Axles.self).wheels
    print(Set(wheels.map { ObjectIdentifier($0) }).count, Set(wheels.map { ObjectIdentifier($0.road) }).count)  // 4 1
    let container = try Container(CarModule())
    let car = try container.resolve(Car.self)
    print(try car.driver.car.get() === car)  // true
    let trips = try Container(TripModule()).resolve(Planner.self).plan()
    print(trips.map(\.to), trips[0].driver === trips[1].driver)  // ["Ghent", "Bruges"] true
    return print.lines
  }

  @Test static func `a closure makes a new wheel`() throws {
    let container = try Container {
      Include(WheelModule())
      Bind(Shop.init)
    }
    let shop = try container.resolve(Shop.self)
    #expect(shop.newWheel() !== shop.newWheel())
  }

  @Test static func `a resolver finds what it needs, without a warning`() throws {
    let container = try Container(DashboardModule())
    _ = try container.resolve(Dashboard.self)
    #expect(container.report.description == "no diagnostics")
  }
}
