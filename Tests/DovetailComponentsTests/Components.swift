// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailComponents
import CoreTestSupport
import TestSupport

// The components that the suites read.

/// A garage through members of every kind.
final class Workplace: Component, Sendable {
  let instances: Instances
  let frequency: Double
  let made = Log()

  init(frequency: Double = 102.8, observing: Bool = false) {
    self.frequency = frequency
    instances = Instances(observing: observing)
  }

  var engine: any Engine {
    single((any Engine).self) {
      made.add("engine")
      return HybridEngine()
    }
  }

  var radio: Radio { transient { Radio(frequency: frequency) } }

  var wheel: Wheel {
    transient {
      made.add("wheel")
      return Wheel()
    }
  }

  var spare: Wheel {
    single {
      made.add("spare")
      return wheel
    }
  }

  var road: Road {
    weak {
      made.add("road")
      return Road()
    }
  }

  var car: Car {
    single {
      made.add("car")
      return Car(engine: engine, wheel: wheel)
    }
  }

  var taxi: Car { transient { Car(engine: engine, wheel: spare) } }

  /// Published under a protocol, but not named so.
  var unnamed: any Engine { single { HybridEngine() } }

  /// Neither single nor transient.
  var copy: Car { Car(engine: engine, wheel: wheel) }

  /// Hands on what another member makes.
  var best: Car { car }

  func radio(at frequency: Double) -> Radio { transient { Radio(frequency: frequency) } }

  func road(named name: String) -> Road {
    single(key: name) {
      made.add(name)
      return Road(name: name)
    }
  }

  func box<Content: Sendable>(of content: Content) -> Box<Content> { transient { Box(content) } }
}

/// What a garage needs of the town that it stands in.
protocol Town: Sendable {
  var name: String { get }
}

/// A component with a parent, and with an input that any type may be.
final class Dealer: Component, Sendable {
  let instances: Instances
  let garage: Workplace
  let town: any Town

  init(garage: Workplace, town: any Town, observing: Bool = false) {
    self.garage = garage
    self.town = town
    instances = Instances(observing: observing)
  }

  var demo: Car { single { Car(engine: garage.engine, wheel: garage.wheel) } }
  var sign: Road { single { Road(name: town.name) } }
  var engine: any Engine { garage.engine }
}
