// SPDX-License-Identifier: Apache-2.0

// The parts of the garage. They import nothing: plain types with plain initializers.

/// Something that can be shown as a branch of a tree.
protocol Part: Sendable {
  var label: String { get }
  var parts: [any Part] { get }
}

extension Part {
  var parts: [any Part] { [] }
}

protocol Engine: Part {}

struct HybridEngine: Engine {
  var label: String { "hybrid engine" }
}

/// An engine that is measured while it runs.
struct MeteredEngine: Engine {
  let inner: any Engine
  let meter: Meter

  var label: String { "metered engine, meter \(meter.number)" }
  var parts: [any Part] { [inner] }
}

final class Meter: Sendable {
  let number: Int

  init(serials: Serials) { number = serials.next(for: "meter") }
}

struct Radio: Part {
  let frequency: Double

  var label: String { frequency == 0 ? "radio, silent" : "radio tuned to \(frequency)" }
}

final class Wheel: Part {
  let number: Int

  init(serials: Serials) { number = serials.next(for: "wheel") }

  var label: String { "wheel \(number)" }
}

final class Road: Part {
  let number: Int

  init(serials: Serials) { number = serials.next(for: "road") }

  var label: String { "road \(number)" }
}

final class Car: Part {
  let number: Int
  let engine: any Engine
  let radio: Radio
  let wheels: [Wheel]
  let road: Road

  init(engine: any Engine, radio: Radio, wheels: [Wheel], road: Road, serials: Serials) {
    number = serials.next(for: "car")
    self.engine = engine
    self.radio = radio
    self.wheels = wheels
    self.road = road
  }

  var label: String { "car \(number)" }
  var parts: [any Part] { [engine, radio] + wheels + [road] }
}

/// Two cars and a logbook.
final class Garage: Part {
  let cars: [Car]
  let logbook: Logbook

  init(car: @escaping () -> Car, logbook: Logbook) {
    cars = [car(), car()]
    self.logbook = logbook
  }

  var label: String { "garage" }
  var parts: [any Part] { cars + [logbook] }
}
