// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Testing

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
  }

  @Test func `IND-11: any object may be the parent of a request`() throws {
    let container = try Container()
    let chassis = UnibodyChassis()
    let wheel = try container.resolve(Wheel.self, parent: chassis)
    #expect(container.tree.parent(of: wheel) === chassis)
    #expect(wheel.chassis === chassis)
  }

  @Test func `IND-12: a request with a parent is completed like any other`() throws {
    let container = try Container()
    let car = Car()
    let chassis = try container.resolve(Chassis.self, parent: car)
    #expect(chassis.wheel?.car === car)
    #expect(chassis.wheel?.chassis === chassis)
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
