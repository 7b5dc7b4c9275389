// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailRelatives
import Testing
import TestSupport

@Suite("InDependence: the tree of objects") struct InDependenceTreeTests {
  @Test func `IND-10: everything that is made has a parent, what is shared has the container`() throws {
    let container = try Container()
    let garage = try container.resolve(TwoCarGarage.self)
    let tree = container.tree
    let ford = try #require(garage.ford)
    let renault = try #require(garage.renault)
    #expect(tree.children(of: garage).map { ObjectIdentifier($0) } == [ObjectIdentifier(ford), ObjectIdentifier(renault)])
    #expect(tree.parent(of: ford) === garage)
    let parts = tree.children(of: ford)
    #expect(parts.contains { $0 === ford.engine } && parts.contains { $0 === ford.steeringWheel })
    #expect(!parts.contains { $0 === ford.road })
    #expect(tree.parent(of: garage) == nil)
    #expect(tree.roots.contains { $0 === garage })
    for car in [ford, renault] as [GarageCar] {
      #expect(tree.parent(of: car) === garage)
      #expect(car.engine.flatMap { tree.parent(of: $0) } === car)
      #expect(car.steeringWheel.flatMap { tree.parent(of: $0) } === car)
      #expect(car.road.flatMap { tree.parent(of: $0) } == nil)
    }
    #expect(tree.roots.contains { $0 === ford.road })
  }

  @Test func `IND-10: what has a parent is not moved by those who get it afterwards`() throws {
    let container = try Container {
      Bind(Chassis.init).require(\.wheel)
      Bind(Wheel.init).in(.graph).reference(\.chassis)
      Bind(Trolley.init).require(\.front).require(\.rear)
    }
    let trolley = try container.resolve(Trolley.self)
    let wheel = try #require(trolley.front?.wheel)
    #expect(trolley.rear?.wheel === wheel)
    #expect(container.tree.parent(of: wheel) === trolley.front)
    try container.inject(into: Chassis())
    // Nor is what was there before the container.
    let owner = Car()
    let mine = Chassis()
    container.tree.attach(mine, to: owner)
    try container.inject(into: mine)
    #expect(container.tree.parent(of: mine) === owner)
  }

  private final class Trolley {
    var front: Chassis?
    var rear: Chassis?
    init() {}
  }

  @Test func `IND-11: any object may be the parent of a request`() throws {
    let container = try Container()
    let chassis = UnibodyChassis()
    let wheel = try container.resolve(Wheel.self, parent: chassis)
    #expect(container.tree.parent(of: wheel) === chassis)
    #expect(wheel.chassis === chassis)
  }

