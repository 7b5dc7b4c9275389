// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailNames
import Testing
import CoreTestSupport
import TestSupport

private struct Shared: Module {
  var hasRoad = true
  var names: [String] = []

  var bindings: Bindings {
    In(.singleton) {
      Bind(Wheel.init)
      Bind((any Engine).self, HybridEngine.init)
      if hasRoad { Bind { Road() } } else { Bind { Radio(frequency: 1) } }
      for name in names { Bind(Wheel.init).named(name) }
      if names.isEmpty { NamedBind("wheel", Wheel.init) }
      Bind(Axle.init).in(.scoped(Job.self))
    }
    Bind(Car.init)
  }
}

private enum Job: ScopeKind {}

@Suite("Binds that share in one way") struct InTests {
  @Test func `have the scope that is named once`() throws {
    let container = try Container(Shared())
    #expect(try container.resolve(Wheel.self) === container.resolve(Wheel.self))
    #expect(try container.resolve("wheel", as: Wheel.self) === container.resolve("wheel"))
    #expect(try container.resolve(Road.self) === container.resolve(Road.self))
    #expect(
      container.graph.bindings.map { "\($0.key) \($0.scope)" } == [
        "Wheel singleton", "any Engine singleton", "Road singleton", "wheel singleton",
        "Axle \(Graph.Scope.scoped(TypeName(Job.self)))",
        "Car transient",
      ])
    #expect(container.graph.bindings.allSatisfy { $0.location.description.contains("InTests.swift") })
  }

  @Test func `are chosen and repeated as in any module`() throws {
    let container = try Container(Shared(hasRoad: false, names: ["left", "right"]))
    #expect(try container.resolveIfBound(Road.self) == nil)
    #expect(try container.resolve(Wheel.self, named: "left") === container.resolve(Wheel.self, named: "left"))
    #expect(try container.resolve(Wheel.self, named: "left") !== container.resolve(Wheel.self, named: "right"))
    #expect(try container.resolveIfBound("wheel", as: Wheel.self) == nil)
  }

  @Test func `leave the actor that makes them, with a scope of their own as well`() async throws {
    let container = try Container { In(.singleton) { Bind { @MainActor in Wheel() }.in(.transient) } }
    let (first, second) = (try await container.resolve(Wheel.self), try await container.resolve(Wheel.self))
    #expect(first !== second)
  }
}
