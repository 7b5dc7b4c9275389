// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailNames
import Testing
import CoreTestSupport
import TestSupport

private final class Clock: Sendable {
  let name: String
  init(_ name: String = "real") { self.name = name }
}

private final class Diary: Sendable {
  let clock: Clock
  init(clock: Clock) { self.clock = clock }
}

private enum Day: ScopeKind { typealias Input = Inputs<Clock> }

/// Keeps the first instance, and counts the storages.
private struct Kept: CustomScope {
  let storages = Counter()
  func storage<Value: Sendable>(for type: Value.Type) -> any ScopeStorage<Value> {
    storages.add()
    return KeptStorage()
  }
}

private final class KeptStorage<Value: Sendable>: ScopeStorage {
  private let value = Lock<Value?>(nil)
  func instance(_ make: () throws -> Value) throws -> Value {
    if let known = value.withLock({ $0 }) { return known }
    let made = try make()
    value.withLock { $0 = made }
    return made
  }
}

private struct ClockModule: Module {
  let scope: Scope.Shared?
  var bindings: Bindings { if let scope { Bind { Clock() }.in(scope) } else { Bind { Clock() } } }
}

private struct Secretive: Module {
  var bindings: Bindings {
    Bind { Clock() }.in(.singleton).private
    Bind(Diary.init)
  }
}

@Suite("An override that names no scope") struct OverrideScopeTests {
  /// Whether two requests get one fake.
  private func isShared(by resolver: some Resolver, named name: String? = nil) throws -> Bool {
    let (one, other) = (try resolver.resolve(Clock.self, named: name), try resolver.resolve(Clock.self, named: name))
    #expect(one.name == "fake")
    return one === other
  }

  @Test(arguments: [false, true])
  func `is shared as what it replaces, in a module and in a copy`(isCopy: Bool) throws {
    for (scope, shared) in [(Scope.Shared.singleton, true), (.custom(Kept()), true), (nil, false)] as [(Scope.Shared?, Bool)] {
      let real = ClockModule(scope: scope)
      let beside = InlineModule {
        Include(real)
        Bind { Clock("fake") }.override
      }
      let container = try isCopy ? Container(real).rebuilt { Bind { Clock("fake") } } : Container(beside)
      #expect(try isShared(by: container) == shared)
      #expect(container.graph.bindings.map(\.scope).last == container.graph.bindings.map(\.scope).first)
    }
  }

  @Test func `brings its own scope when it names one, transient as well`() throws {
    let real = try Container(ClockModule(scope: .singleton))
    #expect(try !isShared(by: real.rebuilt { Bind { Clock("fake") }.in(.transient) }))
    #expect(try !isShared(by: real.rebuilt { Bind { Clock("fake") }.in(.graph) }))
    #expect(try isShared(by: Container(ClockModule(scope: nil)).rebuilt { Bind { Clock("fake") }.in(.singleton) }))
    #expect(try isShared(by: Container(ClockModule(scope: nil)).rebuilt { Bind(instance: Clock("fake")) }))
  }

  @Test func `has a storage of its own in a custom scope`() throws {
    let scope = Kept()
    let real = try Container(ClockModule(scope: .custom(scope)))
    let copy = try real.rebuilt { Bind { Clock("fake") } }
    #expect(try isShared(by: copy))
    #expect(scope.storages.value == 1)
    #expect(try real.resolve(Clock.self).name == "real")
    #expect(scope.storages.value == 2)
  }

  @Test func `is one for each request scope, and takes the place of an input`() throws {
    let container = try Container {
      Bind { Diary(clock: $0) }.in(.scoped(Day.self))
      Bind { Diary(clock: Clock("fake")) }.override
      Bind { Clock("fake") }.override
    }
    for _ in 1...2 {
      try container.withScope(Day.self, Clock()) { scope in
        let (one, other) = (try scope.resolve(Diary.self), try scope.resolve(Diary.self))
        #expect(one === other && one.clock.name == "fake")
        let isClockShared = try isShared(by: scope)
        #expect(isClockShared)
      }
    }
    #expect(throws: ResolutionError.self) { try container.resolve(Diary.self) }
  }

  @Test func `is one while it is held, or one for each request, as what it replaces`() throws {
    let weak = try Container(ClockModule(scope: .weak)).rebuilt { Bind { Clock("fake") } }
    #expect(try isShared(by: weak))
    let graph = try Container {
      Bind { Clock() }.in(.graph)
      Bind { (left: Clock, right: Clock) in left === right }
    }.rebuilt { Bind { Clock("fake") } }
    #expect(try graph.resolve(Bool.self))
    #expect(try !isShared(by: graph))
  }

