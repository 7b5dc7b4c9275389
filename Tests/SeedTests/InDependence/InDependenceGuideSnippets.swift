// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailInjected
import DovetailRelatives
import Synchronization
import Testing
import TestSupport

@Suite("Moving from InDependence") struct InDependenceGuideSnippets {
  class Car: Injectable {
    var chassis: Chassis?
    var engine: Engine?

    required init() {}

    class var binding: AnyBind {
      AnyBind(Bind(Self.init)).require(\Car.chassis).require(\Car.engine)
    }
  }

  nonisolated class Ford: Car {}
  nonisolated final class FordFocus: Ford {}

  nonisolated final class ColoredCar: Car {
    let color: String

    init(color: String) { self.color = color }
    required convenience init() { self.init(color: "Black") }

    override class var binding: AnyBind {
      super.binding.made(by: Bind(ColoredCar.init(color:)).arguments(defaults: "Black"))
    }
  }

  nonisolated final class Horn {
    let engine: Engine?
    init(engine: Engine?) { self.engine = engine }
  }

  final class Driver {}

  nonisolated final class Truck: Car {
    var horn: Horn?
    var companions: [AnyObject] = []

    override class var binding: AnyBind {
      super.binding.require(\Truck.horn) { truck in Horn(engine: truck.engine) }.attach(Badge.self, to: \Truck.companions)
    }
  }

  final class Chassis: SelfMade {
    init() {}
  }

  final class Engine: SelfMade, Sendable {
    init() {}
  }

  struct FordModule: Module {
    var bindings: Bindings {
      Bind(Car.self) { (ford: Ford) in ford }
      Bind(Ford.self) { (focus: FordFocus) in focus }
    }
  }

  struct OwnerModule: Module {
    var bindings: Bindings { Bind((any WheelOwner).self) { (car: Car) in car } }
  }

  final class Recycling: Extension {
    private let pool = Mutex<[Engine]>([])

    func giveBack(_ engine: sending Engine) { pool.withLock { $0.append(engine) } }

    func choose(_ request: Interception, next: (Interception) throws -> Any) throws -> Any {
      guard request.type == Engine.self, let engine = pool.withLock({ $0.popLast() }) else { return try next(request) }
      return engine
    }
  }

  @Test static func `requirements`() throws {
    let car = try Container().resolve(Car.self)
    #expect(car.chassis != nil && car.engine != nil)
  }

  @Test static func `class bindings`() throws {
    let focus = try Container(FordModule()).resolve(Car.self)
    #expect(focus is FordFocus && focus.chassis != nil)
  }

  @Test static func `extensions`() throws {
    let recycling = Recycling()
    let container = try Container(extensions: [recycling]) { Bind(Engine.init) }
    let engine = try container.resolve(Engine.self)
    recycling.giveBack(engine)
    #expect(try container.resolve(Engine.self) === engine)
    #expect(try container.resolve(Engine.self) !== engine)
  }

  @Test static func `subclasses, arguments, blocks and companions`() throws {
    let paints = try Container(InlineModule("paints") { DefaultArgument(0, of: ColoredCar.self, "Blue") })
    let blue = try paints.resolve(ColoredCar.self)
    let red = try paints.resolve(ColoredCar.self, arguments: "Red")
    #expect(blue.color == "Blue" && red.color == "Red" && red.engine != nil)
    let truck = try paints.resolve(Truck.self)
    #expect(truck.horn?.engine === truck.engine && truck.companions.first is Badge)
    let driver = Driver()
    let own = try Container().resolve(Car.self, parent: driver)
    #expect(own.engine != nil)
    #expect(try Container(OwnerModule()).resolve((any WheelOwner).self) is Car)
  }

  @Test static func `modules that come and go`() throws {
    let base = try Container { Bind(Engine.init).in(.singleton) }
    let fords = try base.child(FordModule())
    let cars = try fords.rebuilt(removing: FordModule.self)
    let again = try cars.rebuilt(adding: FordModule())
    #expect(try type(of: cars.resolve(Car.self)) == Car.self)
    #expect(try again.resolve(Car.self) is FordFocus)
    #expect(try again.resolve(Engine.self) === fords.resolve(Engine.self))
  }

  @Test static func `an extension with a word of its own`() throws {
    let beetles = try Container(extensions: [Dating()]) { Bind(Beetle.init).year(1967) }
    let old = try beetles.resolve(Beetle.self)
    let new = try beetles.resolve(Beetle.self, options: RequestOptions().setting(Year.self, 1998))
    #expect(old.year == 1967 && new.year == 1998)
  }

  @Test static func `guide snippets are compiled`() throws {
    try GuidePage.expectCompiled("MovingFromInDependence", in: "InDependence/InDependenceGuideSnippets.swift")
  }
}

extension InDependenceGuideSnippets {
  @MainActor class Screen: Injectable {
    var toolbar: Toolbar?
    private(set) var isReady = false
    required init() {}
    func prepare() { isReady = toolbar?.screen === self }

    nonisolated class var binding: AnyBind {
      AnyBind(Bind(Self.init)).require(\Screen.toolbar).onAwake { @MainActor (screen: Screen) in screen.prepare() }
    }
  }

  @MainActor final class Toolbar: Injectable {
    weak var screen: Screen?
    init() {}
    nonisolated static var binding: AnyBind { AnyBind(Bind(Toolbar.init)).reference(\Toolbar.screen) }
  }

  struct GarageModule: Module {
    var bindings: Bindings { Bind { "a garage" } }
  }

  @MainActor @Test static func `a screen awakes with its toolbar`() throws {
    #expect(try Container().resolve(Screen.self).isReady)
  }

  @Test static func `the shared container is replaced, and gains a module`() async {
    await #expect(processExitsWith: .success) {
      let former = Container.replaceShared(with: try Container())  // the new one is there at once
      try Container.replaceShared { try $0.child(FordModule()) }  // existing singletons stay
      try Container.replaceShared { try $0.rebuilt(adding: GarageModule()) }  // the new container makes its own
      #expect(former == nil)
      #expect(try Container.shared.resolve(Car.self) is FordFocus)
      #expect(try Container.shared.resolve(String.self) == "a garage")
    }
  }
}

// What a program declares beside its types, and so not inside the suite.

extension InDependenceGuideSnippets.Car: nonisolated WheelOwner {}

final class Badge {}
extension Badge: SelfMade {}

nonisolated final class Beetle {
  var year: Int?
  init() {}
}

enum Year: RequestOption { typealias Value = Int }

extension Bind<Beetle> {
  func year(_ year: Int) -> Self { declaring(Year.self, year) }
}

struct Dating: Extension {
  func make(_ request: Interception, next: () throws -> Any) throws -> Any {
    let made = try next()
    if let beetle = made as? Beetle { beetle.year = request.options[Year.self] ?? request.declared[Year.self] }
    return made
  }
}
