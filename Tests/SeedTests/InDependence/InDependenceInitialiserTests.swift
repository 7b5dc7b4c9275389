// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Testing

@Suite("InDependence: initialisers, containers and extensions") struct InDependenceInitialiserTests {
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
    let error = #expect(throws: ResolutionError.self) { try container.resolve(ColoredCar.self, arguments: "2013" as String?) }
    #expect(error?.code == .wrongArguments)
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
        "wrong-arguments: argument 1 of 'InDependenceInitialiserTests.ColoredCar' is a "
          + "'InDependenceInitialiserTests.Colour', not a 'String'",
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

  @Test func `IND-50 and IND-51: any initialiser or static function makes the object, and a wrong one does not compile`() throws {
    struct Paper: Sendable {
      let colour: String
      static func red() -> Paper { Paper(colour: "red") }
    }
    #expect(try Container { Bind(Paper.red) }.resolve(Paper.self).colour == "red")
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

  @Test func `IND-54: containers are independent`() throws {
    let one = try Container(), other = try Container()
    let road = try one.resolve(Road.self)
    #expect(try other.resolve(Road.self) !== road)
    #expect(other.tree.roots.contains { $0 === road } == false)
  }

  struct Noting: Extension {
    let log: Log
    var leavesOut: String?

    func choose(_ request: Interception, next: (Interception) throws -> Any) throws -> Any {
      log.add("choose \(request.type.map { "\($0)" } ?? "")")
      return try next(request.type == Engine.self ? request.redirected(to: Key<HybridEngine>()) : request)
    }

    func make(_ request: Interception, next: () throws -> Any) throws -> Any {
      log.add("make \(request.type.map { "\($0)" } ?? "")")
      return try next()
    }

    func setNeeds(of object: Any, _ request: Interception, next: () throws -> Void) throws {
      if leavesOut == "needs" { return }
      log.add("set needs of \(type(of: object))")
      try next()
    }

    func complete(_ objects: [Any], next: () -> Void) {
      log.add("complete \(objects.count)")
      next()
    }
  }

  @Test func `IND-55: an extension steps in at four points, and may go on or not`() throws {
    let log = Log()
    let module = InlineModule {
      Bind(Engine.init)
      Bind(HybridEngine.init)
    }
    let container = try Container(module, extensions: [Noting(log: log)])
    #expect(try container.resolve(Engine.self) is HybridEngine)
    #expect(
      log.lines == [
        "choose Engine", "choose HybridEngine", "make HybridEngine", "set needs of HybridEngine", "complete 1",
      ])
    let silent = try Container(extensions: [Noting(log: Log(), leavesOut: "needs")]) {
      Bind(Chassis.init).require(\.wheel)
      Bind(Wheel.init)
    }
    #expect(try silent.resolve(Chassis.self).wheel == nil)
  }

  /// The initialiser, singleton and reference features, written again against the public points.
  final class HandMade: Extension {
    private let shared = ExtensionInstances()

    func choose(_ request: Interception, next: (Interception) throws -> Any) throws -> Any {
      guard let type = request.type, type is any Lasting.Type else { return try next(request) }
      if let known = shared[type] { return known }
      let made = try next(request)
      if let monument = made as? Monument { shared[type] = monument }
      return made
    }

    func make(_ request: Interception, next: () throws -> Any) throws -> Any {
      if let type = request.type as? any FromYear.Type { return type.init(year: "2014") }
      return try next()
    }

    func complete(_ objects: [Any], next: () -> Void) {
      next()
      for case let seeker as any Curious in objects { seeker.relatives = objects.count - 1 }
    }
  }

  @Test func `IND-56: what is built in could be written as extensions, the last registered outermost`() throws {
    let container = try Container(extensions: [HandMade()]) {
      Bind(Monument.init)
      Bind(Vintage.init(year:)).arguments(defaults: "never")
      Bind(Onlooker.init)
    }
    #expect(try container.resolve(Monument.self) === container.resolve(Monument.self))
    #expect(try container.resolve(Vintage.self).year == "2014")
    let fresh = try Container(extensions: [HandMade()]) {
      Bind(Monument.init)
      Bind(Onlooker.init)
    }
    #expect(try fresh.resolve(Onlooker.self).relatives == 1)
  }

  @Test func `IND-57: extensions belong to a container, not to the program`() throws {
    let log = Log()
    let plain = try Container { Bind(Wheel.init) }
    _ = try Container(extensions: [Noting(log: log)]) { Bind(Wheel.init) }
    _ = try plain.resolve(Wheel.self)
    #expect(log.lines == [])
  }

  @Test func `IND-58: an extension of the container's API carries typed options`() throws {
    enum Year: RequestOption { typealias Value = String }
    struct Dating: Extension {
      func choose(_ request: Interception, next: (Interception) throws -> Any) throws -> Any {
        if let year = request.options[Year.self] { return Vintage(year: year) }
        return try next(request)
      }
    }
    let container = try Container(extensions: [Dating()]) { Bind { Vintage(year: "unknown") } }
    #expect(try container.resolve(Vintage.self, options: RequestOptions().setting(Year.self, "1899")).year == "1899")
    #expect(try container.resolve(Vintage.self).year == "unknown")
  }

  @Test func `IND-44: an extension brings its own facts about binds, in typed values of its own`() throws {
    struct Aliases: Extension {
      let aliases: [ObjectIdentifier: Key<HybridEngine>]
      func choose(_ request: Interception, next: (Interception) throws -> Any) throws -> Any {
        let alias = request.type.flatMap { aliases[ObjectIdentifier($0)] }
        return try next(alias.map { request.redirected(to: $0) } ?? request)
      }
    }
    let extensions = [Aliases(aliases: [ObjectIdentifier(Engine.self): Key()])]
    let container = try Container(extensions: extensions) {
      Bind(Engine.init)
      Bind(HybridEngine.init)
    }
    #expect(try container.resolve(Engine.self) is HybridEngine)
  }
}
