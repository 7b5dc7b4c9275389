// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailNames
internal import Testing
internal import TestSupport

@Suite struct `Rivet: what goes wrong` {
  @Test func `RIV-16: a name that nobody bound is an error that says so`() throws {
    let factory = try Container(Rivet.CarModule(profile: Rivet.production))
    let error = try failure { try factory.resolve("Nope", as: Any.self) }
    #expect(error.code == .missing)
    #expect(error.key == "Nope")
    #expect(
      error.description == """
        error: [missing-binding] nothing is bound for 'Nope'
          help: bind it in a module, or use resolveIfBound(_:)
        """)
    let misspelled = try failure { try factory.resolve("Raido", as: Any.self) }
    #expect(withoutLines(misspelled.description).contains("similar: 'Radio' (RivetModules.swift)"))
    #expect(try factory.resolveIfBound("Nope", as: Int.self) == nil)
  }

  @Test func `RIV-16: a name that is missing on the way has the way in its error`() throws {
    let factory = try Container {
      NamedBind("Garage") { factory in try factory["Car"] as Int }
      NamedBind("Car") { factory in try factory["Nope"] as Int }
    }
    let error = try failure { try factory.resolve("Garage", as: Int.self) }
    #expect(error.code == .missing)
    #expect(error.path.map(\.key) == ["Garage", "Car"])
    #expect(error.diagnostic.message == "nothing is bound for 'Nope'")
  }

  @Test func `RIV-16: a declared need that nobody bound is found before anything runs`() throws {
    #expect(
      findings { try Container { NamedBind("Car", needs: ["Nope"]) { _ in 1 } } } == """
        error: [missing-binding] nothing is bound for 'Nope'
          RivetFailureTests.swift
          Car -> Nope
            Car   RivetFailureTests.swift   transient in inline module
          help: add NamedBind("Nope", …) to inline module, or correct the name
          docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/missing-binding.md

        1 error
        """)
  }

  @Test func `RIV-19: a failure is not kept`() throws {
    let calls = Counter()
    let factory = try Container {
      NamedBind("Car", needs: []) { _ in
        if calls.add() == 1 { throw Breakdown() }
        return Rivet.Wheel()
      }
      .in(.singleton)
    }
    let error = try failure { try factory.resolve("Car", as: Rivet.Wheel.self) }
    #expect(error.code == .failed)
    #expect(error.underlying as? Breakdown == Breakdown())
    let car: Rivet.Wheel = try factory["Car"]
    #expect(try factory.resolve("Car") === car)
    #expect(calls.value == 2)
  }

  @Test func `RIV-19: nil is a value like any other, and is kept`() throws {
    let calls = Counter()
    let factory = try Container {
      NamedBind("Car", needs: []) { _ in
        calls.add()
        return Rivet.Wheel?.none
      }
      .in(.singleton)
    }
    #expect(try factory.resolve("Car", as: Rivet.Wheel?.self) == nil)
    #expect(try factory.resolve("Car", as: Rivet.Wheel?.self) == nil)
    #expect(calls.value == 1)
  }

  @Test func `RIV-27: a cycle of declared needs is found before anything runs`() throws {
    #expect(
      findings {
        try Container {
          NamedBind("Car", needs: ["Engine"]) { _ in 1 }
          NamedBind("Engine", needs: ["Car"]) { _ in 2 }
        }
      } == """
        error: [dependency-cycle] 'Car' and 'Engine' need each other before either is built
          RivetFailureTests.swift
          Car -> Engine -> Car
            Car      RivetFailureTests.swift   transient in inline module
            Engine   RivetFailureTests.swift   transient in inline module
          help: let 'Car' need "EngineProvider" instead of "Engine"
          docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/dependency-cycle.md

        1 error
        """)
  }

  @Test func `RIV-27: a cycle that only running shows is an error with its path`() throws {
    let factory = try Container {
      NamedBind("Car") { factory in try factory["Engine"] as Int }
      NamedBind("Engine") { factory in try factory["Car"] as Int }
    }
    let error = try failure { try factory.resolve("Car", as: Int.self) }
    #expect(error.code == .cycle)
    #expect(error.path.map(\.key) == ["Car", "Engine", "Car"])
  }

  @Test func `RIV-27: a provider that is called later breaks the cycle`() throws {
    final class Car: Sendable {
      let engine: Engine
      init(engine: Engine) { self.engine = engine }
    }
    final class Engine: Sendable {
      let car: Provider<Car>
      init(car: Provider<Car>) { self.car = car }
    }
    let factory = try Container {
      NamedBind("Car", needs: ["Engine"]) { try Car(engine: $0["Engine"]) }.in(.singleton)
      NamedBind("Engine", needs: ["Car Provider"]) { try Engine(car: $0["Car Provider"]) }
    }
    let car: Car = try factory["Car"]
    #expect(try car.engine.car.make() === car)
    try factory.close()
  }

  @Test func `RIV-28: many threads that ask first get one singleton`() throws {
    let (shared, racing) = (Overlap(), Overlap())
    let factory = try Container {
      NamedBind("Car", needs: []) { _ in
        shared.build()
        return Rivet.Wheel()
      }
      .in(.singleton)
      // What looks, makes and keeps without more ado is what Rivet's singleton was: the same overlap shows that it is made several times.
      NamedBind("Racing car", needs: []) { _ in
        racing.build()
        return Rivet.Wheel()
      }
      .in(.custom(Pool(size: 1)))
    }
    let found: [Rivet.Wheel?] = shared.ask { try factory.resolve("Car") }
    #expect(shared.builds == 1)
    #expect(found.count == Overlap.threads && !found.contains { $0 == nil })
    #expect(Set(found.map { $0.map(ObjectIdentifier.init) }).count == 1)
    let raced: [Rivet.Wheel?] = racing.ask { try factory.resolve("Racing car") }
    #expect(racing.builds > 1)
    #expect(raced.count == Overlap.threads)
  }
}
