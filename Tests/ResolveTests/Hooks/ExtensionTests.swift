// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailNames
import DovetailRelatives
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
}