  @Test func `IND-11: the parent is handed to the extensions, and a request with one is an outermost request all the same`()
    throws
  {
    struct Watching: Extension {
      let log: Log
      func choose(_ request: Interception, next: (Interception) throws -> Any) throws -> Any {
        log.add("\(request.subject) for \(request.parent.map { "\(type(of: $0))" } ?? "the program")")
        return try next(request)
      }
      func complete(_ objects: [Any], next: () -> Void) {
        log.add("complete \(objects.map { "\(type(of: $0))" })")
        next()
      }
    }
    let log = Log()
    let container = try Container(extensions: [Watching(log: log)]) {
      Bind(Chassis.init).require(\.wheel)
      Bind(Wheel.init)
    }
    _ = try container.resolve(Chassis.self, parent: Car())
    _ = try container.resolve(Chassis.self)
    #expect(
      log.lines == [
        "Chassis for Car", "Wheel for Chassis", #"complete ["Wheel", "Chassis"]"#,
        "Chassis for the program", "Wheel for Chassis", #"complete ["Wheel", "Chassis"]"#,
      ])
  }

  @Test func `IND-12: a request with a parent is completed like any other`() throws {
    let log = Log()
    let container = try Container {
      Bind(Chassis.init).require(\.wheel).onAwake { _ in log.add("chassis") }
      Bind(Wheel.init).reference(\.chassis).reference(\.car).onAwake { _ in log.add("wheel") }
    }
    let car = Car()
    let chassis = try container.resolve(Chassis.self, parent: car)
    #expect(chassis.wheel?.car === car)
    #expect(chassis.wheel?.chassis === chassis)
    #expect(log.lines == ["wheel", "chassis"])
  }

  @Test func `IND-13: the tree holds nobody`() throws {
    let container = try Container()
    weak var gone: Car?
    var wheel: Wheel?
    do {
      let car = try container.resolve(Car.self)
      gone = car
      wheel = car.chassis?.wheel
    }
    #expect(gone == nil)
    let orphan = try #require(wheel)
    #expect(container.tree.parent(of: orphan) == nil)
    #expect(container.tree.roots.isEmpty)
  }

  @Test func `IND-13: of two children that one parent has, the one that dies is no longer there`() throws {
    let container = try Container()
    let parent = Car()
    var first: Wheel? = try container.resolve(Wheel.self, parent: parent)
    let second = try container.resolve(Wheel.self, parent: parent)
    #expect(container.tree.children(of: parent).count == 2)
    first = nil
    #expect(first == nil)
    #expect(container.tree.children(of: parent).map { ObjectIdentifier($0) } == [ObjectIdentifier(second)])
  }

  @Test func `IND-13: the tree may be used by many threads at once`() throws {
    let container = try Container { Bind(Chassis.init).require(\.wheel).onAwake { _ in } }
    let parent = Monument()
    let counts = Collected<Int>()
    Threads.run(Overlap.threads) { _ in
      for _ in 1...50 {
        guard let chassis = try? container.resolve(Chassis.self, parent: parent) else { continue }
        counts.add(container.tree.children(of: chassis).count)
        withExtendedLifetime(chassis) {}
      }
    }
    #expect(counts.elements == Array(repeating: 1, count: 50 * Overlap.threads))
    #expect(container.tree.children(of: parent).isEmpty)
  }

  @Test func `IND-14: objects that were made by hand take part`() throws {
    let container = try Container()
    let car = Car()
    let chassis = Chassis()
    container.tree.attach(chassis, to: car)
    let wheel = try container.resolve(Wheel.self, parent: chassis)
    #expect(wheel.car === car)
    let other = Car()
    container.tree.attach(chassis, to: other)
    #expect(container.tree.children(of: car).isEmpty)
    #expect(container.tree.parent(of: chassis) === other)
  }

  @Test func `IND-15: everything of one outermost request is completed together, nested requests included`() throws {
    let log = Log()
    let container = try Container {
      Bind { (resolver: any Resolver) -> Chassis in
        let chassis = Chassis()
        chassis.wheel = try resolver.resolve(Wheel.self)
        log.add("chassis made")
        return chassis
      }
      Bind(Wheel.init).reference(\.chassis).onAwake { wheel in
        log.add("wheel awake, chassis \(wheel.chassis == nil ? "not " : "")found")
      }
    }
    _ = try container.resolve(Chassis.self)
    #expect(log.lines == ["chassis made", "wheel awake, chassis found"])
  }

  @Test func `IND-15: several resolutions are completed together where one factory makes them; there is no session to pass on`()
    throws
  {
    struct Watching: Extension {
      let log: Log
      func make(_ request: Interception, next: () throws -> Any) throws -> Any {
        let made = try next()
        log.add("\(request.subject) after \(request.session?.objects.map { "\(type(of: $0))" } ?? [])")
        return made
      }
      func complete(_ objects: [Any], next: () -> Void) {
        log.add("complete \(objects.count)")
        next()
      }
    }
    let log = Log()
    let container = try Container(extensions: [Watching(log: log)]) {
      Bind(Wheel.init)
      Bind(Engine.init)
      Bind { (resolver: any Resolver) in
        Pair(wheel: try resolver.resolve(Wheel.self), engine: try resolver.resolve(Engine.self))
      }
    }
    _ = try container.resolve(Pair.self)
    #expect(
      log.lines == ["Wheel after []", #"Engine after ["Wheel"]"#, #"Pair after ["Wheel", "Engine"]"#, "complete 3"],
      "in the order in which they are finished: what was made for an object before the object")
  }

  private final class Pair {
    let wheel: Wheel
    let engine: Engine
    init(wheel: Wheel, engine: Engine) { (self.wheel, self.engine) = (wheel, engine) }
  }

  @Test func `IND-16: options travel from the call to the extensions, and not to what is needed on the way`() throws {
    enum Colour: RequestOption { typealias Value = String }
    struct Painter: Extension {
      let log: Log
      func choose(_ request: Interception, next: (Interception) throws -> Any) throws -> Any {
        log.add("\(request.name ?? "\(request.type.map { "\($0)" } ?? "")") \(request.options[Colour.self] ?? "unpainted")")
        return try next(request)
      }
    }
    let log = Log()
    let container = try Container(extensions: [Painter(log: log)]) {
      Bind(Chassis.init).require(\.wheel)
      Bind(Wheel.init)
    }
    _ = try container.resolve(Chassis.self, options: RequestOptions().setting(Colour.self, "red"))
    #expect(log.lines == ["Chassis red", "Wheel unpainted"])
  }
}
