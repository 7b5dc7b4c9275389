// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailNames
internal import Testing
internal import TestSupport

@Suite struct `Rivet: defining by name` {
  @Test func `RIV-1: a name without a scope gives a new object for every request`() throws {
    let factory = try Container {
      NamedBind("Radio", needs: []) { _ in Rivet.Radio(frequency: 98) }
      NamedBind("Horn", needs: []) { _ in Rivet.Radio(frequency: 440) }.in(.transient)
    }
    for name in ["Radio", "Horn"] {
      let first: Rivet.Radio = try factory[name]
      let second: Rivet.Radio = try factory[name]
      #expect(first !== second)
    }
  }

  @Test func `RIV-2: a singleton is made once, on the first request`() throws {
    let made = Counter()
    let factory = try Container {
      NamedBind("Car", needs: []) { _ in
        made.add()
        return Rivet.Wheel()
      }
      .in(.singleton)
    }
    #expect(made.value == 0)
    let first: Rivet.Wheel = try factory["Car"]
    let second: Rivet.Wheel = try factory["Car"]
    #expect(first === second)
    #expect(made.value == 1)
  }

  @Test func `RIV-6: a subscript and a method ask alike`() throws {
    let factory = try Container(Rivet.CarModule(profile: Rivet.production))
    let bySubscript: Rivet.Car = try factory["Car"]
    let byMethod: Rivet.Car = try factory.resolve("Car")
    #expect(bySubscript === byMethod)
    #expect(try factory[Key(dynamic: "Car")] as? Rivet.Car === byMethod)
  }

  @Test func `RIV-7: a factory asks for what it needs, in any order of declaration, and nothing runs before`() throws {
    let log = Log()
    let factory = try Container {
      NamedBind("Car") { factory in
        log.add("car")
        return try Rivet.Car(engine: factory["Engine"], radio: factory["Radio"], wheels: [])
      }
      NamedBind("Radio") { _ in
        log.add("radio")
        return Rivet.Radio(frequency: 98)
      }
      NamedBind("Engine") { _ in
        log.add("engine")
        return Rivet.Engine()
      }
    }
    #expect(log.lines == [])
    _ = try factory.resolve("Car", as: Rivet.Car.self)
    #expect(log.lines == ["car", "engine", "radio"])
  }

  @Test func `RIV-8: a factory may return a collection`() throws {
    let factory = try Container(Rivet.CarModule(profile: Rivet.production))
    let wheels: [Rivet.Wheel] = try factory["Wheels"]
    #expect(wheels.count == 4)
    #expect(Set(wheels.map(ObjectIdentifier.init)).count == 4)
  }

  @Test func `RIV-9: one type has several names, in text or typed`() throws {
    let byName = try Container {
      NamedBind("front", needs: []) { _ in Rivet.Radio(frequency: 98.1) }
      NamedBind("rear", needs: []) { _ in Rivet.Radio(frequency: 102.8) }
    }
    #expect(try byName.resolve("front", as: Rivet.Radio.self).frequency == 98.1)
    #expect(try byName.resolve("rear", as: Rivet.Radio.self).frequency == 102.8)
    let byType = try Container {
      Bind { Rivet.Radio(frequency: 98.1) }
      Bind { Rivet.Radio(frequency: 102.8) }.named("rear")
    }
    #expect(try byType.resolve(Rivet.Radio.self).frequency == 98.1)
    #expect(try byType.resolve(Rivet.Radio.self, named: "rear").frequency == 102.8)
  }

  @Test func `RIV-14: however a name is bound, it has its provider`() throws {
    let wheel = Rivet.Wheel()
    let factory = try Container {
      NamedBind("instance", instance: wheel)
      NamedBind("declared", needs: []) { _ in wheel }
      NamedBind("asking") { _ in wheel }
    }
    for name in ["instance", "declared", "asking"] {
      let provider: Provider<Rivet.Wheel> = try factory["\(name) Provider"]
      #expect(try provider.make() === wheel)
    }
  }

  @Test func `RIV-17: a bind that names no scope is transient`() throws {
    let container = try Container {
      NamedBind("Wheel", needs: []) { _ in Rivet.Wheel() }
      Bind(Rivet.Wheel.init)
    }
    #expect(container.graph.bindings.map(\.scope) == [.transient, .transient])
  }

  @Test func `RIV-29: what Rivet did not have is there`() throws {
    final class Garage: @unchecked Sendable {  // SAFETY: stays in this test.
      var radio: Rivet.Radio?
      init() {}
    }
    let log = Log()
    let parent = try Container { Bind { Rivet.Radio(frequency: 98) }.in(.singleton) }
    let child = try parent.child {
      Bind(Garage.init).fill(\.radio).onCreate { garage in log.add("\(garage.radio?.frequency ?? 0)") }
    }
    #expect(try child.resolve(Garage.self).radio === parent.resolve(Rivet.Radio.self))
    #expect(log.lines == ["98.0"])
  }
}
