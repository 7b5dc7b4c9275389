// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailProfiles
import Testing
import CoreTestSupport
import TestSupport

private protocol Repairable: Sendable {}
private protocol Sellable: Sendable {}
private final class Van: Repairable, Sellable {}

private struct Trip: Sendable {
  let car: Car
  let road: Road
}

@Suite struct BindKindsTests {
  @Test func `an initialiser binds its own type and what it takes`() throws {
    let container = try Container {
      Bind(Car.init)
      Bind((any Engine).self, HybridEngine.init)
      Bind(Wheel.init)
    }
    let car = try container.resolve(Car.self)
    #expect(car.engine is HybridEngine)
    #expect(try container.resolve(Car.self) !== car)
  }

  @Test func `a protocol is answered by a class or a struct`() throws {
    let hybrid = try Container { Bind((any Engine).self, HybridEngine.init) }
    let diesel = try Container { Bind((any Engine).self) { DieselEngine() } }
    #expect(try hybrid.resolve((any Engine).self).power == 102)
    #expect(try diesel.resolve((any Engine).self).power == 90)
    #expect(try diesel.resolveIfBound(DieselEngine.self) == nil)
  }

  @Test func `a composition of protocols is a key like any other, in whatever order it is written`() throws {
    let container = try Container { Bind((any Repairable & Sellable).self, Van.init) }
    let found: any Sellable & Repairable = try container.resolve()
    #expect(found is Van)
  }

  @Test func `a superclass is answered by a subclass`() throws {
    let container = try Container { Bind(Vehicle.self, Truck.init) }
    #expect(try container.resolve(Vehicle.self).kind == "truck")
  }

  @Test func `an instance is handed out as it is`() throws {
    let wheel = Wheel()
    let engine = HybridEngine()
    let container = try Container {
      Bind(instance: wheel)
      Bind((any Engine).self, instance: engine)
      Bind(instance: Radio(frequency: 102.8))
    }
    #expect(try container.resolve(Wheel.self) === wheel)
    #expect(try container.resolve((any Engine).self) as? HybridEngine === engine)
    #expect(try container.resolve(Radio.self) == Radio(frequency: 102.8))
  }

  @Test func `a closure may compute and throw`() throws {
    let profile = Profile("production", ["frequency": 102.8])
    let container = try Container { Bind { Radio(frequency: try profile["frequency"]) } }
    #expect(try container.resolve(Radio.self).frequency == 102.8)
  }

  @Test func `a factory may take the resolver`() throws {
    let container = try Container {
      Bind(Car.self) { (resolver: any Resolver) in
        Car(engine: try resolver.resolve(), wheel: try resolver.resolve(.spare))
      }
      Bind((any Engine).self, HybridEngine.init)
      Bind(Wheel.init).named(.spare).in(.singleton)
    }
    #expect(try container.resolve(Car.self).wheel === container.resolve(.spare))
  }

  @Test func `a factory may take the resolver among other dependencies`() throws {
    let container = try Container {
      Bind { (car: Car, resolver: any Resolver) in Trip(car: car, road: try resolver.resolve()) }
      Bind(Car.init)
      Bind((any Engine).self, HybridEngine.init)
      Bind(Wheel.init)
      Bind { Road() }
    }
    #expect(try container.resolve(Trip.self).road.name == "Route 66")
  }

  @Test func `an alias is followed any number of times`() throws {
    let container = try Container {
      Bind((any Sellable).self) { (both: any Repairable & Sellable) in both }
      Bind((any Repairable & Sellable).self) { (van: Van) in van }
      Bind(Van.init).in(.singleton)
    }
    #expect(try container.resolve((any Sellable).self) as? Van === container.resolve(Van.self))
  }

  @Test func `what a factory returns may be a tuple, an enum, a closure, an optional or a collection`() throws {
    let container = try Container {
      Bind { (1, "one") }
      Bind { Workday.monday }
      Bind((@Sendable (Int) -> Int).self) { { $0 + 1 } }
      Bind { Radio?.some(Radio(frequency: 1)) }
      Bind { [Radio(frequency: 1), Radio(frequency: 2)] }
    }
    #expect(try container.resolve((Int, String).self) == (1, "one"))
    #expect(try container.resolve(Workday.self) == .monday)
    #expect(try container.resolve((@Sendable (Int) -> Int).self)(1) == 2)
    #expect(try container.resolve(Radio?.self) == Radio(frequency: 1))
    #expect(try container.resolve([Radio].self).count == 2)
  }

  private enum Workday { case monday }

  @Test func `a bind remembers where it is written`() throws {
    let line = #line + 1
    let container = try Container { Bind(Wheel.init) }
    let location = try #require(container.graph.bindings.first).location
    #expect(location.file == #fileID)
    #expect(location.line == line)
    #expect(location.column > 1)
  }
}
