// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailNames
internal import Synchronization
internal import Testing
internal import TestSupport

@Suite struct `Rivet: scopes` {
  @Test func `RIV-3: a pool hands out its instances in turn`() throws {
    let factory = try Container { NamedBind("Wheel", needs: []) { _ in Rivet.Wheel() }.in(.custom(Pool(size: 2))) }
    let wheels: [Rivet.Wheel] = try (1...6).map { _ in try factory["Wheel"] }
    #expect(wheels[0] !== wheels[1])
    #expect(wheels[2...].map(ObjectIdentifier.init) == (wheels[..<2] + wheels[..<2]).map(ObjectIdentifier.init))
  }

  @Test func `RIV-3: an expiring instance is made again when its time is over`() throws {
    let time = Mutex(Duration.zero)
    let minute = Expiring(lifetime: .seconds(60)) { time.withLock { $0 } }
    let container = try Container { Bind(Rivet.Wheel.init).in(.custom(minute)) }
    let first = try container.resolve(Rivet.Wheel.self)
    time.withLock { $0 = .seconds(59) }
    #expect(try container.resolve(Rivet.Wheel.self) === first)
    time.withLock { $0 = .seconds(60) }
    #expect(try container.resolve(Rivet.Wheel.self) !== first)
  }

  @Test func `RIV-3: a scope decides whether the factory runs, and a failure in it is kept by nobody`() throws {
    let calls = Counter()
    let container = try Container {
      Bind { () throws -> Rivet.Wheel in
        if calls.add() == 1 { throw Breakdown() }
        return Rivet.Wheel()
      }
      .in(.custom(Pool(size: 1)))
    }
    #expect(try failure { try container.resolve(Rivet.Wheel.self) }.code == .failed)
    #expect(try container.resolve(Rivet.Wheel.self) === container.resolve(Rivet.Wheel.self))
    #expect(calls.value == 2)
  }

  @Test func `RIV-4: bindings that name one scope never mix`() throws {
    let scope = Scope.Shared.custom(Pool(size: 1))
    let factory = try Container {
      NamedBind("A", needs: []) { _ in "a" }.in(scope)
      NamedBind("B", needs: []) { _ in "b" }.in(scope)
      NamedBind("C", needs: []) { _ in "c" }.in(.singleton)
      NamedBind("D", needs: []) { _ in "d" }.in(.singleton)
    }
    #expect(try ["A", "B", "C", "D", "B", "A"].map { try factory.resolve($0) } == ["a", "b", "c", "d", "b", "a"])
  }

  @Test func `RIV-5: two resolvers over one set of definitions share singletons, two containers do not`() throws {
    let definitions = Rivet.CarModule(profile: Rivet.production)
    let assembly = try Container(definitions)
    let first = try assembly.child()
    let second = try assembly.child()
    let car: Rivet.Car = try first["Car"]
    #expect(try second.resolve("Car") === car)
    #expect(try assembly.resolve("Car") === car)
    #expect(try Container(definitions).resolve("Car", as: Rivet.Car.self) !== car)
  }

  @Test func `RIV-5: two open scopes share singletons as well, and nothing else`() throws {
    enum Job: ScopeKind {}
    let container = try Container {
      Bind(Rivet.Engine.init).in(.singleton)
      Bind(Rivet.Wheel.init).in(.scoped(Job.self))
    }
    let first = try container.openScope(Job.self)
    let second = try container.openScope(Job.self)
    #expect(try first.resolve(Rivet.Engine.self) === second.resolve(Rivet.Engine.self))
    #expect(try first.resolve(Rivet.Wheel.self) !== second.resolve(Rivet.Wheel.self))
    try first.close()
    try second.close()
  }

  @Test func `RIV-30: a fixed sequence hands out its elements in turn, and says when it has ended`() throws {
    let wheels = [Rivet.Wheel(), Rivet.Wheel()]
    let container = try Container {
      Bind(Rivet.Wheel.init).in(.custom(FixedSequence(wheels[0], wheels[1])))
      NamedBind("Wheel", needs: []) { _ in 0 }.in(.custom(FixedSequence(7, 8)))
    }
    #expect(try container.resolve(Rivet.Wheel.self) === wheels[0])
    #expect(try container.resolve("Wheel") == 7)
    #expect(try container.resolve(Rivet.Wheel.self) === wheels[1])
    let error = try failure { try container.resolve(Rivet.Wheel.self) }
    #expect(error.code == .failed)
    #expect(error.underlying as? FixedSequence<Rivet.Wheel>.Ended == FixedSequence<Rivet.Wheel>.Ended(count: 2))
  }

