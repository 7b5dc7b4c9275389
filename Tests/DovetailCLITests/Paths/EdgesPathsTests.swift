// SPDX-License-Identifier: Apache-2.0
import DovetailCLI
import DovetailChecks
import GraphSketches
import Testing

@Suite struct `Shortest paths` {
  private static func paths(_ needs: [[Int]], from sources: [Int], to target: Int, limit: Int = 10) -> ([[Int]], Int, Bool) {
    let paths = Edges.PathSearch(over: Edges(needs), from: sources).paths(to: target, limit: limit)
    return (paths.routes.map { route in route.map(\.from) + [target] }, paths.count, paths.isReached)
  }

  @Test func `are all found, in the order of declaration`() {
    let diamond = [[1, 2, 4], [3], [3], [], [5], [3]]
    let found = Self.paths(diamond, from: [0], to: 3)
    #expect(found.0 == [[0, 1, 3], [0, 2, 3]])
    #expect(found.1 == 2)
  }

  @Test func `are one where one binding needs the next more than once`() {
    let found = Self.paths([[1, 1, 1], [2, 2], []], from: [0], to: 2)
    #expect(found.0 == [[0, 1, 2]])
    #expect(found.1 == 1)
  }

  @Test func `begin at the nearest source`() {
    #expect(Self.paths([[1], [2], [], [2]], from: [0, 3], to: 2).0 == [[3, 2]])
  }

  @Test func `do not run round loops`() {
    #expect(Self.paths([[1], [0, 2], []], from: [0], to: 2).0 == [[0, 1, 2]])
  }

  @Test func `to a source itself have no steps, and to others there are none`() {
    let own = Self.paths([[1], [0]], from: [0], to: 0)
    #expect(own.0.isEmpty && own.1 == 0 && own.2)
    let other = Self.paths([[], []], from: [0], to: 1)
    #expect(other.0.isEmpty && other.1 == 0 && !other.2)
  }

  @Test func `are counted even where nobody can list them`() {
    // Seventy diamonds one after the other: 2^70 ways.
    var needs: [[Int]] = []
    for diamond in 0..<70 {
      let first = diamond * 3
      needs += [[first + 1, first + 2], [first + 3], [first + 3]]
    }
    needs.append([])
    let found = Self.paths(needs, from: [0], to: 210, limit: 4)
    #expect(found.0.count == 4)
    #expect(found.1 == .max)
    #expect(found.0.allSatisfy { $0.count == 141 })
  }

  @Test(arguments: [
    ([], 0), ([[]], 1), ([[1], [2], []], 3), ([[1, 2], [2], []], 3), ([[1], [2], [0, 3], []], 2), ([[0]], 1),
  ])
  func `have a longest one, in which a loop counts once`(needs: [[Int]], depth: Int) {
    #expect(Edges(needs).depth() == depth)
  }
}
