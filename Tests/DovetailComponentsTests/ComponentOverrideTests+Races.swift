// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailComponents
import Testing
import CoreTestSupport
import TestSupport

private struct FakeEngine: Engine {
  let power: Int
  let label = "fake"
}

// Overrides that come while something is being made.
extension ComponentOverrideTests {
  @Test func `what a transient member reads of another component is of one state of that, too`() {
    final class Street: Component, Sendable {
      let instances = Instances()
      let workplace = Workplace()
      let meanwhile = Box<@Sendable () -> Void>()
      var engines: [Int] {
        transient {
          let first = workplace.engine.power
          meanwhile.value?()
          return [first, workplace.taxi.engine.power]
        }
      }
    }
    let street = Street()
    _ = street.engines
    for power in 1...50 {
      street.meanwhile.value = { [weak street] in
        guard let street else { return }
        street.meanwhile.value = nil
        Threads.run { _ in _ = try? street.workplace.override(\.engine, with: FakeEngine(power: power)) }
      }
      // Of the old alone where tests beside this one override, because all reads take the long way then; of the new alone otherwise.
      let engines = street.engines
      #expect(engines[0] == engines[1])
      #expect(street.engines == [power, power])
    }
  }

  @Test func `an override that begins again makes its value again`() throws {
    final class Depot: Component, Sendable {
      let instances = Instances()
      var engine: any Engine { single((any Engine).self) { FakeEngine(power: 0) } }
      var car: Car { transient { Car(engine: engine, wheel: Wheel()) } }
    }
    for power in 1...50 {
      let (depot, calls) = (Depot(), Counter())
      try depot.override({ $0.car }) { depot in
        let car = Car(engine: depot.engine, wheel: Wheel())
        if calls.add() == 1 { Threads.run { _ in _ = try? depot.override(\.engine, with: FakeEngine(power: power)) } }
        return car
      }
      #expect(depot.car.engine.power == power)
    }
  }

  /// Cars that are pulled by one engine, found in several ways.
  private final class Train: Component, Sendable {
    let instances = Instances()
    var engine: any Engine { single((any Engine).self) { FakeEngine(power: -1) } }
    var first: Car { single { Car(engine: engine, wheel: Wheel()) } }
    var second: Car { transient { Car(engine: engine, wheel: Wheel()) } }
    var cars: [Car] { transient { [second, first, Car(engine: engine, wheel: Wheel()), first, second] } }
    var kept: [Car] { single { cars + cars } }

    /// The power of what pulls all cars; `nil` when some are pulled by another engine.
    func power(of cars: [Car]) -> Int? { Set(cars.map(\.engine.power)).count == 1 ? cars[0].engine.power : nil }
  }

  @Test func `overriding under contention never leaves an object half old and half new`() {
    let train = Train()
    let (wrong, newest) = (Log(), Box(-1))
    let checks = (0..<8).map { _ in Counter() }
    Threads.run(8) { index in
      var least = -1
      while least < 99 {
        if index == 0 {
          do { try train.override(\.engine, with: FakeEngine(power: least + 1)) } catch { wrong.add("\(error)") }
          newest.value = least + 1
        }
        // Nothing older than what was there when the read began.
        least = max(least, newest.value ?? 0)
        for cars in [train.cars, train.kept] {
          let power = train.power(of: cars)
          if power ?? -2 < least { wrong.add("\(cars.map(\.engine.power)) in thread \(index), after \(least)") }
        }
        checks[index].add()
      }
    }
    #expect(wrong.lines.isEmpty)
    #expect(checks[0].value == 100 && checks.allSatisfy { $0.value > 0 })
  }
}
