// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailRelatives
import Testing
import TestSupport

/// A class as InDependence makes any: by its initialiser, and with nothing said about it.
private final class Pennant: SelfMade { init() {} }

/// As above, for a class that imports nothing: the conformance stands elsewhere.
private final class Foreign {}
extension Foreign: SelfMade {}

private class Flag: SelfMade { required init() {} }
private final class BigFlag: Flag {}

private final class Hen: Injectable {
  var egg: Egg?
  init() {}
  static var binding: AnyBind { AnyBind(Bind(Hen.init)).require(\Hen.egg) }
}

private final class Egg: Injectable {
  var hen: Hen?
  init() {}
  static var binding: AnyBind { AnyBind(Bind(Egg.init)).require(\Egg.hen) }
}

@Suite("InDependence: requests and requirements") struct InDependenceRequirementTests {
  @Test func `IND-1: a type that carries its bind resolves without being listed`() throws {
    let car = try Container().resolve(Car.self)
    #expect(type(of: car) == Car.self)
    let container = try Container { Bind((any WheelOwner).self) { (garage: TwoCarGarage) in garage } }
    #expect(try container.resolve((any WheelOwner).self) is TwoCarGarage, "a protocol is asked for alike, once it is bound")
  }

  @Test func `IND-1: a class that makes itself needs no bind at all`() throws {
    let container = try Container()
    #expect(try container.resolve(Pennant.self) !== container.resolve(Pennant.self))
    _ = try container.resolve(Foreign.self)
    #expect(try type(of: container.resolve(BigFlag.self)) == BigFlag.self)
  }

  @Test func `IND-2: requirements are filled, and those of what fills them, by the class or protocol of the property`() throws {
    final class Tyre: Injectable {
      var owner: (any WheelOwner)?
      init() {}
      static var binding: AnyBind { AnyBind(Bind(Tyre.init)).require(\Tyre.owner) }
    }
    let car = try Container().resolve(Car.self)
    #expect(car.chassis?.wheel != nil)
    #expect(car.engine != nil)
    let container = try Container { Bind((any WheelOwner).self) { (garage: TwoCarGarage) in garage } }
    #expect(try container.resolve(Tyre.self).owner is TwoCarGarage)
  }

  @Test func `IND-3: a subclass has its own requirements and its superclass's`() throws {
    let container = try Container()
    let focus = try container.resolve(FordFocus.self)
    #expect(focus.chassis != nil && focus.engine != nil && focus.logo != nil)
    let ford = try container.resolve(Ford.self)
    #expect(type(of: ford) == Ford.self)
    #expect(ford.chassis != nil && ford.engine != nil)
  }

  @Test func `IND-3: a subclass sets an inherited property again, to a narrower type; Swift does not redeclare it`() throws {
    final class HybridCar: Car {
      override class var binding: AnyBind {
        super.binding.require(\Car.engine) { _, resolver in try resolver.resolve(HybridEngine.self) }
      }
    }
    let container = try Container()
    #expect(try container.resolve(HybridCar.self).engine is HybridEngine)
    #expect(try container.resolve(HybridCar.self).chassis?.wheel != nil)
    #expect(try type(of: container.resolve(Ford.self).engine) == Engine?.self)
  }

  @Test func `IND-3: a subclass with an initialiser of its own keeps what its superclass needs`() throws {
    final class PaintedFord: Ford {
      let colour: String
      init(colour: String) {
        self.colour = colour
        super.init()
      }
      required convenience init() { self.init(colour: "unpainted") }
      override class var binding: AnyBind {
        super.binding.made(by: Bind(PaintedFord.init(colour:)).arguments(defaults: "black"))
      }
    }
    let ford = try Container().resolve(PaintedFord.self)
    #expect(ford.colour == "black")
    #expect(ford.chassis?.wheel != nil && ford.engine != nil)
  }

  @Test func `IND-4: requirements are set in declared order, whatever the initialiser did`() throws {
    final class Diary: Injectable {
      let own = Logo()
      var first: Logo? { didSet { order.append("first") } }
      var second: Logo? { didSet { order.append("second") } }
      var order: [String] = []
      init() { first = own }
      static var binding: AnyBind { AnyBind(Bind(Diary.init)).require(\Diary.first).require(\Diary.second) }
    }
    let diary = try Container().resolve(Diary.self)
    #expect(diary.order == ["first", "second"])
    #expect(diary.first != nil && diary.first !== diary.own)
  }

