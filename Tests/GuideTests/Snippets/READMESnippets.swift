// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import Testing

enum README {
  @Test static func `the program of the first page`() throws {
    var printed: [String] = []
    func print(_ item: Any) { printed.append("\(item)") }

    protocol Engine: Sendable {}
    struct HybridEngine: Engine {}
    struct Radio { let frequency: Double }

    final class Car {
      let engine: any Engine, radio: Radio
      init(engine: any Engine, radio: Radio) { (self.engine, self.radio) = (engine, radio) }
    }

    struct CarModule: Module {
      var bindings: Bindings {
        Bind(Car.init)
        Bind((any Engine).self, HybridEngine.init).in(.singleton)
        Bind { Radio(frequency: 102.8) }
      }
    }

    let container = try Container(CarModule())
    let car = try container.resolve(Car.self)
    print(car.radio.frequency)  // 102.8
    #expect(printed == ["102.8"])
  }

  struct Radio {}
  final class Car { init(radio: Radio) {} }

  struct CarModule: Module {
    var bindings: Bindings { Bind(Car.init) }
  }

  @Test static func `the error of the first page`() throws {
    try Page("README").expectMessage(Container.check(CarModule()).errors)
  }
}
