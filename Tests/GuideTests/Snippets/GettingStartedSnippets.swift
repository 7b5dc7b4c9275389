// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import Foundation

enum GettingStarted: Guide {
  static let page = "Guides/GettingStarted"

  protocol Engine: Sendable {
    var name: String { get }
  }

  struct HybridEngine: Engine {
    let name = "hybrid"
  }

  struct Radio: Sendable {
    let frequency: Double
  }

  final class Road: Sendable {
    init() {}
  }

  final class Car: Sendable {
    let engine: any Engine
    let radio: Radio
    let road: Road

    init(engine: any Engine, radio: Radio, road: Road) {
      self.engine = engine
      self.radio = radio
      self.road = road
    }
  }

  struct CarModule: Module {
    let frequency: Double

    var bindings: Bindings {
      Bind(Car.init)
      Bind((any Engine).self, HybridEngine.init)
      Bind { Radio(frequency: frequency) }
      Bind(Road.init).in(.singleton)
    }
  }

  enum WithoutRadio {
    #sourceLocation(file:"CarModule.swift",line:1)
    struct CarModule: Module {
      let frequency: Double

      var bindings: Bindings {
        Bind(Car.init)
        Bind((any Engine).self, HybridEngine.init)
        Bind(Road.init).in(.singleton)
      }
    }
    #sourceLocation()
  }

  static func makeContainer() -> Container {
    do { return try Container(CarModule(frequency: 102.8)) } catch {
      FileHandle.standardError.write(Data("\(error)\n".utf8))
      exit(1)
    }
  }

  static func printed() throws -> [String] {
    let print = Printer()
    let container = try Container(CarModule(frequency: 102.8))
    let car = try container.resolve(Car.self)
    print(car.engine.name, car.radio.frequency)  // hybrid 102.8
    let other = try container.resolve(Car.self)
    print(car === other, car.road === other.road)  // false true
    let quiet = try container.rebuilt { Bind { Radio(frequency: 0) } }
    print(try quiet.resolve(Car.self).radio.frequency)  // 0.0
    return print.lines
  }

  static func messages() throws -> [String] {
    let findings = Container.check(WithoutRadio.CarModule(frequency: 102.8)).errors
    return [shown(findings, in: "GettingStarted.WithoutRadio").replacing("GettingStarted.", with: "")]
  }
}