  @Test func `IND-5: what is asked for under another type has the requirements of the type that is made`() throws {
    let container = try Container {
      Bind(Car.self) { (focus: FordFocus) in focus }
      Bind((any WheelOwner).self) { (house: House) in house }
    }
    let focus = try #require(try container.resolve(Car.self) as? FordFocus)
    #expect(focus.logo != nil && focus.chassis != nil)
    let house = try #require(try container.resolve((any WheelOwner).self) as? House)
    #expect(house.car is FordFocus)
  }

  private final class House: Injectable, WheelOwner {
    var car: Car?
    init() {}
    static var binding: AnyBind { AnyBind(Bind(House.init)).require(\House.car) }
  }

  @Test func `IND-6: a property of a type that nobody can make is found before anything runs`() {
    final class Meter {
      var count = 0
      var anything: Any?
      init() {}
    }
    let report = Container.check(InlineModule { Bind(Meter.init).require(\.count).require(\.anything) })
    #expect(report.errors.map(\.message) == ["nothing is bound for 'Any'", "nothing is bound for 'Int'"])
  }

  @Test func `IND-7: a cycle of requirements is an error with its path, and names what to do`() throws {
    let report = Container.check(roots: [Root(Hen.self)])
    #expect(report.errors.map(\.id) == [.dependencyCycle])
    #expect(report.errors.map(\.message) == ["'Egg' and 'Hen' need each other before either is built"])
    #expect(report.errors.map { $0.path.map(\.key) } == [["Egg", "Hen", "Egg"]])
    #expect(
      report.errors.map(\.help) == [
        "let 'Egg' take Provider<Hen> or Lazy<Hen> instead of Hen, or find it as a relative with .reference"
      ])
    let error = #expect(throws: ResolutionError.self) { try Container().resolve(Hen.self) }
    #expect(error?.description.contains("[dependency-cycle]") == true)
  }

  @Test func `IND-8: concurrent requests build a graph each, all at the same time, and share its singletons`() throws {
    let (road, engine) = (Overlap(), Overlap())
    let container = try Container {
      Bind {
        road.build()
        return Road()
      }
      .in(.singleton)
      Bind(Engine.self) {
        engine.meet()
        return Engine()
      }
      Bind(GarageFord.init).require(\.road).require(\.engine)
    }
    let roads: [ObjectIdentifier?] = road.ask { ObjectIdentifier(try #require(container.resolve(GarageFord.self).road)) }
    #expect(road.builds == 1)
    #expect(engine.builds == Overlap.threads)
    #expect(roads.count == Overlap.threads && Set(roads).count == 1 && !roads.contains(nil))
  }

  @Test func `IND-8: a factory may ask its container while it runs`() throws {
    let container = try Container {
      Bind { (resolver: any Resolver) -> Chassis in
        let chassis = Chassis()
        chassis.wheel = try resolver.resolve(Wheel.self)
        return chassis
      }
      Bind(Road.init).in(.singleton)
    }
    #expect(try container.resolve(Chassis.self).wheel != nil)
  }

  @Test func `IND-9: an initialiser that fails is an error with its path, and is tried again`() throws {
    struct NoPaint: Error {}
    let container = try Container {
      Bind { () throws -> Logo in throw NoPaint() }
      Bind(FordFocus.init)
        .require(\.logo)
    }
    for _ in 1...2 {
      let error = #expect(throws: ResolutionError.self) { try container.resolve(FordFocus.self) }
      #expect(error?.code == .failed)
      #expect(error?.underlying is NoPaint)
      #expect(error?.path.map(\.key) == ["FordFocus", "Logo"])
    }
  }

  @Test func `IND-9: a failable initializer makes an optional, which is not a value of the type`() throws {
    final class Emblem: Sendable {
      init?(isThere: Bool) { if !isThere { return nil } }
    }
    let container = try Container {
      Bind(instance: false)
      Bind(Emblem.init(isThere:))
    }
    #expect(try container.resolve(Emblem?.self) == nil)
    #expect(try failure { try container.resolve(Emblem.self) }.code == .missing)
    // Who takes the value itself says what nil means.
    let strict = try Container {
      Bind { (isThere: Bool) throws -> Emblem in
        guard let emblem = Emblem(isThere: isThere) else { throw Breakdown("no emblem") }
        return emblem
      }
      Bind(instance: false)
    }
    let error = try failure { try strict.resolve(Emblem.self) }
    #expect(error.underlying as? Breakdown == Breakdown("no emblem"))
    #expect(error.path.map(\.key.description).last?.hasSuffix("Emblem") == true)
  }
}
