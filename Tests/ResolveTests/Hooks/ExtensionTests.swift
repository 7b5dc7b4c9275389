// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailNames
import DovetailRelatives
import CoreTestSupport
import Synchronization
import Testing
import TestSupport

/// Notes all four points in one list.
private struct Observer: Extension {
  let name: String
  let log: Diary

  func choose(_ request: Interception, next: (Interception) throws -> Any) throws -> Any {
    log.note("\(name): choose \(describe(request))")
    return try next(request)
  }

  func make(_ request: Interception, next: () throws -> Any) throws -> Any {
    log.note("\(name): make \(describe(request))")
    return try next()
  }

  func setNeeds(of object: Any, _ request: Interception, next: () throws -> Void) throws {
    log.note("\(name): set needs of \(describe(request))")
    try next()
  }

  func complete(_ objects: [Any], next: () -> Void) {
    log.note("\(name): complete \(objects.map { "\(type(of: $0))" }.joined(separator: ", "))")
    next()
  }

  private func describe(_ request: Interception) -> String { request.type.map { "\($0)" } ?? request.name ?? "nothing" }
}

private final class Diary: Sendable {
  private let lines = Mutex<[String]>([])
  var all: [String] { lines.withLock { $0 } }
  func note(_ line: String) { lines.withLock { $0.append(line) } }
}

private class Base: @unchecked Sendable { init() {} }
private final class Carrying: Base, SelfMade, @unchecked Sendable {}
private final class Derived: Base, @unchecked Sendable { override init() { super.init() } }
private final class Holder: @unchecked Sendable {
  let part: Part
  var base: Base?
  init(part: Part) { self.part = part }
}
private final class Part: Sendable { init() {} }

/// Hands out an object that was given back, instead of making a new one: an ability that Dovetail itself does not have.
private final class Recycling: Extension {
  enum Fresh: RequestOption { typealias Value = Bool }

  private let pool = Mutex<[ObjectIdentifier: [any Sendable]]>([:])

  func giveBack<Value: Sendable>(_ object: Value) {
    pool.withLock { $0[ObjectIdentifier(Value.self), default: []].append(object) }
  }

  func choose(_ request: Interception, next: (Interception) throws -> Any) throws -> Any {
    if request.options[Fresh.self] == true { return try next(request) }
    guard let type = request.type, let recycled = pool.withLock({ $0[ObjectIdentifier(type)]?.popLast() }) else {
      return try next(request)
    }
    return recycled
  }
}