  @Test func `is built once when it is asynchronous, or replaces what is`() async throws {
    let isAwaited = [(false, true), (true, false), (true, true)]
    for (real, fake) in isAwaited {
      let container = try Container {
        if real { Bind { () async in Clock() }.in(.singleton) } else { Bind { Clock() }.in(.singleton) }
        if fake { Bind { () async in Clock("fake") }.override } else { Bind { Clock("fake") }.override }
      }
      let (one, other) = (try await container.resolve(Clock.self), try await container.resolve(Clock.self))
      #expect(one === other && one.name == "fake")
    }
  }

  @Test func `is shared under its name, as a part and in a private place`() throws {
    let named = try Container { Bind { Clock() }.in(.singleton).named("wall") }
    #expect(try isShared(by: named.rebuilt { Bind { Clock("fake") }.named("wall") }, named: "wall"))
    let dynamic = try Container { NamedBind("clock") { _ in Clock() }.in(.singleton) }.rebuilt {
      NamedBind("clock") { _ in Clock("fake") }
    }
    #expect(try dynamic.resolve("clock", as: Clock.self) === dynamic.resolve("clock"))
    let parts = try Container {
      Bind { Clock() }.in(.singleton).contribute(key: "wall")
      Bind { Clock("fake") }.contribute(key: "wall").override
    }
    #expect(try parts.resolve([String: Clock].self)["wall"] === parts.resolve([String: Clock].self)["wall"])
    let hidden = try Container(Secretive()).rebuilt { Bind { Clock("fake") }.override(in: Secretive.self) }
    #expect(try hidden.resolve(Diary.self).clock === hidden.resolve(Diary.self).clock)
  }

  @Test func `has the scope of the first bind through several overrides and children`() throws {
    let real = try Container(ClockModule(scope: .singleton))
    let twice = try real.rebuilt { Bind { Clock("other") } }.rebuilt { Bind { Clock("fake") } }
    #expect(try isShared(by: twice))
    let child = try twice.child { Bind { Clock("fake") }.override }
    #expect(try isShared(by: child))
    #expect(try child.resolve(Clock.self) !== twice.resolve(Clock.self))
    #expect(try isShared(by: child.child { Bind { Clock("fake") }.override }))
    #expect(try !isShared(by: real.rebuilt { Bind { Clock("other") }.in(.transient) }.rebuilt { Bind { Clock("fake") } }))
  }

  @Test func `is one for each scope that is opened from a child`() throws {
    let parent = try Container { Bind { Diary(clock: $0) }.in(.scoped(Day.self)) }
    let child = try parent.child { Bind { Diary(clock: Clock("fake")) }.override }
    let scope = try child.openScope(Day.self, Clock())
    let (one, other) = (try scope.resolve(Diary.self), try scope.resolve(Diary.self))
    #expect(one === other && one.clock.name == "fake")
    #expect(try parent.openScope(Day.self, Clock()).resolve(Diary.self).clock.name == "real")
  }

  @Test func `is told to name one where it cannot have the one that it replaces`() throws {
    let weak = try Container { Bind((any Engine).self, HybridEngine.init).in(.weak) }
      .rebuilt { Bind((any Engine).self) { DieselEngine() } }
    let error = #expect(throws: ResolutionError.self) { try weak.resolve((any Engine).self) }
    #expect(error?.diagnostic.help == "use .in(.singleton) or .in(.transient), or make the type a class")
    let report = Container.check(
      InlineModule {
        Bind { Clock() }.in(.custom(Kept()))
        Bind { () async in Clock("fake") }.override
      })
    #expect(report.errors.map(\.id) == [.asyncNeed])
  }

  @Test func `is closed by its owner`() throws {
    let closed = Counter()
    let container = try Container(ClockModule(scope: .singleton)).rebuilt { Bind { Clock("fake") }.onClose { _ in closed.add() } }
    _ = try container.resolve(Clock.self)
    try container.close()
    #expect(closed.value == 1)
  }

  @Test func `is checked in the scope that it gets`() {
    let report = Container.check(
      InlineModule {
        Bind { Clock() }.in(.scoped(Day.self)).named("day")
        Bind { Diary(clock: Clock()) }.in(.singleton)
        Bind { Diary(clock: $0) }.needs(Clock.self, named: "day").override
      })
    #expect(report.errors.map(\.id) == [.captiveDependency])
  }

  @Test func `a bind of a child that is no override, and a transient one in a list of singletons, keep theirs`() throws {
    let child = try Container(ClockModule(scope: .singleton)).child { Bind { Clock("fake") } }
    #expect(try !isShared(by: child))
    #expect(try !isShared(by: Container { In(.singleton) { Bind { Clock("fake") }.in(.transient) } }))
  }
}
