// SPDX-License-Identifier: Apache-2.0
import Dovetail
@testable import DovetailRelatives
import Testing
import TestSupport

private final class Van {
  weak var owner: Mechanic?
  init() {}
}

private final class Mechanic { init() {} }

@Suite struct ObjectTreeTests {
  private func container() throws -> Container {
    try Container { Bind(Van.init).reference(\.owner) }
  }

  @Test func `an object cannot be attached to itself, and stays where it is`() throws {
    let tree = try container().tree
    let mechanic = Mechanic(), van = Van()
    #expect(tree.attach(van, to: mechanic))
    #expect(!tree.attach(van, to: van))
    #expect(tree.parent(of: van) === mechanic)
    #expect(tree.children(of: mechanic).map { $0 === van } == [true])
  }

  @Test func `an object cannot be attached to its descendants, and the search ends`() throws {
    let container = try container()
    let first = Van(), second = Van(), third = Van()
    #expect(container.tree.attach(second, to: first))
    #expect(container.tree.attach(third, to: second))
    #expect(!container.tree.attach(first, to: third))
    try container.inject(into: first, parent: third)
    #expect(container.tree.parent(of: first) == nil)
    #expect(first.owner == nil)
    #expect(try container.resolve(Van.self, parent: third).owner == nil)
  }

  @Test func `an object that is attached again leaves its place`() throws {
    let tree = try container().tree
    let first = Mechanic(), second = Mechanic(), van = Van()
    tree.attach(van, to: first)
    #expect(tree.attach(van, to: second))
    #expect(tree.children(of: first).isEmpty)
    #expect(tree.parent(of: van) === second)
  }

  @Test func `objects that have gone are forgotten, also where others took their addresses`() throws {
    let container = try container()
    let mechanic = Mechanic()
    for parent in [nil, mechanic] as [Mechanic?] {
      for _ in 1...1_000 {
        let van = Van()
        if let parent { container.tree.attach(van, to: parent) } else { container.tree.place(van, under: nil) }
      }
    }
    #expect(container.tree.entryCount < 200)
    #expect(container.tree.children(of: mechanic).isEmpty)
  }

  @Test func `a branch may be of any length`() throws {
    let length = 100_000
    for isSwept in [false, true] {
      let tree = try container().tree
      var vans = [Van()]
      for _ in 1...length {
        let van = Van()
        tree.attach(van, to: vans[vans.count - 1])
        vans.append(van)
      }
      #expect(tree.entryCount == length)
      #expect(!tree.attach(vans[0], to: vans[length]))
      vans = isSwept ? (0...length).map { _ in Van() } : []
      for van in vans { tree.place(van, under: nil) }
    }
  }

  @Test func `what was under an object that has gone is under nothing, and closes no circle`() throws {
    for looks in [false, true] {
      let tree = try container().tree
      let (top, bottom) = (Mechanic(), Mechanic())
      do {
        let middle = Mechanic()
        #expect(tree.attach(middle, to: top))
        #expect(tree.attach(bottom, to: middle))
      }
      if looks { #expect(tree.children(of: top).isEmpty) }
      #expect(tree.parent(of: bottom) == nil)
      #expect(tree.attach(top, to: bottom))
      #expect(!tree.attach(bottom, to: top))
      let (van, mechanic) = (Van(), Mechanic())
      #expect(tree.attach(van, to: mechanic))
      #expect(tree.attach(mechanic, to: top))
      #expect(tree.parent(of: mechanic) === top)
    }
  }

  @Test func `a decorator that unwraps what another one has made leads to the object inside, and the search ends`() throws {
    class Engine { init() {} }
    final class Metered: Engine {
      let inner: Engine
      init(_ inner: Engine) { self.inner = inner }
    }
    final class Bolt { weak var engine: Engine? }
    final class Truck {
      let (engine, bolt): (Engine, Bolt)
      init(engine: Engine, bolt: Bolt) { (self.engine, self.bolt) = (engine, bolt) }
    }
    let container = try Container {
      Bind(Engine.init)
      Decorate(Engine.self) { (engine: Engine) in Metered(engine) }
      Decorate(Engine.self) { (engine: Engine) in (engine as? Metered)?.inner ?? engine }
      Bind { Bolt() }.reference(\.engine)
      Bind(Truck.init)
    }
    let truck = try container.resolve(Truck.self)
    #expect(type(of: truck.engine) == Engine.self)
    #expect(truck.bolt.engine === truck.engine)
  }
}
