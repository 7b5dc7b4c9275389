// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Testing
import TestSupport

/// Where run-time arguments lie.
@Suite struct ArgumentPositionTests {
  @Test func `arguments lie where their alignment asks for`() throws {
    typealias Wide = SIMD16<Double>
    let container = try Container {
      Bind { (odd: Bool, wide: Wide, byte: UInt8, again: Wide) in (odd ? wide : again) * Double(byte) }
        .arguments(Bool.self, Wide.self, UInt8.self, Wide.self)
    }
    #expect(
      try container.resolve(Wide.self, arguments: true, Wide(repeating: 2), 3 as UInt8, Wide(repeating: 5)) == Wide(repeating: 6))
    #expect(
      try container.resolve(Wide.self, arguments: false, Wide(repeating: 2), 3 as UInt8, Wide(repeating: 5))
        == Wide(repeating: 15))
  }

  @Test func `an argument lives as long as its request, whatever becomes of the request`() throws {
    let alive = Counter()
    let container = try Container {
      Bind { (tracked: Tracked, number: Int) throws in
        if number < 0 { throw Breakdown() }
        return [tracked].count + number
      }.arguments(Tracked.self, Int.self)
    }
    for number in [1, -1] { _ = try? container.resolve(Int.self, arguments: Tracked(alive), number) }
    #expect(throws: ResolutionError.self) { try container.resolve(Int.self, arguments: Tracked(alive)) }
    #expect(throws: ResolutionError.self) { try container.resolve(Int.self, arguments: 1, Tracked(alive)) }
    #expect(throws: ResolutionError.self) { try container.resolve(Int.self, arguments: Tracked(alive), 1, "more") }
    #expect(alive.value == 0)
    #expect(try container.resolve(Int.self, arguments: Tracked(alive), 4) == 5)
    #expect(alive.value == 0)
  }
}
