// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Testing
import CoreTestSupport
import TestSupport

private struct Trailer: Sendable {
  let wheel: Wheel
}

@Suite struct ResolutionErrorTests {
  private func text(_ request: () throws -> some Any) -> String {
    #expect(throws: ResolutionError.self) { _ = try request() }?.description ?? "no ResolutionError"
  }

  @Test func `missing shows what nearly matched, and what to do`() throws {
    let container = try Container {
      Bind(Wheel.init, fileID: "Garage/Wheels.swift", line: 4, column: 5).named("spare")
      Bind({ Road() }, fileID: "Garage/Roads.swift", line: 8, column: 5)
    }
    #expect(
      text { try container.resolve(Wheel.self, named: "spair") } == """
        error: [missing-binding] nothing is bound for 'Wheel' named "spair"
          similar: 'Wheel' named "spare" (Wheels.swift:4)
          help: bind it in a module, or use resolveIfBound(_:)
        """)
    #expect(
      text { try container.resolve(Wheel.self) } == """
        error: [missing-binding] nothing is bound for 'Wheel'
          similar: 'Wheel' named "spare" (Wheels.swift:4)
          help: bind it in a module, resolve the one named "spare", or use resolveIfBound(_:)
        """)
    #expect(
      text { try container.resolve(Radio.self) } == """
        error: [missing-binding] nothing is bound for 'Radio'
          help: bind it in a module, or use resolveIfBound(_:)
        """)
  }

  @Test func `closed says that a scope was opened, not resolved`() throws {
    let container = try Container { Opens(Yard.self) }
    try container.close()
    let error = #expect(throws: ResolutionError.self) { try container.openScope(Yard.self) }
    #expect(
      error?.description == """
        error: [closed] the scope 'Yard' was opened after the container had closed
          help: open it before that
        """)
  }

  @Test func `closed says what had closed`() throws {
    let container = try Container { Bind { Road() } }
    try container.close()
    #expect(
      text { try container.resolve(Road.self) } == """
        error: [closed] 'Road' was resolved after the container had closed
          help: resolve it while it is open, and keep what is needed afterwards
        """)
  }

  @Test func `a scope that is not open shows the way to what lives in it`() throws {
    let container = try Container {
      Bind(Trailer.init, fileID: "Garage/Yard.swift", line: 6, column: 5)
      Bind(Wheel.init, fileID: "Garage/Yard.swift", line: 7, column: 5).in(.scoped(Yard.self))
    }
    #expect(
      text { try container.resolve(Trailer.self) } == """
        error: [scope-not-open] 'Wheel' lives in the scope 'Yard', which is not open here
          Yard.swift:7:5
          Trailer -> Wheel
            Trailer   Yard.swift:6   transient in inline module
            Wheel     Yard.swift:7   scoped(Yard) in inline module
          help: resolve it inside withScope(Yard.self) { scope in … }
        """)
  }

  @Test func `unknown kinds and kinds without their parent say how to open them`() throws {
    let container = try Container { Opens(Bench.self) }
    #expect(
      text { try container.openScope(Yard.self) } == """
        error: [scope-not-open] no module declares that scopes 'Yard' are opened
          help: bind something .in(.scoped(Yard.self)), or list Opens(Yard.self) in a module
        """)
    #expect(
      text { try container.openScope(Bench.self) } == """
        error: [scope-not-open] a scope 'Bench' opens inside a scope 'Workshop', and none is open here
          help: open it from the scope that withScope(Workshop.self, …) { scope in … } gives
        """)
  }

  @Test func `wrong arguments name both lists and how to ask`() throws {
    let container = try Container {
      Bind(Radio.init, fileID: "Garage/Radio.swift", line: 2, column: 3).arguments(Double.self)
      Bind({ Road() }, fileID: "Garage/Radio.swift", line: 3, column: 3)
    }
    #expect(
      text { try container.resolve(Radio.self, arguments: "102.8") } == """
        error: [wrong-arguments] 'Radio' is made with the arguments (Double), not (String)
          Radio.swift:2:3
            Radio   Radio.swift:2   transient in inline module
          help: use a Factory<Radio, Double>, or resolve(…, arguments: … as Double)
        """)
    #expect(
      text { try container.resolve(Road.self, arguments: 1) } == """
        error: [wrong-arguments] 'Road' is made with the arguments (), not (Int)
          Radio.swift:3:3
            Road   Radio.swift:3   transient in inline module
          help: resolve it without arguments
        """)
  }

  @Test func `a name with line breaks and quotes cannot forge a finding`() throws {
    let container = try Container {}
    let name = "x\"\nerror: [forged] y"
    #expect(
      text { try container.resolve(Road.self, named: name) } == #"""
        error: [missing-binding] nothing is bound for 'Road' named "x\"\nerror: [forged] y"
          help: bind it in a module, or use resolveIfBound(_:)
        """#)
  }

  @Test(arguments: [
    (ResolutionError.Code.missing, "missing-binding"), (.failed, "failed-factory"), (.cycle, "dependency-cycle"),
    (.closed, "closed"), (.scopeNotOpen, "scope-not-open"), (.wrongArguments, "wrong-arguments"), (.tooDeep, "too-deep"),
    (.unshareable, "unshareable-value"),
  ]) func `a code has a stable ID, the one of the check that finds the same`(code: ResolutionError.Code, id: String) {
    #expect(code.description == id)
    #expect(code.diagnosticID.rawValue == id)
  }

  @Test func `types that read alike are told apart`() throws {
    enum Front { struct Lamp {} }
    enum Rear { struct Lamp {} }
    let container = try Container {
      Bind { Front.Lamp() }
    }
    let text = text { try container.resolve(Rear.Lamp.self) }
    #expect(text.contains("Rear.Lamp"), "\(text)")
    #expect(text.contains("Front.Lamp"), "\(text)")
  }
}
