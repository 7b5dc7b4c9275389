// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Synchronization
import Testing

@Suite("Coming from InDependence") struct InDependenceGuideSnippets {
  class Car: Injectable {
    var chassis: Chassis?
    var engine: Engine?

    required init() {}

    class var binding: AnyBind {
      AnyBind(Bind(Self.init)).require(\Car.chassis).require(\Car.engine)
    }
  }

  class Ford: Car {}
  final class FordFocus: Ford {}

  final class Chassis: Injectable {
    init() {}
    static var binding: AnyBind { AnyBind(Bind(Chassis.init)) }
  }

  final class Engine: Injectable, Sendable {
    init() {}
    static var binding: AnyBind { AnyBind(Bind(Engine.init)) }
  }

  struct FordModule: Module {
    var bindings: Bindings {
      Bind(Car.self) { (ford: Ford) in ford }
      Bind(Ford.self) { (focus: FordFocus) in focus }
    }
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

  @Test static func `guide snippets are compiled`() throws {
    try GuidePage.expectCompiled("ComingFromInDependence", in: "InDependence/InDependenceGuideSnippets.swift")
  }
}
