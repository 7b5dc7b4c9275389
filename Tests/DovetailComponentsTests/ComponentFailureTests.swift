// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailComponents
import Testing
import CoreTestSupport
import TestSupport

@Suite struct ComponentFailureTests {
  final class Plant: Component, Sendable {
    let instances = Instances()
    let hasFuel = Box(false)

    var engine: any Engine {
      get throws {
        try single((any Engine).self) {
          if hasFuel.value != true { throw Breakdown() }
          return HybridEngine()
        }
      }
    }

    var car: Car { get throws { try single { Car(engine: try engine, wheel: Wheel()) } } }
    var taxi: Car { get throws { try transient { try car } } }

    var a: Box<Int> { get throws { try single { Box(try b.value ?? 0) } } }
    var b: Box<Int> { get throws { try transient { Box(try c.value ?? 0) } } }
    var c: Box<Int> { get throws { try single { Box(try a.value ?? 0) } } }

    var loop: Box<Int> { get throws { try transient { Box(try self.again.value ?? 0) } } }
    var again: Box<Int> { get throws { try loop } }

    func unkeyed(_ number: Int) -> Road { single { Road(name: "\(number)") } }
    func fallible(_ number: Int) throws -> Road {
      try single {
        if number < 0 { throw Breakdown() }
        return Road(name: "\(number)")
      }
    }

    func depth(_ number: Int) throws -> Box<Int> { try transient { try depth(number + 1) } }
    func height(_ number: Int) throws -> Int { try transient { number == 0 ? 0 : try height(number - 1) + 1 } }
    var number: Int { get throws { try weak { () throws in 7 } } }
  }

  final class Hen: Sendable {
    let egg: @Sendable () -> Egg
    init(egg: @escaping @Sendable () -> Egg) { self.egg = egg }
  }

  final class Egg: Sendable {
    let hen: Hen
    init(hen: Hen) { self.hen = hen }
  }

  final class Nest: Component, Sendable {
    let instances = Instances()
    var hen: Hen { single { Hen(egg: { [unowned self] in self.egg }) } }
    var egg: Egg { single { Egg(hen: hen) } }
  }

