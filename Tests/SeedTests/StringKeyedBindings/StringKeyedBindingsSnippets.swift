// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailNames
internal import Testing
internal import TestSupport

/// The code of the guide "String-keyed bindings".
enum StringKeyedBindings {
  struct Radio: Sendable {
    let frequency: Double
  }

  nonisolated final class Wheel: Sendable {
    init() {}
  }

  nonisolated final class Car: Sendable {
    let radio: Radio
    let wheels: [Wheel]
    init(radio: Radio, wheels: [Wheel]) { (self.radio, self.wheels) = (radio, wheels) }
  }

  struct Driver: Sendable {
    let car: Car
  }

  // SAFETY: stays on the thread of the test that made it.
  nonisolated final class Showroom: @unchecked Sendable {
    var car: Car?
    var spareWheel: (@Sendable () -> Wheel)?
    init() {}
  }

  struct GarageModule: Module {
    var bindings: Bindings {
      NamedBind("frequency", instance: 102.8)
      NamedBind("radio", needs: ["frequency"]) { values in Radio(frequency: try values["frequency"]) }
      NamedBind("wheel", needs: []) { _ in Wheel() }
      NamedBind("car", needs: ["radio", "wheelProvider"]) { values in
        let wheel: Provider<Wheel> = try values["wheelProvider"]
        return Car(radio: try values["radio"], wheels: try (1...4).map { _ in try wheel.make() })
      }
      .in(.singleton)
    }
  }

  struct ConfiguredModule: Module {
    let parts: [(name: String, needs: [String])]

    var bindings: Bindings {
      for part in parts {
        NamedBind(part.name, needs: part.needs) { values in
          "\(part.name)(\(try values.names.map { try values[$0] as String }.joined(separator: ", ")))"
        }
      }
    }
  }

  struct ShowroomModule: Module {
    var bindings: Bindings {
      Include(GarageModule())
      NamedBind("showroom", Showroom.init, .fill(\.car, from: "car"), .fill(\.spareWheel, from: "wheelProvider"))
      NamedBind("stand", needs: ["car", "wheel"]) { _ in Showroom() }.fill(\Showroom.car, from: "car")
    }
  }

  struct Pair: Sendable {
    let car: Car
    let wheel: Provider<Wheel>
  }

  struct PairModule: Module {
    var bindings: Bindings {
      Include(GarageModule())
      NamedBind("pair", needs: ["car", "wheelProvider"], Pair.init)
    }
  }

  struct BrokenModule: Module {
    var bindings: Bindings {
      NamedBind("car", needs: ["radoi", "wheel"]) { _ in 1 }
      NamedBind("radio", needs: []) { _ in 2 }
      NamedBind("wheel", needs: ["car"]) { _ in 3 }
    }
  }

  @Suite struct `The guide: graphs by name` {
    @Test func `guide snippets are compiled`() throws {
      try GuidePage.expectCompiled("StringKeyedBindings", in: "StringKeyedBindings/StringKeyedBindingsSnippets.swift")
    }

    @Test func `a graph whose names come from elsewhere`() throws {
      let configured = try Container(ConfiguredModule(parts: [("bicycle", ["frame", "bell"]), ("frame", []), ("bell", [])]))
      print(try configured.resolve("bicycle", as: String.self))  // bicycle(bell(), frame())
      #expect(try configured.resolve("bicycle") == "bicycle(bell(), frame())")
    }

    @Test func `ask, fill, mix`() throws {
      let container = try Container(GarageModule())
      let car: Car = try container["car"]
      let radio = try container.resolve("radio", as: Radio.self)
      let wheels: Provider<Wheel> = try container["wheel Provider"]
      let horn = try container.resolveIfBound("horn", as: String.self)  // nil
      #expect(car.radio.frequency == radio.frequency)
      #expect(try wheels.make() !== wheels.make())
      #expect(horn == nil)

      let showroom: Showroom = try Container(ShowroomModule())["showroom"]
      #expect(showroom.car?.wheels.count == 4)
      #expect(showroom.spareWheel?() !== showroom.spareWheel?())
      let stand: Showroom = try Container(ShowroomModule())["stand"]
      #expect(stand.car != nil && stand.spareWheel == nil)
      #expect(try Container(PairModule()).resolve("pair", as: Pair.self).car.wheels.count == 4)

      let mixed = try Container {
        Include(GarageModule())
        Bind { (resolver: any Resolver) in Driver(car: try resolver["car"]) }.needs(Key(dynamic: "car"))
      }
      #expect(try mixed.resolve(Driver.self).car === mixed.resolve("car"))
      #expect(mixed.report.diagnostics.isEmpty)
    }

    @Test func `the report of the broken module`() throws {
      let report = Container.check(BrokenModule())
      try GuidePage("StringKeyedBindings").expectOutput(report.description, without: "StringKeyedBindings.")
    }
  }
}