  @Test func `RIV-30: declared needs are handed over, each made before the factory runs`() throws {
    let log = Log()
    let factory = try Container {
      NamedBind("Car", needs: ["Engine", "Radio"]) { values in
        log.add("car of \(values.names)")
        return try Rivet.Car(engine: values["Engine"], radio: values["Radio"], wheels: [])
      }
      NamedBind("Radio", needs: []) { _ in
        log.add("radio")
        return Rivet.Radio(frequency: 98)
      }
      NamedBind("Engine", needs: []) { _ in
        log.add("engine")
        return Rivet.Engine()
      }
    }
    _ = try factory.resolve("Car", as: Rivet.Car.self)
    #expect(log.lines == ["engine", "radio", "car of [\"Engine\", \"Radio\"]"])
    let declared = try Container(Rivet.DeclaredCarModule(profile: Rivet.production))
    #expect(declared.graph.bindings.first?.needs.map(\.key.description) == ["Engine", "Radio", "Wheels"])
    #expect(declared.report.diagnostics.isEmpty)
  }

  @Test func `RIV-30: a scope is entered and left, keeps what is made in it, and makes it again the next time`() throws {
    enum Drive: ScopeKind {}
    let log = Log()
    let container = try Container {
      Bind {
        log.add("made")
        return Rivet.Engine()
      }
      .in(.scoped(Drive.self)).onClose { _ in log.add("closed") }
    }
    #expect(try failure { try container.resolve(Rivet.Engine.self) }.code == .scopeNotOpen)
    var engines: [Rivet.Engine] = []
    for drive in 1...2 {
      try container.withScope(Drive.self) { scope in
        log.add("entered \(drive)")
        let engine = try scope.resolve(Rivet.Engine.self)
        #expect(try scope.resolve(Rivet.Engine.self) === engine)
        engines.append(engine)
      }
      log.add("left \(drive)")
    }
    #expect(engines[0] !== engines[1])
    #expect(
      log.lines == ["entered 1", "made", "closed", "left 1", "entered 2", "made", "closed", "left 2"])
  }

  @Test func `RIV-30: a class and an identifier are a key, and a value, an initialiser and properties are providers`() throws {
    final class Gauge: @unchecked Sendable {  // SAFETY: stays in this test.
      let unit: String
      var radio: Rivet.Radio?
      init(unit: String) { self.unit = unit }
    }
    let container = try Container {
      Bind(instance: "bar")
      Bind(instance: "psi").named("imperial")
      Bind { Rivet.Radio(frequency: 98) }.in(.singleton)
      Bind(Gauge.init(unit:)).require(\.radio)
      Bind(Gauge.init(unit:)).needs(String.self, named: "imperial").require(\.radio).named("imperial")
    }
    let (metric, imperial) = try (container.resolve(Gauge.self), container.resolve(Gauge.self, named: "imperial"))
    #expect([metric.unit, imperial.unit] == ["bar", "psi"])
    #expect(try metric.radio === container.resolve(Rivet.Radio.self) && metric.radio === imperial.radio)
  }

  @Test func `RIV-30: a pool keeps what it made for each name, and code that asks the container has it, too`() throws {
    let pool = Scope.Shared.custom(Pool(size: 1))
    let factory = try Container {
      NamedBind("Wheel", Rivet.Wheel.init).in(pool)
      NamedBind("Spare", Rivet.Wheel.init).in(pool)
      NamedBind("Axle", needs: ["Wheel", "Wheel"]) { (left: Rivet.Wheel, right: Rivet.Wheel) in [left, right] }
    }
    let wheel: Rivet.Wheel = try factory["Wheel"]
    #expect(try factory.resolve("Axle", as: [Rivet.Wheel].self).allSatisfy { $0 === wheel })
    let provider: Provider<Rivet.Wheel> = try factory["Wheel Provider"]
    #expect(try provider.make() === wheel)
    #expect(try factory.resolve("Spare", as: Rivet.Wheel.self) !== wheel)
  }
}
