// SPDX-License-Identifier: Apache-2.0
internal import Dovetail

/// A car, and all that is in it but the radio.
struct CarModule: Module {
  let tally: Tally

  var bindings: Bindings {
    Bind(Car.init).counted(by: tally)
    Bind(Road.init).in(.singleton).counted(by: tally)
    Bind(Wheel.init).counted(by: tally)
    Bind { (wheel: Provider<Wheel>) in (1...4).map { _ in wheel() } }.counted(by: tally)
    Include(EngineModule(tally: tally))
    Bind { LogLine(text: "cars have four wheels") }.counted(by: tally).contribute()
  }
}

/// Hybrid engines, each of them metered.
struct EngineModule: Module {
  let tally: Tally

  var bindings: Bindings {
    Bind((any Engine).self, HybridEngine.init).counted(by: tally)
    Bind(Meter.init).counted(by: tally)
    Decorate((any Engine).self) { [tally] (inner: any Engine, meter: Meter) in
      tally.note("MeteredEngine")
      return MeteredEngine(inner: inner, meter: meter)
    }
    Bind { LogLine(text: "engines are metered") }.counted(by: tally).contribute()
  }
}
