// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailComponents

/// The garage again, as a graph that the Swift compiler checks: without its radio this does not compile.
final class GarageComponent: Component, Sendable {
  let instances = Instances(observing: true)
  let frequency: Double
  let tally: Tally

  init(frequency: Double, tally: Tally) {
    self.frequency = frequency
    self.tally = tally
  }

  var garage: Garage { single { made(Garage(car: { self.car }, logbook: logbook)) } }
  var logbook: Logbook { transient { made(Logbook(lines: lines)) } }
  var serials: Serials { single { made(Serials()) } }

  var car: Car {
    transient { made(Car(engine: engine, radio: radio, wheels: wheels, road: road, serials: serials)) }
  }

  var engine: any Engine {
    transient((any Engine).self) { made(MeteredEngine(inner: hybridEngine, meter: meter)) }
  }

  var hybridEngine: any Engine { transient((any Engine).self) { made(HybridEngine() as any Engine) } }
  var meter: Meter { transient { made(Meter(serials: serials)) } }
  var radio: Radio { transient { made(Radio(frequency: frequency)) } }
  var wheel: Wheel { transient { made(Wheel(serials: serials)) } }
  var wheels: [Wheel] { transient { made((1...4).map { _ in wheel }) } }
  var road: Road { single { made(Road(serials: serials)) } }

  private var lines: [LogLine] {
    [
      "engines are metered", "cars have four wheels", "the radio plays at \(frequency)", "the workshop takes orders",
      "the garage is open",
    ].map { made(LogLine(text: $0)) }
  }

  /// Counts how often a factory ran.
  func made<Value>(_ value: Value) -> Value {
    tally.note("\(TypeName(Value.self))")
    return value
  }
}
