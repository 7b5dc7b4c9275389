// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailNames
import DovetailRelatives
import Testing
import TestSupport

@Suite("InDependence: extensions") struct InDependenceExtensionTests {
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

  /// Notes for whom something is asked and made, and that all of it is one request.
  private struct Following: Extension {
    enum Count: RequestOption { typealias Value = Int }
    let log: Log

    func choose(_ request: Interception, next: (Interception) throws -> Any) throws -> Any {
      note("choose", request)
      return try next(request)
    }

    func make(_ request: Interception, next: () throws -> Any) throws -> Any {
      note("make", request)
      return try next()
    }

    func setNeeds(of object: Any, _ request: Interception, next: () throws -> Void) throws {
      note("set needs of", request)
      try next()
    }

    private func note(_ point: String, _ request: Interception) {
      let parent = request.parent.map { "\(type(of: $0))" } ?? request.parentKey.map { "\($0), not there yet" } ?? "the program"
      let count = (request.session?.notes[Count.self] ?? 0) + 1
      request.session?.notes[Count.self] = count
      log.add("\(count) \(point) \(request.subject) for \(parent)")
    }
  }

  @Test func `IND-55: each point is told for whom it is done, and in which request`() throws {
    let log = Log()
    let container = try Container(extensions: [Following(log: log)]) {
      Bind(Onlooker.init).require(\.wheel)
      Bind(Monument.init)
      Bind(Wheel.init)
    }
    let caller = Car()
    _ = try container.resolve(Onlooker.self, parent: caller)
    #expect(
      log.lines == [
        "1 choose Onlooker for Car", "2 make Onlooker for Car",
        "3 choose Monument for Onlooker, not there yet", "4 make Monument for Onlooker, not there yet",
        "5 set needs of Monument for Onlooker, not there yet",
        "6 set needs of Onlooker for Car", "7 choose Wheel for Onlooker", "8 make Wheel for Onlooker",
        "9 set needs of Wheel for Onlooker",
      ])
    _ = try container.resolve(Wheel.self)
    #expect(
      log.lines.suffix(3) == [
        "1 choose Wheel for the program", "2 make Wheel for the program", "3 set needs of Wheel for the program",
      ])
  }

  @Test func `IND-55: an object that was made elsewhere is given its needs by way of the extensions, as a new one is`() throws {
    let log = Log()
    let container = try Container(extensions: [Following(log: log)]) {
      Bind(Chassis.init).require(\.wheel)
      Bind(Wheel.init)
    }
    let (chassis, caller) = (Chassis(), Car())
    try container.inject(into: chassis, parent: caller)
    #expect(chassis.wheel != nil)
    #expect(
      log.lines == [
        "1 set needs of Chassis for Car", "2 choose Wheel for Chassis", "3 make Wheel for Chassis",
        "4 set needs of Wheel for Chassis",
      ])
    let silent = try Container(extensions: [Noting(log: Log(), leavesOut: "needs")]) {
      Bind(Chassis.init).require(\.wheel)
      Bind(Wheel.init)
    }
    let bare = Chassis()
    try silent.inject(into: bare)
    #expect(bare.wheel == nil)
  }

  @Test func `IND-55: an extension may set the needs again, of a new object and of one that was made elsewhere`() throws {
    struct Twice: Extension {
      func setNeeds(of object: Any, _ request: Interception, next: () throws -> Void) throws {
        try next()
        try next()
      }
    }
    let container = try Container(extensions: [Twice()]) {
      Bind(Chassis.init).require(\.wheel)
      Bind(Wheel.init)
    }
    #expect(try container.resolve(Chassis.self).wheel != nil)
    let chassis = Chassis()
    try container.inject(into: chassis)
    #expect(chassis.wheel != nil)
  }

  @Test func `IND-55: what is told of a request ends with it`() throws {
    final class Keeping: Extension {
      let kept = Collected<Interception>()
      func choose(_ request: Interception, next: (Interception) throws -> Any) throws -> Any {
        kept.add(request)
        return try next(request)
      }
    }
    let keeping = Keeping()
    let container = try Container(extensions: [keeping]) { Bind(Wheel.init) }
    _ = try container.resolve(Wheel.self, parent: Car())
    let request = try #require(keeping.kept.elements.first)
    #expect(request.session == nil && request.parent == nil && request.parentKey == nil)
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

  @Test func `IND-56: of several extensions the last registered is asked first, and hands on to the one before it`() throws {
    struct Wrapping: Extension {
      let name: String
      let log: Log
      func choose(_ request: Interception, next: (Interception) throws -> Any) throws -> Any {
        log.add("\(name) chooses")
        defer { log.add("\(name) has chosen") }
        return try next(request)
      }
      func make(_ request: Interception, next: () throws -> Any) throws -> Any {
        log.add("\(name) makes")
        return try next()
      }
      func setNeeds(of object: Any, _ request: Interception, next: () throws -> Void) throws {
        log.add("\(name) sets")
        try next()
      }
      func complete(_ objects: [Any], next: () -> Void) {
        log.add("\(name) completes")
        next()
      }
    }
    let log = Log()
    let inner = Wrapping(name: "inner", log: log)
    let container = try Container(extensions: [inner, Wrapping(name: "outer", log: log)]) { Bind(Monument.init) }
    _ = try container.resolve(Monument.self)
    #expect(
      log.lines == [
        "outer chooses", "inner chooses", "outer makes", "inner makes", "outer sets", "inner sets", "inner has chosen",
        "outer has chosen", "outer completes", "inner completes",
      ])
    // What one of them answers, those before it never see; what is built in is the last of all.
    let shared = try Container(extensions: [Wrapping(name: "unasked", log: log), HandMade()]) { Bind(Monument.init) }
    let monument = try shared.resolve(Monument.self)
    let count = log.lines.count
    #expect(try shared.resolve(Monument.self) === monument)
    #expect(log.lines.count == count)
  }

  @Test func `IND-57: extensions belong to a container, not to the program`() throws {
    let log = Log()
    let plain = try Container { Bind(Wheel.init) }
    _ = try Container(extensions: [Noting(log: log)]) { Bind(Wheel.init) }
    _ = try plain.resolve(Wheel.self)
    #expect(log.lines == [])
    // The children of a container have its extensions; one that is given twice is asked twice.
    let twice = try Container(extensions: [Noting(log: log), Noting(log: log)]) { Bind(Wheel.init) }
    _ = try twice.child {}.resolve(Wheel.self)
    #expect(log.lines.filter { $0 == "choose Wheel" }.count == 2)
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

  @Test func `IND-58: options reach every point of what was asked for, redirected or not, and nothing that it needs`() throws {
    enum Note: RequestOption { typealias Value = String }
    struct Noting: Extension {
      let log: Log
      func choose(_ request: Interception, next: (Interception) throws -> Any) throws -> Any {
        note("choose", request)
        return try next(request.type == Chassis.self ? request.redirected(to: Key<UnibodyChassis>()) : request)
      }
      func make(_ request: Interception, next: () throws -> Any) throws -> Any {
        note("make", request)
        return try next()
      }
      func setNeeds(of object: Any, _ request: Interception, next: () throws -> Void) throws {
        note("set needs of", request)
        try next()
      }
      private func note(_ point: String, _ request: Interception) {
        log.add("\(point) \(request.subject): \(request.options[Note.self] ?? "nothing")")
      }
    }
    let log = Log()
    let container = try Container(extensions: [Noting(log: log)]) {
      Bind(Chassis.init).require(\.wheel)
      Bind(UnibodyChassis.init).require(\.wheel)
      Bind(Wheel.init)
    }
    _ = try container.resolve(Chassis.self, options: RequestOptions().setting(Note.self, "mine"))
    #expect(
      log.lines == [
        "choose Chassis: mine", "choose UnibodyChassis: mine", "make UnibodyChassis: mine", "set needs of UnibodyChassis: mine",
        "choose Wheel: nothing", "make Wheel: nothing", "set needs of Wheel: nothing",
      ])
  }

  /// An extension with an own kind of data about binds, and an own word for declaring it.
  fileprivate enum Vintages {
    enum Year: RequestOption { typealias Value = String }

    struct Dating: Extension {
      func make(_ request: Interception, next: () throws -> Any) throws -> Any {
        guard let year = request.options[Year.self] ?? request.declared[Year.self] else { return try next() }
        return Vintage(year: year)
      }
    }
  }

  @Test func `IND-44: a module declares data of an extension's own on a bind, and the extension finds them there`() throws {
    struct Cellar: Module {
      var bindings: Bindings {
        Bind { Vintage(year: "unknown") }.year("1967")
        Bind { Vintage(year: "unknown") }.named("other")
        NamedBind("by name", needs: []) { Vintage(year: "unknown") }.declaring(Vintages.Year.self, "1971")
      }
    }
    let container = try Container(Cellar(), extensions: [Vintages.Dating()])
    #expect(try container.resolve(Vintage.self).year == "1967")
    #expect(try container.resolve(Vintage.self, named: "other").year == "unknown")
    #expect(try container.resolve("by name", as: Vintage.self).year == "1971")
    #expect(try container.resolve(Bottle.self).vintage?.year == "1967", "also on the way")
    // What a bind declares reaches nobody without the extension.
    #expect(try Container(Cellar()).resolve(Vintage.self).year == "unknown")
  }

  private final class Bottle: Injectable {
    var vintage: Vintage?
    init() {}
    static var binding: AnyBind { AnyBind(Bind(Bottle.init)).require(\Bottle.vintage) }
  }
}

extension Bind<Vintage> {
  /// The word for declaring a year, as the module of an extension would bring it.
  fileprivate func year(_ year: String) -> Self { declaring(InDependenceExtensionTests.Vintages.Year.self, year) }
}
