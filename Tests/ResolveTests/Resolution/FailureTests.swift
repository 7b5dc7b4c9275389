// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Testing
import CoreTestSupport
import TestSupport

/// One of ten parts of a car that need each other in turn.
private struct Part: Sendable {
  let number: Int
}

/// Ten parts, of which the fifth fails as often as told; each counts how often it is made.
private struct PartsModule: Module {
  let failures: Int
  let attempts: Counter
  let made: Log

  var bindings: Bindings {
    for number in 1...9 {
      Bind(
        { [failures, attempts, made] (_: Part) throws -> Part in
          if number == 5, attempts.add() <= failures { throw Breakdown("part \(attempts.value)") }
          made.add("\(number)")
          return Part(number: number)
        }, fileID: "Garage/PartsModule.swift", line: UInt(number), column: 3
      ).named("\(number)").needs(Part.self, named: "\(number + 1)").in(.singleton)
    }
    Bind(
      { [made] in
        made.add("10")
        return Part(number: 10)
      }, fileID: "Garage/PartsModule.swift", line: 10, column: 3
    ).named("10").in(.singleton)
  }
}

@Suite struct FailureTests {
  @Test func `a factory that fails half-way through a graph of ten leaves everything as it was above it`() throws {
    let (attempts, made) = (Counter(), Log())
    let container = try Container(PartsModule(failures: 2, attempts: attempts, made: made))
    for attempt in 1...2 {
      #expect(
        failure { try container.resolve(Part.self, named: "1") } == """
          [failed-factory] the factory of 'Part' named "5" threw: Breakdown(reason: "part \(attempt)")
          Part named "1" -> Part named "2" -> Part named "3" -> Part named "4" -> Part named "5"
          """)
      #expect(made.lines == ["10", "9", "8", "7", "6"], "what was built stays, nothing above is")
    }
    #expect(try container.resolve(Part.self, named: "1").number == 1)
    #expect(made.lines == ["10", "9", "8", "7", "6", "5", "4", "3", "2", "1"])
    #expect(attempts.value == 3)
  }

  @Test func `the error's text shows the way, the places, the scopes and what to do`() throws {
    let container = try Container(PartsModule(failures: 1, attempts: Counter(), made: Log()))
    let error = #expect(throws: ResolutionError.self) { try container.resolve(Part.self, named: "3") }
    #expect(
      error?.description == """
        error: [failed-factory] the factory of 'Part' named "5" threw: Breakdown(reason: "part 1")
          PartsModule.swift:5:3
          Part named "3" -> Part named "4" -> Part named "5"
            Part named "3"   PartsModule.swift:3   singleton in PartsModule
            Part named "4"   PartsModule.swift:4   singleton in PartsModule
            Part named "5"   PartsModule.swift:5   singleton in PartsModule
          help: fix the cause and resolve it again: nothing of the failed attempt was kept
        """)
    #expect(error?.code == .failed)
    #expect(error?.key == #"Part named "5""#)
    #expect(error?.location.line == 5)
    #expect(error?.underlying as? Breakdown == Breakdown("part 1"))
  }

  @Test(arguments: [Scope.Unshared.transient, .graph]) func `a failure of what is not shared is retried as well`(
    scope: Scope.Unshared
  ) throws {
    let attempts = Counter()
    let container = try Container {
      Bind { () throws -> Road in
        if attempts.add() == 1 { throw Breakdown() }
        return Road()
      }.in(scope)
    }
    #expect(throws: ResolutionError.self) { try container.resolve(Road.self) }
    #expect(try container.resolve(Road.self).name == "Route 66")
  }

  @Test func `failures of weak and scoped instances are not kept either`() throws {
    let attempts = Counter()
    @Sendable func build() throws -> Road {
      if attempts.add() % 2 == 1 { throw Breakdown() }
      return Road()
    }
    let container = try Container {
      Bind(build).in(.weak)
      Bind(build).named("scoped").in(.scoped(Yard.self))
    }
    #expect(throws: ResolutionError.self) { try container.resolve(Road.self) }
    #expect(try container.resolve(Road.self).name == "Route 66")
    let scope = try container.openScope(Yard.self)
    #expect(throws: ResolutionError.self) { try scope.resolve(Road.self, named: "scoped") }
    #expect(try scope.resolve(Road.self, named: "scoped") === scope.resolve(Road.self, named: "scoped"))
  }

  @Test func `a factory may catch what its resolver throws and go on`() throws {
    let container = try Container {
      Bind { (resolver: any Resolver) in (try? resolver.resolve(Radio.self)) ?? Radio(frequency: 0) }.named("any")
      Bind { () throws -> Radio in throw Breakdown() }
    }
    #expect(try container.resolve(Radio.self, named: "any").frequency == 0)
  }

  @Test func `an error of the framework that a factory hands on keeps its code and its way`() throws {
    let container = try Container {
      Bind { (resolver: any Resolver) in Axle(left: try resolver.resolve(.front), right: try resolver.resolve(.spare)) }
      Bind(Wheel.init).named(.front)
    }
    #expect(
      failure { try container.resolve(Axle.self) } == """
        [missing-binding] nothing is bound for 'Wheel' named "spare"
        Axle
        """)
  }

  @Test func `an optional factory that gives nil is no failure`() throws {
    let container = try Container {
      Bind(Radio?.self) { (frequency: Double) in frequency > 0 ? Radio(frequency: frequency) : nil }
      Bind { -1.0 }
      Bind { (radio: Radio?) in radio.map { "\($0.frequency)" } ?? "silence" }
    }
    #expect(try container.resolve(String.self) == "silence")
    #expect(try container.resolve(Radio?.self) == nil)
  }

  @Test func `what was made before a failure in the same request is closed with the container`() throws {
    let log = Log()
    let container = try Container {
      Bind { (_: Wheel) throws -> Road in throw Breakdown() }.in(.singleton).onClose { _ in log.add("road") }
      Bind(Wheel.init).in(.singleton).onClose { _ in log.add("wheel") }
    }
    #expect(throws: ResolutionError.self) { try container.resolve(Road.self) }
    try container.close()
    #expect(log.lines == ["wheel"])
  }
}
