// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Testing

@Suite struct `Bindings as values` {
  private typealias Builder = BindingsBuilder

  private static func keys(_ bindings: Bindings) throws -> [String] {
    try Container { bindings }.graph.bindings.map(\.key.description)
  }

  private static func number(_ number: Int) -> Bindings { Builder.buildExpression(Bind(instance: number).named("\(number)")) }

  @Test func `two lists that begin with the same one go on for themselves`() throws {
    let start = Builder.buildPartialBlock(accumulated: Self.number(1), next: Self.number(2))
    let one = Builder.buildPartialBlock(accumulated: start, next: Self.number(3))
    let other = Builder.buildPartialBlock(accumulated: start, next: Self.number(4))
    let longer = Builder.buildPartialBlock(accumulated: one, next: Self.number(5))
    #expect(try Self.keys(start) == ["Int named \"1\"", "Int named \"2\""])
    #expect(try Self.keys(one) == ["Int named \"1\"", "Int named \"2\"", "Int named \"3\""])
    #expect(try Self.keys(other) == ["Int named \"1\"", "Int named \"2\"", "Int named \"4\""])
    #expect(try Self.keys(longer) == ["Int named \"1\"", "Int named \"2\"", "Int named \"3\"", "Int named \"5\""])
  }

  @Test func `a list can be joined with itself`() throws {
    let list = Builder.buildPartialBlock(accumulated: Self.number(1), next: Self.number(2))
    let twice = Builder.buildPartialBlock(accumulated: list, next: list)
    let error = #expect(throws: GraphError.self) { try Container { twice } }
    #expect(error?.report.diagnostics.map(\.id) == [.duplicateBinding, .duplicateBinding])
    #expect(try Self.keys(list) == ["Int named \"1\"", "Int named \"2\""])
  }

  @Test func `threads that go on with the same list do not see each other`() async throws {
    let start = Builder.buildPartialBlock(accumulated: Self.number(1), next: Self.number(2))
    let lists = await withTaskGroup { group in
      for number in 3..<103 { group.addTask { Builder.buildPartialBlock(accumulated: start, next: Self.number(number)) } }
      return await group.reduce(into: [Bindings]()) { $0.append($1) }
    }
    let last = try lists.map { try Self.keys($0) }.map { keys in
      #expect(keys.count == 3)
      return keys[2]
    }
    #expect(Set(last) == Set((3..<103).map { "Int named \"\($0)\"" }))
  }
}
