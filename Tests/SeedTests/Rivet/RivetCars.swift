// SPDX-License-Identifier: Apache-2.0

// The garage of Rivet's document. Nothing is imported here: these types do not know that anybody wires them.

enum Rivet {
  final class Car: Sendable {
    let engine: Engine
    let radio: Radio
    let wheels: [Wheel]

    init(engine: Engine, radio: Radio, wheels: [Wheel]) {
      self.engine = engine
      self.radio = radio
      self.wheels = wheels
    }
  }

  final class Engine: Sendable {
    init() {}
  }

  nonisolated final class Radio: Sendable {
    let frequency: Double
    init(frequency: Double) { self.frequency = frequency }
  }

  nonisolated final class Wheel: Sendable {
    init() {}
  }
}
