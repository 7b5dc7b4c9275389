// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailComponents
import Testing
import CoreTestSupport
import TestSupport

/// Members that stand, are aligned and end in every way, in components one after the other.
@Suite struct ComponentMemberTests {
  final class Yard: Component, Sendable {
    let instances: Instances
    let log = Log()

    init(observing: Bool = false) { instances = Instances(observing: observing) }

    var gate: Road { single(onClose: { [log] in log.add("closed \($0.name)") }) { Road(name: "gate") } }
    var path: Road { single(onClose: { [log] in log.add("closed \($0.name)") }) { Road(name: "path to the \(gate.name)") } }
    var lane: Road { transient { Road(name: "lane to the \(gate.name)") } }
    var wide: SIMD16<Double> { single { SIMD16(repeating: 7) } }
    // swift-format-ignore
    var left: Road { single { Road(name: "left") } };    var right: Road { single { Road(name: "right") } }
    var shaky: Road {
      get throws {
        try single { () throws in
          if log.lines.isEmpty {
            log.add("failed")
            throw Breakdown()
          }
          return Road(name: "shaky")
        }
      }
    }

    func readAll() { _ = (gate, path, lane, wide, left, right, try? shaky, try? shaky) }

    /// One that comes after another one.
    static func known(observing: Bool = false) -> Yard {
      Yard(observing: observing).readAll()
      return Yard(observing: observing)
    }
  }

  @Test func `only what was read of it is in its graph, in its own order`() throws {
    let yard = Yard.known(observing: true)
    #expect(try yard.graph().bindings.isEmpty)
    _ = (yard.lane, yard.right, yard.path)
    #expect(try yard.graph().bindings.map(\.key.name) == ["lane", "gate", "right", "path"])
    #expect(try yard.graph().observed == [Graph.ObservedEdge(from: 0, to: 1), Graph.ObservedEdge(from: 3, to: 1)])
  }

  @Test func `it makes each of its members once, wherever they stand and whatever they are aligned to`() {
    let (yard, other) = (Yard.known(), Yard.known())
    #expect(yard.left === yard.left && yard.right === yard.right && yard.left.name == "left" && yard.right.name == "right")
    #expect(yard.wide == SIMD16(repeating: 7) && yard.wide == other.wide)
    #expect(yard.gate === yard.gate && yard.gate !== other.gate)
    #expect(yard.lane !== yard.lane)
  }

  /// A key that is an object: its class says which are equal, those of subclasses too.
  class Plate: Hashable, @unchecked Sendable {
    let number: Int
    init(_ number: Int) { self.number = number }
    static func == (left: Plate, right: Plate) -> Bool { left.number == right.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }
  }

  final class ForeignPlate: Plate, @unchecked Sendable {}

  final class Lot: Component, Sendable {
    let instances = Instances()

    func space(_ key: some Hashable & Sendable) -> Road { single(key: key) { Road() } }
    func visitor(_ key: some Hashable & Sendable) -> Road { weak(key: key) { Road() } }
    func gate(_ key: some Hashable & Sendable) async throws -> Road { try await single(key: key) { () async in Road() } }
    func closed(_ key: some Hashable & Sendable) -> Road { single(key: key, onClose: { (_: Road) in }) { Road() } }
  }

  @Test func `keys are equal only if they are of one type, in every member that has keys`() async throws {
    let lot = Lot()
    let keys: [any Hashable & Sendable] = [
      1, 1.0, Float(1), UInt64(1), Int8(1), Optional(1), Optional(1.0), Optional(Optional(1)), [1], [1.0], [Optional(1)],
      Int?.none,
      String?.none, Optional(Int?.none), "1", Substring("1"), Character("1"), ["1": 1], ["1": 1.0], Set([1]), Set([1.0]),
    ]
    func different(_ roads: [Road]) -> Int { Set(roads.map { ObjectIdentifier($0) }).count }
    #expect(different(keys.map { lot.space($0) }) == keys.count)
    #expect(different(keys.map { lot.closed($0) }) == keys.count)
    let visitors = keys.map { lot.visitor($0) }
    #expect(different(visitors) == keys.count)
    var gates: [Road] = []
    for key in keys { gates.append(try await lot.gate(key)) }
    #expect(different(gates) == keys.count)
    #expect(keys.allSatisfy { lot.space($0) === lot.space($0) })
    #expect(keys.map { lot.visitor($0) }.elementsEqual(visitors, by: ===))
  }

  @Test func `keys that are objects are equal as their class says, subclasses too`() {
    let lot = Lot()
    #expect(lot.space(Plate(1)) === lot.space(Plate(1)) && lot.space(Plate(1)) === lot.space(ForeignPlate(1)))
    #expect(lot.space(Plate(1)) !== lot.space(Plate(2)))
  }

  @Test func `its members are replaced before first use, and nothing is made for it`() throws {
    let yard = Yard.known()
    try yard.override(\.gate, with: Road(name: "fence"))
    #expect(yard.path.name == "path to the fence" && yard.lane.name == "lane to the fence")
    try yard.override(\.lane, with: Road(name: "track"))
    #expect(yard.lane.name == "track" && yard.lane.name == "track")
    try yard.close()
    #expect(yard.log.lines == ["closed path to the fence", "closed fence"])
  }

  @Test func `what replaces its members inside withOverrides ends there`() throws {
    let yard = Yard.known()
    let inside = try withOverrides {
      try yard.override(\.gate, with: Road(name: "fence"))
      return [yard.path.name, yard.lane.name]
    }
    #expect(inside == ["path to the fence", "lane to the fence"])
    #expect([yard.path.name, yard.lane.name] == ["path to the gate", "lane to the gate"])
  }

  @Test func `it is closed newest first, and fails as the first one does`() throws {
    let yard = Yard.known()
    #expect(
      failure { try yard.shaky }
        == "[failed-factory] the factory of 'shaky' threw: Breakdown(reason: \"out of fuel\")\nshaky")
    #expect(try yard.shaky === yard.shaky)
    _ = (yard.path, yard.lane)
    try yard.close()
    #expect(yard.log.lines == ["failed", "closed path to the gate", "closed gate"])
    #expect(
      failure { try yard.shaky }
        == "[closed] 'shaky' was resolved after the component 'ComponentMemberTests.Yard' had closed\n")
  }

  @Test func `a member is replaced again and again, and each value is closed once, newest first`() throws {
    let yard = Yard.known()
    for round in 0..<200 {
      try yard.override(\.gate, with: Road(name: "gate \(round)"))
      #expect(yard.path.name == "path to the gate \(round)" && yard.lane.name == "lane to the gate \(round)")
      #expect(yard.path === yard.path && yard.wide == SIMD16(repeating: 7))
    }
    #expect(yard.log.lines.isEmpty)
    try yard.close()
    #expect(yard.log.lines == (0..<200).reversed().flatMap { ["closed path to the gate \($0)", "closed gate \($0)"] })
  }

  @Test func `threads that read a fresh member of it share one build, time after time`() {
    let wrong = Counter()
    for _ in 0..<300 {
      let (yard, first) = (Yard.known(), Box<Road>())
      Threads.run(4) { _ in
        let path = yard.path
        if path !== yard.path || first.value.map({ $0 !== path }) ?? false { wrong.add() }
        first.value = path
      }
    }
    #expect(wrong.value == 0)
  }
}
