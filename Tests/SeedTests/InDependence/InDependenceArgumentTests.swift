// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailRelatives
import Testing

private class PaintedCar: Injectable {
  var wheel: Hub?
  required init() {}
  class var binding: AnyBind { AnyBind(Bind(Self.init)).require(\PaintedCar.wheel) }
}

private class TintedCar: PaintedCar {
  let color: String
  init(color: String) { self.color = color }
  required convenience init() { self.init(color: "none") }
  override class var binding: AnyBind { super.binding.made(by: Bind(TintedCar.init(color:)).arguments(defaults: "Black")) }
}

private final class Hub: Injectable {
  weak var car: PaintedCar?
  weak var garage: Yard?
  init() {}
  static var binding: AnyBind { AnyBind(Bind(Hub.init)).reference(\Hub.car).reference(\Hub.garage) }
}

private final class Yard {}

private struct PaintModule: Module {
  var bindings: Bindings { Bind(PaintedCar.self) { (car: TintedCar) in car } }
}

@Suite("InDependence: arguments of a request") struct InDependenceArgumentTests {
  @Test func `M-6: a request has a parent and arguments, and its references are set`() throws {
    let (container, yard) = (try Container(), Yard())
    let red = try container.resolve(TintedCar.self, parent: yard, arguments: "Red")
    #expect(red.color == "Red")
    #expect(container.tree.parent(of: red) === yard)
    #expect(red.wheel?.car === red && red.wheel?.garage === yard)
  }

  @Test func `M-6: arguments go through a bind of one class to another`() throws {
    let (container, yard) = (try Container(PaintModule()), Yard())
    let red = try container.resolve(PaintedCar.self, arguments: "Red")
    #expect((red as? TintedCar)?.color == "Red" && red.wheel?.car === red)
    #expect((try container.resolve(PaintedCar.self) as? TintedCar)?.color == "Black")
    let blue = try container.resolve(PaintedCar.self, parent: yard, arguments: "Blue")
    #expect((blue as? TintedCar)?.color == "Blue" && blue.wheel?.garage === yard)
  }

  @Test func `IND-47: arguments go through any number of binds, and have to fit the class that takes them`() throws {
    final class GlossyCar: TintedCar {}
    let container = try Container {
      PaintModule()
      Bind(TintedCar.self) { (car: GlossyCar) in car }
      Bind(GlossyCar.init(color:)).arguments(defaults: "Gold")
    }
    #expect((try container.resolve(PaintedCar.self, arguments: "Red") as? GlossyCar)?.color == "Red")
    #expect((try container.resolve(PaintedCar.self) as? GlossyCar)?.color == "Gold")
    #expect(try failure { try container.resolve(PaintedCar.self, arguments: 4) }.code == .wrongArguments)
    #expect(try failure { try container.resolve(PaintedCar.self, arguments: "Red", 4) }.code == .wrongArguments)
  }

  @Test func `IND-47: what a value needs and is not takes no arguments of its request`() throws {
    final class Tow: Sendable {}
    final class Trailer {
      let tow: Tow
      init(tow: Tow) { self.tow = tow }
    }
    let container = try Container {
      Bind(Trailer.init)
      Bind { (_: String) in Tow() }.arguments(defaults: "steel")
    }
    #expect(try failure { try container.resolve(Trailer.self, arguments: "iron") }.code == .wrongArguments)
  }
}
