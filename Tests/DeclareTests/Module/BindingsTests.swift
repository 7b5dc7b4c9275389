// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Testing
import TestSupport

@Suite struct `Bindings as values` {
  private typealias Builder = BindingsBuilder

  private static func keys(_ bindings: Bindings) throws -> [String] {
    try Container { bindings }.graph.bindings.map(\.key.description)
  }

  private static func number(_ number: Int) -> Bindings { Builder.buildExpression(Bind(instance: number).named("\(number)")) }

  @Test func `two lists that begin with the same one go on for themselves`() throws {
    let start = Builder.buildBlock(Self.number(1), Self.number(2))
    let one = Builder.buildBlock(start, Self.number(3))
    let other = Builder.buildBlock(start, Self.number(4))
    let longer = Builder.buildBlock(one, Self.number(5))
    #expect(try Self.keys(start) == ["Int named \"1\"", "Int named \"2\""])
    #expect(try Self.keys(one) == ["Int named \"1\"", "Int named \"2\"", "Int named \"3\""])
    #expect(try Self.keys(other) == ["Int named \"1\"", "Int named \"2\"", "Int named \"4\""])
    #expect(try Self.keys(longer) == ["Int named \"1\"", "Int named \"2\"", "Int named \"3\"", "Int named \"5\""])
  }

  @Test func `a list can be joined with itself`() throws {
    let list = Builder.buildBlock(Self.number(1), Self.number(2))
    let twice = Builder.buildBlock(list, list)
    let error = #expect(throws: GraphError.self) { try Container { twice } }
    #expect(error?.report.diagnostics.map(\.id) == [.duplicateBinding, .duplicateBinding])
    #expect(try Self.keys(list) == ["Int named \"1\"", "Int named \"2\""])
  }
}
