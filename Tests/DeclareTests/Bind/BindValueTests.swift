// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Testing
import CoreTestSupport
import TestSupport

@Suite struct `A bind is a value` {
  private static func scopes(_ binds: Bind<Wheel>...) throws -> [String] {
    try Container { for bind in binds { bind } }.graph.bindings.map { "\($0.key) \($0.scope)" }
  }

  @Test func `what is made of it leaves it as it was`() throws {
    let bind = Bind(Wheel.init)
    let shared = bind.in(.singleton).named("shared")
    let other = bind.named("shared").named("other").in(.graph)
    #expect(
      try Self.scopes(bind, shared, other) == [
        "Wheel transient", "Wheel named \"shared\" singleton", "Wheel named \"other\" graph",
      ])
  }

  @Test func `hooks of one are not those of the other`() throws {
    let log = Log()
    let bind = Bind(Wheel.init).onCreate { _ in log.add("both") }
    let one = bind.onCreate { _ in log.add("one") }.named("one")
    let other = bind.onCreate { _ in log.add("other") }.named("other")
    let container = try Container {
      one
      other
    }
    _ = try container.resolve(Wheel.self, named: "one")
    #expect(log.lines == ["both", "one"])
    _ = try container.resolve(Wheel.self, named: "other")
    #expect(log.lines == ["both", "one", "both", "other"])
  }
}
