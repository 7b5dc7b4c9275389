// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailInjected
import DovetailRelatives
import Testing
import TestSupport

@Suite("InDependence: initialisers and containers") struct InDependenceInitialiserTests {
  enum Colour: String, Sendable { case black, white }

  class ColoredCar: Injectable {
    let year: String?
    let colour: Colour
    required init(year: String?, colour: Colour) { (self.year, self.colour) = (year, colour) }
    class var binding: AnyBind { AnyBind(Bind(Self.init).arguments(defaults: "2010" as String?, Colour.black)) }
  }
  final class ColoredVan: ColoredCar {}

  @Test func `IND-45: an initialiser without parameters is all that a type needs`() throws {
    #expect(try Container().resolve(Wheel.self).car == nil)
  }

  @Test func `IND-46: an initialiser has default arguments, which subclasses inherit`() throws {
    let container = try Container()
    let car = try container.resolve(ColoredCar.self)
    #expect(car.year == "2010" && car.colour == .black)
    let van = try container.resolve(ColoredVan.self)
    #expect(van.year == "2010" && van.colour == .black)
  }

  @Test func `IND-47: arguments at the call replace the whole list, nil included`() throws {
    let container = try Container()
    let car = try container.resolve(ColoredCar.self, arguments: "2013" as String?, Colour.white)
    #expect(car.year == "2013" && car.colour == .white)
    #expect(try container.resolve(ColoredCar.self, arguments: String?.none, Colour.white).year == nil)
    let trailing = try failure { try container.resolve(ColoredCar.self, arguments: "2013" as String?) }
    #expect(trailing.code == .wrongArguments)
    let tooMany = try failure { try container.resolve(ColoredCar.self, arguments: "2013" as String?, Colour.white, 4) }
    #expect(tooMany.code == .wrongArguments)
    #expect(
      tooMany.diagnostic.message
        == "'InDependenceInitialiserTests.ColoredCar' is made with the arguments (String?, InDependenceInitialiserTests.Colour), "
        + "not (String?, InDependenceInitialiserTests.Colour, Int)")
    #expect(try failure { try container.resolve(Wheel.self, arguments: "2013") }.code == .wrongArguments, "it takes none")
  }

  @Test func `IND-47: arguments at the call are not passed on to what is needed`() throws {
    final class Convoy: Injectable {
      let name: String
      var car: ColoredCar?
      init(name: String) { self.name = name }
      static var binding: AnyBind { AnyBind(Bind(Convoy.init).arguments(defaults: "none")).require(\Convoy.car) }
    }
    let convoy = try Container().resolve(Convoy.self, arguments: "mine")
    #expect(convoy.name == "mine")
    #expect(convoy.car?.year == "2010" && convoy.car?.colour == .black)
  }

  @Test func `IND-48: a module replaces single defaults, nil included`() throws {
    let container = try Container {
      Bind(ColoredCar.init).arguments(defaults: "2010" as String?, Colour.black)
      DefaultArgument(1, of: ColoredCar.self, Colour.white)
    }
    let car = try container.resolve(ColoredCar.self)
    #expect(car.year == "2010" && car.colour == .white)
    let ageless = try Container {
      Bind(ColoredCar.init).arguments(defaults: "2010" as String?, Colour.black)
      DefaultArgument(0, of: ColoredCar.self, String?.none)
    }
    #expect(try ageless.resolve(ColoredCar.self).year == nil)
  }

  @Test func `IND-48: a module replaces defaults of the exact class that it names`() throws {
    let container = try Container { DefaultArgument(0, of: ColoredCar.self, "2014" as String?) }
    #expect(try container.resolve(ColoredCar.self).year == "2014")
    #expect(try container.resolve(ColoredVan.self).year == "2010")
  }

  @Test func `IND-48: what does not fit is found before anything runs`() {
    let report = Container.check(
      InlineModule {
        Bind(ColoredCar.init).arguments(defaults: "2010" as String?, Colour.black)
        DefaultArgument(1, of: ColoredCar.self, "red")
        DefaultArgument(2, of: ColoredCar.self, Colour.white)
        DefaultArgument(0, of: ColoredCar.self, "1" as String?)
        DefaultArgument(0, of: ColoredCar.self, "2" as String?)
        DefaultArgument(0, of: Wheel.self, 4)
        DefaultArgument(0, of: (any WheelOwner).self, 4)
      })
    #expect(
      report.errors.map { "\($0.id): \($0.message)" }.sorted() == [
        "duplicate-binding: argument 0 of 'InDependenceInitialiserTests.ColoredCar' is set twice",
        "missing-binding: nothing is bound for 'any WheelOwner', whose argument 0 is set",
        "wrong-arguments: 'InDependenceInitialiserTests.ColoredCar' has no default for argument 2",
        "wrong-arguments: 'Wheel' has no default for argument 0",
        "wrong-arguments: argument 1 of 'InDependenceInitialiserTests.ColoredCar' has the type "
          + "'InDependenceInitialiserTests.Colour', not 'String'",
      ])
  }

  @Test func `IND-49: the call comes before the module, and the module before the default`() throws {
    let container = try Container {
      Bind(ColoredCar.init).arguments(defaults: "2010" as String?, Colour.black)
      DefaultArgument(0, of: ColoredCar.self, "2014" as String?)
    }
    #expect(try container.resolve(ColoredCar.self).year == "2014")
    #expect(try container.resolve(ColoredCar.self, arguments: "2020" as String?, Colour.black).year == "2020")
  }

  struct Paper: Sendable, Injectable {
    let colour: String
    static func coloured(_ colour: String) -> Paper { Paper(colour: colour) }
    static var binding: AnyBind { AnyBind(Bind(Paper.coloured).arguments(defaults: "white")) }
  }

  @Test func `IND-51: a static function makes the object, under the same rules for its arguments`() throws {
    #expect(try Container().resolve(Paper.self).colour == "white")
    #expect(try Container().resolve(Paper.self, arguments: "red").colour == "red")
    let container = try Container { DefaultArgument(0, of: Paper.self, "blue") }
    #expect(try container.resolve(Paper.self).colour == "blue")
    #expect(try Container { Bind { Paper.coloured("green") } }.resolve(Paper.self).colour == "green", "what is listed wins")
  }

  @Test func `IND-53: the program's container is replaced in one step; none is made by itself`() async {
    await #expect(processExitsWith: .success) {
      #expect(throws: ContainerError.notInstalled) { _ = try Container.shared }
      let container = try Container()
      try Container.install(container)
      let road = try Container.shared.resolve(Road.self)
      #expect(try Container.shared.resolve(Road.self) === road)
      let new = try Container()
      let error = #expect(throws: ContainerError.self) { try Container.install(new) }
      guard case .alreadyInstalled = error else { throw Breakdown("a second container was installed") }
      #expect(Container.replaceShared(with: new) === container)
      let other = try Container.shared.resolve(Road.self)
      #expect(other !== road)
      #expect(try container.resolve(Road.self) === road)
      Container.remove()
    }
  }

  @Test func `IND-53: the current container is replaceable, and each test has its own`() throws {
    let container = try Container()
    let road = try container.resolve(Road.self)
    try withContainer(container) {
      #expect(try Container.shared.resolve(Road.self) === road)
      let other = try Container()
      let others = try withContainer(other) { try Container.shared.resolve(Road.self) }
      #expect(others !== road)
    }
  }

  private struct Naming: Extension {
    let log: Log
    func choose(_ request: Interception, next: (Interception) throws -> Any) throws -> Any {
      log.add(request.subject)
      return try next(request)
    }
  }

  @Test func `IND-54: containers are independent`() throws {
    let log = Log()
    let one = try Container(extensions: [Naming(log: log)]) { Bind(Car.self) { (ford: Ford) in ford } }
    let other = try Container()
    let road = try one.resolve(Road.self)
    #expect(try other.resolve(Road.self) !== road)
    #expect(other.tree.roots.contains { $0 === road } == false)
    #expect(try type(of: one.resolve(Car.self)) == Ford.self)
    #expect(try type(of: other.resolve(Car.self)) == Car.self)
    let asked = log.lines.count
    #expect(asked > 0)
    _ = try other.resolve(Car.self)
    #expect(log.lines.count == asked)
  }
}
