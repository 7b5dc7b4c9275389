// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailNames
internal import DovetailProfiles
internal import Synchronization
internal import Testing
internal import TestSupport

/// The code of the guide "Moving from Rivet".
enum MovingFromRivet {
  typealias Car = Rivet.Car
  typealias Engine = Rivet.Engine
  typealias Radio = Rivet.Radio
  typealias Wheel = Rivet.Wheel

  struct CarModule: Module {
    let profile: Profile

    var bindings: Bindings {
      get throws {
        let frequency: Double = try profile["Frequency"]
        NamedBind("Car", needs: ["Engine", "Radio", "Wheels"], Car.init).in(.singleton)
        NamedBind("Engine", Engine.init)
        NamedBind("Radio") { Radio(frequency: frequency) }
        NamedBind("Wheels", needs: ["Wheel Provider"]) { (wheel: Provider<Wheel>) in try (1...4).map { _ in try wheel.make() } }
        NamedBind("Wheel", Wheel.init)
      }
    }
  }

  struct WheelsModule: Module {
    var bindings: Bindings {
      NamedBind("Wheels", needs: ["Wheel", "Wheel", "Wheel", "Wheel"]) { (a: Wheel, b: Wheel, c: Wheel, d: Wheel) in
        [a, b, c, d]
      }
      NamedBind("Wheel", Wheel.init)
    }
  }

  /// Belongs to nobody, and is not Sendable.
  final class Trip {
    var miles = 0
    init() {}
  }

  @MainActor final class DashboardView {
    let car: Car
    init(car: Car) { self.car = car }
  }

  @MainActor final class DashboardController {
    private let makeView: Provider<DashboardView>
    private(set) var view: DashboardView?
    init(view: Provider<DashboardView>) { makeView = view }
    func loadView() throws { view = try makeView.make() }
  }

  struct DashboardModule: Module {
    let profile: Profile

    var bindings: Bindings {
      Include(CarModule(profile: profile))
      NamedBind("Dashboard View", needs: ["Car"], DashboardView.init)
      NamedBind("Dashboard", needs: ["Dashboard View Provider"], DashboardController.init)
      NamedBind("Trip", on: MainActor.self, Trip.init).in(.singleton)
    }
  }

  struct TypedCarModule: Module {
    let profile: Profile

    var bindings: Bindings {
      Bind(Car.init).in(.singleton)
      Bind(Engine.init)
      Bind { [profile] in Radio(frequency: try profile["Frequency"]) }
      Bind { (wheel: Provider<Wheel>) in (1...4).map { _ in wheel() } }
      Bind(Wheel.init)
    }
  }

  struct Uses: CustomScope {
    let count: Int

    func storage<Value: Sendable>(for type: Value.Type) -> any ScopeStorage<Value> { Storage(count: count) }

    final class Storage<Value: Sendable>: ScopeStorage {
      private let count: Int
      private let kept = Mutex<(value: Value, left: Int)?>(nil)

      init(count: Int) { self.count = count }

      func instance(_ make: () throws -> Value) throws -> Value {
        let found = kept.withLock { kept -> Value? in
          guard let (value, left) = kept, left > 0 else { return nil }
          kept = (value, left - 1)
          return value
        }
        if let found { return found }
        let value = try make()
        kept.withLock { $0 = (value, count - 1) }
        return value
      }
    }
  }

  struct QuietModule: Module {
    var bindings: Bindings { NamedBind("Radio") { Radio(frequency: 0) }.override }
  }

  struct Antenna: Sendable { let length: Double }
  struct Cabin: Sendable { let (speaker, antenna): (Radio, Antenna) }

  struct SpeakerModule: ProfilePassing {
    let profile: Profile

    var bindings: Bindings {
      NamedBind("Speaker", needs: []) { [profile] in Radio(frequency: try profile["Volume"]) }.in(.singleton)
    }
  }

  struct CabinModule: ProfilePassing {
    let profile: Profile

    var bindings: Bindings {
      include(SpeakerModule.self)
      include(AntennaModule.self)
      NamedBind("Cabin", needs: ["Speaker", "Antenna"], Cabin.init)
    }
  }

  struct AntennaModule: ProfilePassing {
    let profile: Profile

    var bindings: Bindings {
      include(SpeakerModule.self)
      NamedBind("Antenna", needs: []) { [profile] in try profile["Antenna"] as Antenna }
    }
  }

  @Suite struct `The guide: coming from Rivet` {
    @Test func `guide snippets are compiled`() throws {
      try GuidePage.expectCompiled("MovingFromRivet", in: "Rivet/RivetGuideSnippets.swift")
    }

    @Test func `load, ask, provide`() throws {
      let production = Profile("Production", ["Frequency": 102.8])
      let container = try Container(CarModule(profile: production))
      let car: Car = try container["Car"]  // a car with an engine, a radio on 102.8 and wheels
      let again: Car = try container.resolve("Car")  // the same instance
      #expect(car === again)
      #expect(car.radio.frequency == 102.8)
      #expect(try Container(TypedCarModule(profile: production)).resolve(Car.self).radio.frequency == 102.8)

      let wheelProvider: Provider<Wheel> = try container["Wheel Provider"]
      let x = wheelProvider()  // a new wheel
      let y = wheelProvider()  // another one
      #expect(x !== y)

      let listed = try Container(CarModule(profile: production), QuietModule())
      let rebuilt = try container.rebuilt(overriding: QuietModule())
      let silent = try container.rebuilt { NamedBind("Radio") { Radio(frequency: 0) } }
      for quiet in [listed, rebuilt, silent] {
        #expect(try quiet.resolve("Car", as: Car.self).radio.frequency == 0)
      }
    }

    @MainActor @Test func `a controller makes its view when it is loaded`() throws {
      let production = Profile("Production", ["Frequency": 102.8])
      let dashboard: DashboardController = try Container(DashboardModule(profile: production))["Dashboard"]
      try dashboard.loadView()
      #expect(dashboard.view?.car.radio.frequency == 102.8)
      let container = try Container(DashboardModule(profile: production))
      #expect(container.report.warnings == [])
      let trip: Trip = try container.resolve("Trip")
      #expect(try trip.miles == 0 && container.resolve("Trip") === trip)
    }

    @Test func `a name that stands twice is made twice`() throws {
      let wheels: [Wheel] = try Container(WheelsModule())["Wheels"]
      #expect(Set(wheels.map(ObjectIdentifier.init)).count == 4)
    }

    @Test func `a module that hands its profile on`() throws {
      let environment = Profile("Production", ["Volume": 11, "Antenna": .value(Antenna(length: 0.75))])
      let cabins = try Container(CabinModule(profile: environment))
      let cabin: Cabin = try cabins["Cabin"]
      #expect(cabin.speaker.frequency == 11 && cabin.antenna.length == 0.75)
      #expect(cabins.graph.modules.count == 3)
    }

    @Test func `a scope of one's own`() throws {
      let tyres = try Container { Bind(Wheel.init).in(.custom(Uses(count: 2))) }
      let wheels = try (1...4).map { _ in try tyres.resolve(Wheel.self) }
      #expect(wheels[0] === wheels[1])
      #expect(wheels[1] !== wheels[2])
      #expect(wheels[2] === wheels[3])
    }
  }
}
