// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Testing
import TestSupport

/// Counts how often its values are compared.
private struct Counted: Module, Hashable {
  let number: Int
  let comparisons: Counter
  var bindings: Bindings { Bind { [number] in number }.named("\(number)") }

  static func == (left: Self, right: Self) -> Bool {
    left.comparisons.add()
    return left.number == right.number
  }

  func hash(into hasher: inout Hasher) { hasher.combine(number) }
}

/// As ``Counted``, without a hash.
private struct Compared: Module, Equatable {
  let number: Int
  let comparisons: Counter
  var bindings: Bindings { Bind { [number] in number }.named("\(number)") }

  static func == (left: Self, right: Self) -> Bool {
    left.comparisons.add()
    return left.number == right.number
  }
}

/// An object is equal to itself alone.
private final class Part: Module {
  let number: Int
  init(_ number: Int) { self.number = number }
  var bindings: Bindings { Bind { [number] in number }.named("\(number)") }
}

/// Cannot be compared.
private struct Loose: Module {
  let number: Int
  var bindings: Bindings { Bind { [number] in number }.named("\(number)") }
}

@Suite struct ManyModulesTests {
  @Test func `of thousands of modules that have a hash each is compared with those of the same hash only`() throws {
    let comparisons = Counter()
    let container = try Container {
      for number in 0..<4_000 { Include(Counted(number: number, comparisons: comparisons)) }
      for number in 0..<4_000 { Include(Counted(number: number, comparisons: comparisons)) }
    }
    #expect(container.graph.modules.count == 4_001)
    // A dictionary compares a key with the few that lie where it is looked for.
    #expect((4_000..<100_000).contains(comparisons.value), "\(comparisons.value)")
  }

  @Test func `modules without a hash are compared once with each before them, and the first equal one counts`() throws {
    let comparisons = Counter()
    let graph = try Container {
      for number in 0..<100 { Include(Compared(number: number, comparisons: comparisons)) }
      Include(Compared(number: 0, comparisons: comparisons))
    }.graph
    #expect(graph.modules[0].includes == Array(1...100) + [1])
    #expect(comparisons.value == 99 * 100 / 2 + 1)
  }

  @Test(.timeLimit(.minutes(15)), arguments: ["inline", "objects", "values that cannot be compared"])
  func `tens of thousands of modules that are never equal are read without looking at each other`(kind: String) throws {
    let count = 30_000
    let graph = try Container {
      for number in 0..<count {
        switch kind {
        case "inline": Include(InlineModule { Bind { number }.named("\(number)") })
        case "objects": Include(Part(number))
        default: Include(Loose(number: number))
        }
      }
    }.graph
    #expect(graph.modules.count == count + 1)
    #expect(graph.bindings.count == count)
  }

  @Test(.timeLimit(.minutes(15)))
  func `thousands of overrides take the parts along that their binds are in other collections`() throws {
    let count = 15_000
    @Sendable func bind(_ value: Int, _ number: Int) -> Bind<Int> {
      Bind { value }.named("\(number)").contribute(to: String.self, key: "\(number)") { "\($0)" }
    }
    let graph = try Container {
      for number in 0..<count { bind(1, number) }
      for number in 0..<count { bind(2, number).override }
    }.graph
    // Each override takes the place of a bind, and its part that of the bind's part.
    #expect(graph.bindings.count == 3 * count)
    #expect(graph.bindings.count { $0.contribution != nil } == count)
  }
}
