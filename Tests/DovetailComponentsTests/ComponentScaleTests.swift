// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailComponents
import Testing
import CoreTestSupport
import TestSupport

/// A component with as many members as one likes: every type has a part of its own.
private final class Many: Component, Sendable {
  struct Slot<Content>: ComponentPart {
    let many: Many
    var instances: Instances { many.instances }
    var number: Box<Int> { single { Box(0) } }
  }

  let instances = Instances(observing: true)

  /// Reads the member of `Int`, which reads a hundred others: of `Int?`, `Int??` and so on.
  var sum: Box<Int> { single { Box(read(Int.self, 100)) } }

  func last<Content>(_ type: Content.Type, _ left: Int) -> Box<Int> {
    left == 1 ? Slot<Content>(many: self).number : last(Content?.self, left - 1)
  }

  private func read<Content>(_ type: Content.Type, _ left: Int) -> Int {
    left == 0 ? 0 : (Slot<Content>(many: self).number.value ?? 0) + read(Content?.self, left - 1)
  }
}

@Suite struct ComponentScaleTests {
  @Test func `a member that reads a hundred others is made anew when the last of them is overridden`() throws {
    let many = Many()
    let sum = many.sum
    #expect(sum.value == 0 && many.sum === sum)
    #expect(try many.graph().bindings.count == 101)
    #expect(try many.graph().observed == (1...100).map { Graph.ObservedEdge(from: 0, to: $0) })
    try many.override({ $0.last(Int.self, 100) }, with: Box(7))
    #expect(many.sum !== sum && many.sum.value == 7)
  }

  /// Members on lines that lead to one place of the table, so that nearly every read has to look further.
  private final class Scattered: Component, Sendable {
    let instances = Instances()
    let made = Counter()
    #sourceLocation(file:"Scattered.swift",line:89)
    var clock: Road { single { make("clock") } }
    #sourceLocation(file:"Scattered.swift",line:140)
    var store: Road { single { make("store") } }
    #sourceLocation(file:"Scattered.swift",line:208)
    var log: Road { single { make("log") } }
    #sourceLocation(file:"Scattered.swift",line:254)
    var path: Road { transient { Road(name: "path to \(log.name)") } }
    #sourceLocation(file:"Scattered.swift",line:301)
    func account(of number: Int) -> Road { single(key: number) { make("account \(number)") } }
    #sourceLocation(file:"Scattered.swift",line:368)
    var pulse: Road { weak { make("pulse") } }
    #sourceLocation()

    private func make(_ name: String) -> Road {
      made.add()
      return Road(name: name)
    }

    /// All members, read once.
    var all: [Road] { [clock, store, log, path, account(of: 1), account(of: 2), pulse] }
  }

  @Test(arguments: [1, 8]) func `members that meet in the table are read right`(_ tasks: Int) async throws {
    for _ in 0..<20 {
      let (component, pulse) = (Scattered(), Box<Road>())
      pulse.value = component.pulse
      let first = component.all
      let reads = await together(tasks) { _ in (0..<300).map { _ in component.all } }
      for read in try reads.flatMap({ try $0.get() }) {
        #expect(read.map(\.name) == ["clock", "store", "log", "path to log", "account 1", "account 2", "pulse"])
        #expect(zip(read, first).map { $0 === $1 } == [true, true, true, false, true, true, true])
      }
      #expect(component.made.value == 6)
      try component.override(\.log, with: Road(name: "fake"))
      #expect(component.path.name == "path to fake" && component.all[0] !== first[0])
    }
  }

  @Test(arguments: [1, 8]) func `more members than the first table has room for are each made once`(_ tasks: Int) async throws {
    let component = Scattered()
    let accounts = (1...200).map { component.account(of: $0) }
    let reads = await together(tasks) { _ in [component.clock] + (1...400).map { component.account(of: $0) } }
    for read in try reads.map({ try $0.get() }) {
      #expect(zip(read.dropFirst(), accounts).allSatisfy { $0 === $1 })
      #expect(read.first === component.clock && read.last === component.account(of: 400))
    }
    #expect(component.made.value == 401)
  }

  @Test func `a component that has gone is in nobody's graph`() throws {
    final class Tent: Component, Sendable {
      let instances = Instances(observing: true)
      var peg: Road { single { Road(name: "peg") } }
    }
    final class Camp: Component, Sendable {
      let instances = Instances(observing: true)
      let tent = Box<Tent>()
      var path: Road { single { Road(name: "path to the \((tent.value ?? Tent()).peg.name)") } }
    }
    let (short, long) = (Camp(), Camp())
    long.tent.value = Tent()
    #expect([short, long].map(\.path.name) == ["path to the peg", "path to the peg"])
    #expect(try short.graph().bindings.map(\.key.name) == ["path"])
    #expect(try long.graph().bindings.map(\.key.name) == ["path", "peg"])
    long.tent.value = nil
    #expect(try long.graph().bindings.map(\.key.name) == ["path"])
  }

  @Test func `components that come and go under contention keep their members apart`() {
    let workplace = Workplace(observing: true)
    let wrong = Counter()
    Threads.run(8) { _ in
      for _ in 0..<200 {
        let dealer = Dealer(garage: workplace, town: Hamlet(), observing: true)
        if dealer.demo !== dealer.demo || dealer.demo.engine as? HybridEngine !== workplace.engine as? HybridEngine {
          wrong.add()
        }
        if (try? dealer.graph().bindings.map(\.key.name)) != ["demo", "engine", "wheel"] { wrong.add() }
        do { try dealer.close() } catch { wrong.add() }
      }
    }
    #expect(wrong.value == 0)
  }
}

private struct Hamlet: Town { let name = "Little Wheeling" }
