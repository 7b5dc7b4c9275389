// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Testing
import CoreTestSupport
import TestSupport

/// Has several initialisers, each with needs: `Bind(Wagon.init)` is refused as ambiguous.
private final class Wagon: Sendable {
  let wheels: Int

  init(spare: Wheel) { wheels = 1 }

  init(_: Wheel, _: Wheel, _: Wheel, _: Wheel, _: Wheel, _: Wheel, spare: Wheel) { wheels = 7 }
}

/// Handed over as it is, this initialiser crashes the compiler.
private struct Convoy: Sendable {
  let wheels: [Wheel]

  init(_ wheels: Wheel...) { self.wheels = wheels }
}

@Suite struct SeveralInitialisersTests {
  @Test func `of several initialisers the one is bound that is named with its labels`() throws {
    let container = try Container {
      Bind(Wheel.init)
      Bind(Wagon.init(spare:))
      Bind(Wagon.init(_:_:_:_:_:_:spare:)).named("long")
      Bind { (spare: Wheel) in Wagon(spare: spare) }.named("closure")
    }
    #expect(try container.resolve(Wagon.self).wheels == 1)
    #expect(try container.resolve(Wagon.self, named: "long").wheels == 7)
    #expect(try container.resolve(Wagon.self, named: "closure").wheels == 1)
  }

  @Test func `an initialiser with a variadic parameter is called by a closure`() throws {
    let container = try Container {
      Bind(Wheel.init).in(.singleton)
      Bind { (first: Wheel, second: Wheel) in Convoy(first, second) }
    }
    #expect(try container.resolve(Convoy.self).wheels.count == 2)
  }
}