  @Test func `a factory that throws leaves nothing behind, and the next read tries again`() throws {
    let plant = Plant()
    let error = #expect(throws: ResolutionError.self) { _ = try plant.taxi }
    #expect(
      error?.summary
        == "[failed-factory] the factory of 'engine' threw: Breakdown(reason: \"out of fuel\")\ntaxi -> car -> engine")
    #expect(error?.underlying as? Breakdown == Breakdown())
    #expect(
      error?.path.map(\.note) == ["transient in ComponentFailureTests.Plant"]
        + Array(repeating: "singleton in ComponentFailureTests.Plant", count: 2))
    plant.hasFuel.value = true
    #expect(try plant.taxi === plant.car)
  }

  @Test func `a cycle is an error with its path`() {
    let plant = Plant()
    #expect(failure { try plant.a } == "[dependency-cycle] 'a' is needed while it is being built\na -> b -> c -> a")
    #expect(failure { try plant.b } == "[dependency-cycle] 'b' is needed while it is being built\nb -> c -> a -> b")
    #expect(failure { try plant.loop } == "[dependency-cycle] 'loop' is needed while it is being built\nloop -> loop")
  }

  @Test func `a cycle of members that cannot throw ends the program with the same text`() async {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      final class Ring: Component, Sendable {
        let instances = Instances()
        var a: Int { single { b } }
        var b: Int { transient { c } }
        var c: Int { single { a } }
      }
      print(Ring().a)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("error: [dependency-cycle] 'a' is needed while it is being built"))
    #expect(text.contains("\n  a -> b -> c -> a\n"), "\(text)")
    let help = "let one member of the cycle be given a closure that does not hold the component, and call it after it is made"
    #expect(text.contains("  help: \(help): { [unowned self] in self.a }"), "\(text)")
  }

  @Test func `a component whose cycle is broken as the help says is released`() {
    weak var released: Nest?
    do {
      let nest = Nest()
      released = nest
      #expect(nest.egg.hen.egg() === nest.egg)
    }
    #expect(released == nil)
  }

  private struct Coop: ComponentPart {
    let instances: Instances
    var hen: String { get throws { try single { try egg } } }
    var egg: String { get throws { try single { try hen } } }
  }

  @Test func `the help of a cycle in a part that is a structure has no closure, since that has no self to be unowned`() {
    final class Farm: Component { let instances = Instances() }
    let farm = Farm()
    let error = #expect(throws: ResolutionError.self) { try Coop(instances: farm.instances).hen }
    #expect(
      error?.diagnostic.help
        == "let one member of the cycle be given a closure that does not hold the component, and call it after it is made")
  }

  @Test func `the help of a cycle through a Shared names no member, since the cell knows none`() {
    final class Ring: Sendable {
      let cell = Shared<Road>()
      var road: Road { get throws { try cell.get { () throws -> Road in try self.road } } }
    }
    let error = #expect(throws: ResolutionError.self) { _ = try Ring().road }
    #expect(error?.code == .cycle)
    #expect(
      error?.diagnostic.help
        == "let one member of the cycle be given a closure that does not hold the component, and call it after it is made")
  }

  @Test func `a single in a method without a key is made once, with the arguments of the first call that succeeds`() throws {
    let plant = Plant()
    #expect(plant.unkeyed(3).name == "3" && plant.unkeyed(4) === plant.unkeyed(3))
    #expect(throws: ResolutionError.self) { _ = try plant.fallible(-1) }
    #expect(try plant.fallible(1).name == "1" && plant.fallible(2).name == "1")
  }

  @Test func `a transient method may read itself, until 50 members are made inside each other`() throws {
    let plant = Plant()
    #expect(try plant.height(25) == 25 && plant.height(49) == 49)
    for _ in 0..<2 {
      let error = #expect(throws: ResolutionError.self) { _ = try plant.height(50) }
      #expect(error?.code == .tooDeep && error?.path.count == 51)
      #expect(
        error?.diagnostic.message == "'height(_:)' cannot be built: more than 50 members are made inside each other")
      #expect(
        error?.diagnostic.help == "end the recursion, read a part of the chain earlier, or let a member be given a closure")
    }
    let endless = #expect(throws: ResolutionError.self) { _ = try plant.depth(0) }
    #expect(endless?.code == .tooDeep)
    #expect(try plant.height(49) == 49)
  }

  @Test func `what is no object cannot be shared weakly`() {
    #expect(
      failure { try Plant().number }
        == "[unshareable-value] 'number' is held weakly, but its factory made an instance of 'Int', which is no object\nnumber")
  }

  @Test func `two threads that wait for each other get the loop`() {
    final class Pair: Component, Sendable {
      let instances = Instances()
      let line = StartingLine(2)
      let isFirst = Box([true, true])
      var left: Int {
        get throws {
          try single {
            meet(0); return try right
          }
        }
      }
      var right: Int {
        get throws {
          try single {
            meet(1); return try left
          }
        }
      }
      private func meet(_ side: Int) {
        let first = isFirst.value?[side] == true
        isFirst.update { $0?[side] = false }
        if first { line.wait() }
      }
    }
    let pair = Pair()
    let errors = Box<[String]>([])
    Threads.run(2) { index in
      let text = failure { try index == 0 ? pair.left : pair.right }
      errors.update { $0?.append(text) }
    }
    let loops = [
      "'left' waits for itself across threads: 'left' -> 'right' -> 'left'",
      "'right' waits for itself across threads: 'right' -> 'left' -> 'right'",
    ]
    #expect(errors.value?.count == 2)
    #expect(errors.value?.allSatisfy { text in loops.contains { text.contains($0) } } == true, "\(errors.value ?? [])")
  }

  @Test func `200 threads in a ring of members all get an error`() {
    let plant = Plant()
    let errors = Counter()
    Threads.run(200) { index in
      for _ in 0..<10 {
        do { _ = try index.isMultiple(of: 2) ? plant.a : plant.c } catch { errors.add() }
      }
    }
    #expect(errors.value == 2000)
  }

  @Test func `64 threads that read a fresh member share one build, a thousand times`() {
    final class Slow: Component, Sendable {
      let instances = Instances()
      let made = Counter()
      var value: Road {
        single {
          made.add()
          spin(for: .microseconds(50))
          return Road()
        }
      }
    }
    let rounds = 1000
    let slow = (0..<rounds).map { _ in Slow() }
    let line = StartingLine(64)
    let different = Counter()
    Threads.run(64) { _ in
      for round in 0..<rounds {
        line.wait()
        let value = slow[round].value
        if slow[round].value !== value { different.add() }
      }
    }
    #expect(slow.allSatisfy { $0.made.value == 1 })
    #expect(different.value == 0)
  }
}
