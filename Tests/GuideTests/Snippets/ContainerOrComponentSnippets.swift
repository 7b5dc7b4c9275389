// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailComponentModules
internal import DovetailComponents
internal import Testing

enum ContainerOrComponent: Guide {
  static let page = "Guides/ContainerOrComponent"

  struct Radio: Sendable { let frequency: Double }

  final class Car: Sendable {
    let radio: Radio

    init(radio: Radio) { self.radio = radio }
  }

  struct Race: Sendable {
    let first: Car
    let second: Car

    init(first: Car, second: Car) { (self.first, self.second) = (first, second) }
  }

  struct CarModule: Module {
    var bindings: Bindings {
      Bind(Car.init)
      Bind { Radio(frequency: 102.8) }.in(.singleton)
    }
  }

  final class Garage: Component {
    let instances = Instances()

    var car: Car { transient { Car(radio: radio) } }
    var radio: Radio { single { Radio(frequency: 102.8) } }
  }

  final class Office: Component {
    let instances = Instances()
    let container: Container

    init(container: Container) { self.container = container }

    var car: Car { get throws { try single { try container.resolve() } } }
  }

  static func printed() throws -> [String] {
    let print = Printer()
    let container = try Container {
      Include(Garage())
      Bind(Race.init)
    }
    let race = try container.resolve(Race.self)
    print(race.first === race.second, race.first.radio.frequency)  // false 102.8
    let office = Office(container: try Container(CarModule()))
    print(try office.car === office.car)  // true
    return print.lines
  }
}

extension ContainerOrComponent.Garage: ComponentModule {
  typealias Garage = ContainerOrComponent.Garage

  static var members: Members<Garage> {
    \.car
    \.radio
  }
}