@Suite("Extensions") struct ExtensionTests {
  @Test func `step in at four points, the last registered first`() throws {
    let log = Diary()
    let container = try Container(extensions: [Observer(name: "inner", log: log), Observer(name: "outer", log: log)]) {
      Bind(Holder.init).require(\.base)
      Bind(Part.init)
      Bind(Base.init).in(.singleton)
    }
    _ = try container.resolve(Holder.self)
    #expect(
      log.all == [
        "outer: choose Holder", "inner: choose Holder", "outer: make Holder", "inner: make Holder",
        "outer: choose Part", "inner: choose Part", "outer: make Part", "inner: make Part",
        "outer: set needs of Part", "inner: set needs of Part",
        "outer: set needs of Holder", "inner: set needs of Holder",
        "outer: choose Base", "inner: choose Base", "outer: make Base", "inner: make Base",
        "outer: set needs of Base", "inner: set needs of Base",
        "outer: complete Part, Base, Holder", "inner: complete Part, Base, Holder",
      ])
  }

  @Test func `are asked again for a singleton, which is made once`() throws {
    let log = Diary()
    let container = try Container(extensions: [Observer(name: "x", log: log)]) { Bind(Part.init).in(.singleton) }
    #expect(try container.resolve(Part.self) === container.resolve(Part.self))
    #expect(log.all == ["x: choose Part", "x: make Part", "x: set needs of Part", "x: complete Part", "x: choose Part"])
  }

  @Test func `choose another bind, or a value of their own`() throws {
    struct Redirect: Extension {
      func choose(_ request: Interception, next: (Interception) throws -> Any) throws -> Any {
        try next(request.type == Base.self ? request.redirected(to: Key<Derived>()) : request)
      }
    }
    let container = try Container(extensions: [Redirect()]) {
      Bind(Base.init)
      Bind(Derived.init)
    }
    #expect(try container.resolve(Base.self) is Derived)
  }

  @Test func `add an ability: recycling objects, unless the caller says otherwise`() throws {
    let recycling = Recycling()
    let container = try Container(extensions: [recycling]) { Bind(Part.init) }
    let first = try container.resolve(Part.self)
    recycling.giveBack(first)
    let options = RequestOptions().setting(Recycling.Fresh.self, true)
    #expect(try container.resolve(Part.self, options: options) !== first)
    #expect(try container.resolve(Part.self) === first)
    #expect(try container.resolve(Part.self) !== first)
  }

  @Test func `make an object instead of the factory, which still gets its properties`() throws {
    struct Ready: Extension {
      let holder: Holder
      func make(_ request: Interception, next: () throws -> Any) throws -> Any {
        request.type == Holder.self ? holder : try next()
      }
    }
    let holder = Holder(part: Part())
    let container = try Container(extensions: [Ready(holder: holder)]) {
      Bind(Holder.init).require(\.base)
      Bind(Part.init)
      Bind(Base.init)
    }
    #expect(try container.resolve(Holder.self) === holder)
    #expect(holder.base != nil)
  }

  @Test func `may run the factory twice`() throws {
    struct Twice: Extension {
      func make(_ request: Interception, next: () throws -> Any) throws -> Any {
        _ = try next()
        return try next()
      }
    }
    let container = try Container(extensions: [Twice()]) {
      Bind(Holder.init).require(\.base)
      Bind(Part.init)
      Bind(Base.init)
    }
    #expect(try container.resolve(Holder.self).base != nil)
  }

  @Test func `may leave out the properties and the completion`() throws {
    struct Silent: Extension {
      func setNeeds(of object: Any, _ request: Interception, next: () throws -> Void) throws {}
      func complete(_ objects: [Any], next: () -> Void) {}
    }
    let log = Diary()
    let container = try Container(extensions: [Silent()]) {
      Bind(Holder.init).require(\.base).onAwake { _ in log.note("awake") }
      Bind(Part.init)
      Bind(Base.init)
    }
    #expect(try container.resolve(Holder.self).base == nil)
    #expect(log.all == [])
  }

  @Test func `that answer with another type get an error`() throws {
    struct Wrong: Extension {
      func choose(_ request: Interception, next: (Interception) throws -> Any) throws -> Any { "a part" }
    }
    let container = try Container(extensions: [Wrong()]) { Bind(Part.init) }
    let error = #expect(throws: ResolutionError.self) { try container.resolve(Part.self) }
    #expect(error?.code == .wrongType)
    #expect(
      error?.description == """
        error: [wrong-type] an extension answers 'Part' with an instance of 'String'
          help: let the extension return one of 'Part'
        """)
  }

  @Test func `that redirect in a circle get an error`() throws {
    struct Circle: Extension {
      func choose(_ request: Interception, next: (Interception) throws -> Any) throws -> Any {
        try next(request.type == Base.self ? request.redirected(to: Key<Part>()) : request.redirected(to: Key<Base>()))
      }
    }
    let container = try Container(extensions: [Circle()]) {
      Bind(Base.init)
      Bind(Part.init)
    }
    let error = #expect(throws: ResolutionError.self) { try container.resolve(Part.self) }
    #expect(error?.code == .cycle)
  }

  @Test func `that redirect to nothing get an error`() throws {
    struct Astray: Extension {
      func choose(_ request: Interception, next: (Interception) throws -> Any) throws -> Any {
        try next(request.redirected(to: Key<Base>()))
      }
    }
    let container = try Container(extensions: [Astray()]) { Bind(Part.init) }
    let error = #expect(throws: ResolutionError.self) { try container.resolve(Part.self) }
    #expect(error?.code == .missing)
  }

  @Test func `may redirect to a type that carries its own binding`() throws {
    struct Turning: Extension {
      func choose(_ request: Interception, next: (Interception) throws -> Any) throws -> Any {
        try next(request.type == Base.self ? request.redirected(to: Key<Carrying>()) : request)
      }
    }
    let container = try Container(extensions: [Turning()]) { Bind(Base.init) }
    #expect(try container.resolve(Base.self) is Carrying)
  }

  @Test func `serve the container's children and copies too`() throws {
    let log = Diary()
    let container = try Container(extensions: [Observer(name: "x", log: log)]) { Bind(Part.init) }
    _ = try container.child { Bind(Base.init) }.resolve(Base.self)
    _ = try container.rebuilt { Bind { Part() } }.resolve(Part.self)
    #expect(log.all.filter { $0.contains("choose") } == ["x: choose Base", "x: choose Part"])
  }

  @Test func `serve binds by name`() throws {
    let log = Diary()
    let container = try Container(extensions: [Observer(name: "x", log: log)]) {
      NamedBind("part") { _ in Part() }
    }
    _ = try container.resolve("part", as: Part.self)
    #expect(log.all == ["x: choose part", "x: make part", "x: set needs of part", "x: complete Part"])
  }

  /// Answers a type with the bind of a name, where there is one.
  private struct Naming: Extension {
    let name: String
    let types: [any Any.Type]

    func choose(_ request: Interception, next: (Interception) throws -> Any) throws -> Any {
      guard request.name == nil, let type = request.type, types.contains(where: { $0 == type }) else { return try next(request) }
      func redirected<Value>(_ type: Value.Type) -> Interception { request.redirected(to: Key<Value>(named: name)) }
      return try next(_openExistential(type, do: redirected))
    }
  }

  @Test func `redirect with the caller's arguments`() throws {
    let container = try Container(extensions: [Naming(name: "short", types: [String.self])]) {
      Bind { (text: Substring) in "long \(text)" }.arguments(Substring.self)
      Bind { (text: Substring) in "short \(text)" }.arguments(defaults: "nothing" as Substring).named("short")
      Bind { (make: Factory<String, Substring>) in [make("brakes")] }
    }
    #expect(try container.resolve(String.self, arguments: "tyres" as Substring) == "short tyres")
    #expect(try container.resolve([String].self) == ["short brakes"])
  }

  @Test func `that redirect to a bind with other arguments get an error`() throws {
    let container = try Container(extensions: [Naming(name: "short", types: [String.self])]) {
      Bind { (text: Substring) in "long \(text)" }.arguments(Substring.self)
      Bind { (count: Int) in "short \(count)" }.arguments(Int.self).named("short")
    }
    let text = failure { try container.resolve(String.self, arguments: "tyres" as Substring) }
    #expect(
      text == """
        [wrong-arguments] 'String' named "short" is made with the arguments (Int), not (Substring)
        String named "short"
        """)
  }

  @MainActor private final class Page {
    let name: String
    init(_ name: String) { self.name = name }
  }

  private final class Ink { let colour: String; init(_ colour: String) { self.colour = colour } }

  private func pages() throws -> Container {
    try Container(extensions: [Naming(name: "test", types: [Ink.self, Page.self])]) {
      Bind { Ink("black") }.in(.singleton, on: MainActor.self)
      Bind { Ink("red") }.in(.singleton, on: MainActor.self).named("test")
      Bind { @MainActor in Page("live") }
      Bind { @MainActor in Page("test") }.named("test")
    }
  }

  @MainActor @Test func `redirect what stays on an actor`() throws {
    let container = try pages()
    #expect(try container.resolve(Ink.self).colour == "red")
    #expect(try container.resolve(Page.self).name == "test")
  }

  @Test func `redirect what an actor makes, where it is awaited`() async throws {
    #expect(await (try pages().resolve(Page.self)).name == "test")
  }
}
