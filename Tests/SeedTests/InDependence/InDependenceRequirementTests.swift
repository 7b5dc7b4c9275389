// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Testing

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
  }

  @Test func `IND-2: requirements are filled, and those of what fills them`() throws {
    let car = try Container().resolve(Car.self)
    #expect(car.chassis?.wheel != nil)
    #expect(car.engine != nil)
  }

  @Test func `IND-3: a subclass has its own requirements and its superclass's`() throws {
    let container = try Container()
    let focus = try container.resolve(FordFocus.self)
    #expect(focus.chassis != nil && focus.engine != nil && focus.logo != nil)
    let ford = try container.resolve(Ford.self)
    #expect(type(of: ford) == Ford.self)
    #expect(ford.chassis != nil && ford.engine != nil)
  }

  @Test func `IND-4: requirements are set in declared order, whatever the initialiser did`() throws {
    final class Diary: Injectable {
      var first: Logo? { didSet { order.append("first") } }
      var second: Logo? { didSet { order.append("second") } }
      var order: [String] = []
      init() { first = Logo() }
      static var binding: AnyBind { AnyBind(Bind(Diary.init)).require(\Diary.first).require(\Diary.second) }
    }
    #expect(try Container().resolve(Diary.self).order == ["first", "second"])
  }

  @Test func `IND-5: what is asked for under another type has the requirements of the type that is made`() throws {
    let container = try Container { Bind(Car.self) { (focus: FordFocus) in focus } }
    let focus = try #require(try container.resolve(Car.self) as? FordFocus)
    #expect(focus.logo != nil && focus.chassis != nil)
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

  @Test func `IND-8: concurrent requests build a graph each and share its singletons`() async throws {
    let container = try Container()
    let roads = await withTaskGroup(of: ObjectIdentifier?.self) { group in
      for _ in 0..<32 { group.addTask { (try? container.resolve(GarageFord.self))?.road.map(ObjectIdentifier.init) } }
      return await group.reduce(into: Set<ObjectIdentifier?>()) { $0.insert($1) }
    }
    #expect(roads.count == 1 && !roads.contains(nil))
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

  @Test func `IND-6 and IND-52: a property is named by its key path, so a wrong name does not compile`() throws {
    let bind = AnyBind(Bind(Chassis.init)).require(\Chassis.wheel)
    #expect(try Container { bind }.resolve(Chassis.self).wheel != nil)
  }
}
