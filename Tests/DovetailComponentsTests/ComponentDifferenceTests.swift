// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailComponents
import Testing
import CoreTestSupport
import TestSupport

/// What components of one type read need not be the same: what is known of those before is never shown for another one.
@Suite struct ComponentDifferenceTests {
  final class Crossing: Component, Sendable {
    let instances = Instances(observing: true)
    let way: String
    let yard: ComponentMemberTests.Yard?

    init(_ way: String, _ yard: ComponentMemberTests.Yard? = nil) { (self.way, self.yard) = (way, yard) }

    var left: Road { single { Road(name: "left") } }
    var right: Road { single { Road(name: "right") } }
    var chosen: Road { transient { way == "left" ? left : right } }
    var end: Road { single { Road(name: "end of \(yard?.gate.name ?? chosen.name)") } }
    var late: Road { single { Road(name: "late, from \(way == "back" ? end.name : left.name)") } }
    var loop: Road { get throws { try single { () throws in way == "round" ? try back : left } } }
    var back: Road { get throws { try transient { () throws in try loop } } }
  }

  private func edges(_ crossing: Crossing) throws -> [String] {
    let graph = try crossing.graph()
    let names = graph.bindings.map { $0.key.name ?? "" }
    return graph.observed.map { "\(names[$0.from]) reads \(names[$0.to])" }
  }

  @Test func `each shows what it has read itself`() throws {
    for _ in 0..<3 {
      let (left, right) = (Crossing("left"), Crossing("right"))
      _ = (left.end, right.end)
      #expect(try edges(left) == ["end reads chosen", "chosen reads left"])
      #expect(try edges(right) == ["end reads chosen", "chosen reads right"])
      #expect(try left.graph().bindings.map(\.key.name) == ["end", "chosen", "left"])
    }
  }

  @Test func `a member that none before it has read is shown, and one that all have read is not`() throws {
    for _ in 0..<2 { _ = Crossing("left").late }
    let back = Crossing("back")
    _ = back.late
    #expect(try edges(back) == ["late reads end", "end reads chosen", "chosen reads right"])
    #expect(try back.graph().roots.map { $0.key.name } == ["late"])
  }

  @Test func `other components are those that it has read`() throws {
    let (near, far) = (ComponentMemberTests.Yard(observing: true), ComponentMemberTests.Yard(observing: true))
    for yard in [near, far, nil, near] {
      let crossing = Crossing("left", yard)
      _ = (crossing.end, crossing.end)
      #expect(try edges(crossing) == (yard == nil ? ["end reads chosen", "chosen reads left"] : ["end reads gate"]))
    }
    #expect(try near.graph().observed.isEmpty)
  }

  @Test func `an override shows wherever the member is read, whatever was read before`() throws {
    for _ in 0..<2 { _ = Crossing("left").end }
    let (left, right) = (Crossing("left"), Crossing("right"))
    let (leftEnd, rightEnd) = (left.end, right.end)
    for crossing in [left, right] { try crossing.override(\.left, with: Road(name: "bridge")) }
    #expect(left.end !== leftEnd && left.end.name == "end of bridge")
    #expect(right.end !== rightEnd && right.end.name == "end of right")
  }

  @Test func `a circle that those before it did not have is an error with the whole path`() throws {
    for _ in 0..<2 { _ = try Crossing("left").loop }
    let round = Crossing("round")
    for _ in 0..<2 {
      #expect(
        failure { try round.loop } == """
          [dependency-cycle] 'loop' is needed while it is being built
          loop -> back -> loop
          """)
    }
    #expect(try edges(round) == ["loop reads back", "back reads loop"])
  }

  @Test func `threads that make one member at once note all that each of them has read`() throws {
    let wrong = Counter()
    for round in 0..<200 {
      let crossing = Crossing(round % 2 == 0 ? "left" : "right")
      Threads.run(4) { number in _ = number % 2 == 0 ? crossing.chosen : crossing.end }
      let expected = round % 2 == 0 ? "left" : "right"
      if try edges(crossing).sorted() != ["chosen reads \(expected)", "end reads chosen"] { wrong.add() }
    }
    #expect(wrong.value == 0)
  }
}
