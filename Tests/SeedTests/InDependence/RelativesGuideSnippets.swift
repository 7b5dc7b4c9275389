// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailRelatives
import Testing
import TestSupport

@Suite("The guide: property injection and object trees") struct RelativesGuideSnippets {
  final class Spelling: Sendable {
    let language = "en"

    init() {}
  }

  struct Theme: Sendable { let name: String }

  final class Editor {
    var spelling: Spelling!
    var theme: Theme?

    init() {}
  }

  struct EditorModule: Module {
    var bindings: Bindings {
      Bind(Editor.init).require(\.spelling).fill(\.theme)
      Bind(Spelling.init).in(.singleton)
      Bind { Theme(name: "dark") }
    }
  }

  @Test static func `properties of one object`() throws {
    let log = Log()
    func print(_ items: Any...) { log.add(items.map { "\($0)" }.joined(separator: " ")) }
    let editor = try Container(EditorModule()).resolve(Editor.self)
    print(editor.spelling.language, editor.theme?.name ?? "none")  // en dark
    #expect(log.lines == ["en dark"])
  }

  class Car: Injectable {
    var chassis: Chassis?
    var road: Road?

    required init() {}

    class var binding: AnyBind {
      AnyBind(Bind(Self.init)).require(\Car.chassis).require(\Car.road)
    }
  }

  nonisolated final class Taxi: Car {
    var meter: Meter?

    override class var binding: AnyBind { super.binding.require(\Taxi.meter) }
  }

  final class Wheel: Injectable {
    weak var chassis: Chassis?
    weak var car: Car?

    init() {}

    static var binding: AnyBind {
      AnyBind(Bind(Wheel.init)).reference(\Wheel.chassis).reference(\Wheel.car)
    }
  }

  final class Chassis: Injectable {
    var wheel: Wheel?

    init() {}

    static var binding: AnyBind { AnyBind(Bind(Chassis.init)).require(\Chassis.wheel) }
  }

  final class Meter: Injectable {
    init() {}

    static var binding: AnyBind { AnyBind(Bind(Meter.init)) }
  }

  struct Paint: Sendable {
    let colour: String
    let coats: Int
  }

  @Test static func `references and the tree`() throws {
    let log = Log()
    func print(_ items: Any...) { log.add(items.map { "\($0)" }.joined(separator: " ")) }
    let container = try Container()
    let taxi = try container.resolve(Taxi.self)
    let wheel = taxi.chassis?.wheel
    print(wheel?.car === taxi, wheel?.chassis === taxi.chassis)  // true true
    let old = Chassis()
    container.tree.attach(old, to: taxi)
    let spare = try container.resolve(Wheel.self, parent: old)
    let found = Car()
    try container.inject(into: found)
    print(spare.car === taxi, found.chassis != nil)  // true true
    #expect(log.lines == ["true true", "true true"])
    #expect(taxi.meter != nil)
  }

  @Test nonisolated static func `awakening`() throws {
    let log = Log()
    @Sendable func print(_ items: Any...) { log.add(items.map { "\($0)" }.joined(separator: " ")) }
    let container = try Container {
      Bind(Chassis.init).require(\.wheel).onAwake { _ in print("chassis") }
      Bind(Wheel.init).reference(\.chassis).onAwake { wheel in print("wheel, chassis found:", wheel.chassis != nil) }
    }
    _ = try container.resolve(Chassis.self)
    #expect(log.lines == ["wheel, chassis found: true", "chassis"])
  }

  @Test static func `default arguments`() throws {
    let log = Log()
    func print(_ items: Any...) { log.add(items.map { "\($0)" }.joined(separator: " ")) }
    let paints = try Container {
      Bind { Paint(colour: $0, coats: $1) }.arguments(defaults: "black", 2)
      DefaultArgument(1, of: Paint.self, 3)
    }
    let standard = try paints.resolve(Paint.self)
    let special = try paints.resolve(Paint.self, arguments: "red", 1)
    print(standard.colour, standard.coats, special.colour, special.coats)  // black 3 red 1
    #expect(log.lines == ["black 3 red 1"])
  }

  @Test static func `guide snippets are compiled`() throws {
    try GuidePage.expectCompiled("PropertyInjection", in: "InDependence/RelativesGuideSnippets.swift")
  }
}
