// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailLifecycle
import Testing
import TestSupport

private struct Step: Sendable { let name: String }

private struct Cellar: Sendable { let step = Step(name: "cellar") }
private struct Floor: Sendable {
  let step = Step(name: "floor")
  init(cellar: Cellar) async {}
}
private struct Roof: Sendable {
  let step = Step(name: "roof")
  init(floor: Floor, weathercock: Provider<Weathercock>) {}
}
private struct Weathercock: Sendable {
  let step = Step(name: "weathercock")
  init(roof: Roof) {}
}

private struct HouseModule: Module {
  var bindings: Bindings {
    Bind(Weathercock.init).in(.singleton).contribute(to: Step.self) { $0.step }
    Bind(Roof.init).in(.singleton).contribute(to: Step.self) { $0.step }
    Bind { Step(name: "fence") }.contribute()
    Bind(Floor.init).in(.singleton).contribute(to: Step.self) { $0.step }
    Bind(Cellar.init).in(.singleton).contribute(to: Step.self) { $0.step }
  }
}

@Suite struct PartsTests {
  @Test func `parts come after those that they need, and otherwise as declared`() async throws {
    let parts = try await Container(HouseModule()).partsInOrder(of: Step.self)
    #expect(parts.map(\.name) == ["fence", "cellar", "floor", "roof", "weathercock"])
  }

  @Test func `a container that was made over another one has its own only`() async throws {
    let child = try Container(HouseModule()).child { Bind { (_: Roof) in Step(name: "chimney") }.contribute() }
    #expect(try await child.partsInOrder(of: Step.self).map(\.name) == ["chimney"])
  }

  @Test func `what nobody contributes to has no parts, also when the collection itself is bound`() async throws {
    let container = try Container { Bind { [1, 2, 3] } }
    #expect(try await container.partsInOrder(of: String.self) == [])
    #expect(try await container.partsInOrder(of: Int.self) == [])
  }

  @Test func `a part that cannot be made fails the whole`() async throws {
    let container = try Container { Bind { () throws -> Step in throw Breakdown("no tyres") }.contribute() }
    await #expect(throws: ResolutionError.self) { try await container.partsInOrder(of: Step.self) }
  }
}
