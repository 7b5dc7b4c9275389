// SPDX-License-Identifier: Apache-2.0
import Testing

import Dovetail
import CoreTestSupport
import TestSupport

@MainActor private final class TripModel {
  let goal: String
  let stops: Int
  let radio: Radio

  init(goal: String, stops: Int, radio: Radio) {
    MainActor.preconditionIsolated()
    (self.goal, self.stops, self.radio) = (goal, stops, radio)
  }
}

private struct Navigator {
  let trip: Factory<TripModel, String, Int>
}

@Suite struct MainActorArgumentsTests {
  private func container() throws -> Container {
    try Container {
      Bind { Radio(frequency: 99.5) }
      Bind(TripModel.init).arguments(String.self, Int.self)
      Bind(Navigator.init)
      Bind { @MainActor in TripModel(goal: $0, stops: 0, radio: $1) }.arguments(String.self).named("direct")
    }
  }

  @MainActor @Test func `main-actor code gives arguments to what belongs to it`() throws {
    let container = try container()
    let trip = try container.resolve(TripModel.self, arguments: "Ghent", 3)
    #expect(trip.goal == "Ghent" && trip.stops == 3 && trip.radio.frequency == 99.5)
    #expect(try container.resolve(TripModel.self, arguments: "Ghent", 3) !== trip)
    #expect(try container.resolve(Key(TripModel.self, named: "direct"), arguments: "Bruges").goal == "Bruges")
  }

  @MainActor @Test func `a factory makes it for main-actor code`() throws {
    let navigator = try container().resolve(Navigator.self)
    #expect(try navigator.trip.make("Bruges", 1).goal == "Bruges")
    #expect(try ["Ghent", "Lille"].map { try navigator.trip.make($0, 2).goal } == ["Ghent", "Lille"])
  }

  @Test func `anybody may await it with its arguments`() async throws {
    let trip = try await container().resolve(TripModel.self, arguments: "Ghent", 3)
    #expect(trip.stops == 3)
  }

  @Test func `asked synchronously elsewhere it is an error that says how to ask`() throws {
    let navigator = try container().resolve(Navigator.self)
    let error = #expect(throws: ResolutionError.self) { try navigator.trip.make("Ghent", 3) }
    #expect(error?.code == .isolated)
    #expect(
      error?.diagnostic.help == "resolve it from main-actor code, or from anywhere with try await resolve(…)")
  }

  @MainActor @Test func `other arguments are the same error as elsewhere`() throws {
    let container = try container()
    #expect(
      failure { try container.resolve(TripModel.self, arguments: "Ghent") } == """
        [wrong-arguments] 'TripModel' is made with the arguments (String, Int), not (String)
        TripModel
        """)
  }
}
