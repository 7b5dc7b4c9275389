// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailNames
internal import Testing
internal import TestSupport

@Suite struct `Rivet: providers by suffix` {
  @Test(arguments: ["Wheel Provider", "WheelProvider"])
  func `RIV-10: a name with the suffix Provider gives a provider`(name: String) throws {
    let factory = try Container(Rivet.CarModule(profile: Rivet.production))
    let provider: Provider<Rivet.Wheel> = try factory[name]
    #expect(try provider.make() !== provider.make())
  }

  @Test func `RIV-11: the provider of a singleton gives that very instance`() throws {
    let factory = try Container(Rivet.CarModule(profile: Rivet.production))
    let provider: Provider<Rivet.Car> = try factory["Car Provider"]
    let car: Rivet.Car = try factory["Car"]
    #expect(try provider.make() === car)
  }

  @Test func `RIV-12: a provider keeps resolving from the container that it came from, even after copies are made`() throws {
    let real = try Container(Rivet.CarModule(profile: Rivet.production))
    let provider: Provider<Rivet.Radio> = try real["Radio Provider"]
    let test = try real.rebuilt { NamedBind("Radio", needs: []) { _ in Rivet.Radio(frequency: 1) } }
    #expect(try provider.make().frequency == 102.8)
    #expect(try test.resolve("Radio Provider", as: Provider<Rivet.Radio>.self).make().frequency == 1)
  }

  @Test func `RIV-12: a provider resolves when it is called, and keeps its container until that closes`() throws {
    let made = Counter()
    let alive = Counter()
    weak var container: Container?
    let provider: Provider<Tracked>
    do {
      let factory = try Container {
        NamedBind("Wheel", needs: []) { _ in
          made.add()
          return Tracked(alive)
        }
        .in(.singleton)
      }
      provider = try factory["Wheel Provider"]
      container = factory
    }
    #expect(made.value == 0)
    _ = try provider.make()
    #expect(made.value == 1)
    #expect(container != nil)
    try container?.close()
    #expect(container == nil)
    #expect(alive.value == 0)
    #expect(try failure { try provider.make() }.code == .closed)
  }

  @Test func `RIV-12: singletons that hold providers of each other are let go of when the container closed`() throws {
    final class Car: Sendable {
      let driver: Provider<Driver>
      let counted: Tracked
      init(driver: Provider<Driver>, counted: Tracked) { (self.driver, self.counted) = (driver, counted) }
    }
    final class Driver: Sendable {
      let car: Provider<Car>
      init(car: Provider<Car>) { self.car = car }
    }
    let alive = Counter()
    do {
      let container = try Container {
        Bind(Car.init).in(.singleton)
        Bind(Driver.init).in(.singleton)
        Bind { Tracked(alive) }
      }
      let car = try container.resolve(Car.self)
      #expect(try car.driver.make().car.make() === car)
      #expect(alive.value == 1)
      try container.close()
    }
    #expect(alive.value == 0)
  }

  @Test func `RIV-12: an override made before the provider was asked for is what it gives`() throws {
    let real = try Container(Rivet.CarModule(profile: Rivet.production))
    let test = try real.rebuilt { NamedBind("Radio", needs: []) { _ in Rivet.Radio(frequency: 1) } }
    let provider: Provider<Rivet.Radio> = try test["Radio Provider"]
    #expect(try provider.make().frequency == 1)
    #expect(try test.resolve("Car", as: Rivet.Car.self).radio.frequency == 1)
  }

  @Test func `RIV-13: the provider of a provider exists only where that provider is bound`() throws {
    let automatic = try Container { NamedBind("X", needs: []) { _ in 1 } }
    #expect(try failure { try automatic.resolve("X Provider Provider", as: Any.self) }.code == .missing)
    let bound = try Container {
      NamedBind("X", needs: []) { _ in 1 }
      NamedBind("X Provider", needs: []) { _ in 2 }
    }
    let provider: Provider<Int> = try bound["X Provider Provider"]
    #expect(try provider.make() == 2)
  }

  @Test(arguments: [true, false])
  func `RIV-13: a binding with the exact name comes before the provider, in either order`(isFirst: Bool) throws {
    let factory = try Container {
      if isFirst { NamedBind("X Provider", needs: []) { _ in 2 } }
      NamedBind("X", needs: []) { _ in 1 }
      if !isFirst { NamedBind("X Provider", needs: []) { _ in 2 } }
    }
    #expect(try factory.resolve("X Provider") == 2)
    #expect(try factory.resolve("X") == 1)
    let other: Provider<Int> = try factory["XProvider"]
    #expect(try other.make() == 1)
  }
}
