// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailInjected
internal import Testing
internal import TestSupport

private protocol P: AnyObject, Sendable {
  var word: String { get }
}
private final class Real: P {
  let word = "real"
  init() {}
}
private final class Fake: P {
  let word = "fake"
  init() {}
}
private protocol Q: AnyObject, Sendable {
  var p: any P { get }
}
private final class QImpl: Q {
  let p: any P
  init(p: any P) { self.p = p }
}

private struct RealModule: Module {
  var bindings: Bindings { Bind((any P).self, Real.init).in(.singleton) }
}

private struct AppModule: Module {
  var bindings: Bindings {
    RealModule()
    Bind((any Q).self, QImpl.init).in(.singleton)
  }
}

private struct Unknown: Module {
  var bindings: Bindings {}
}

@Suite struct `BTKInjector: two phases, copies and removal` {
  @Test func `BTK-9: what is declared is read once; then the container never changes`() throws {
    let read = Counter()
    let injector = try Container {
      let number = read.add()
      Bind((any P).self) { number == 1 ? Real() : Fake() as any P }
    }
    #expect(try injector.resolve((any P).self).word == "real")
    #expect(try injector.resolve((any P).self).word == "real")
    #expect(read.value == 1)
  }

  @Test func `BTK-9: a list that goes on changing does not change the container that was made from it`() throws {
    final class Leaked: @unchecked Sendable {  // SAFETY: stays in this test.
      var list = Bindings()
    }
    let leaked = Leaked()
    leaked.list.add(Bind((any P).self, Real.init))
    let injector = try Container { leaked.list }
    leaked.list.add(Bind((any Q).self, QImpl.init))
    #expect(try injector.resolveIfBound((any Q).self) == nil)
    #expect(try injector.resolve((any P).self).word == "real")
    #expect(try Container { leaked.list }.resolve((any Q).self).p.word == "real")
  }

  @Test func `BTK-10: a changed copy is made by overriding or by removing, and the original stays as it is`() throws {
    let injector = try Container(AppModule())
    let test = try injector.rebuilt { Bind((any P).self, Fake.init).in(.singleton) }
    #expect(try test.resolve((any Q).self).p.word == "fake")
    #expect(try injector.resolve((any Q).self).p.word == "real")
    let report = findings { try injector.rebuilt(removing: RealModule.self) }
    #expect(report.contains("error: [missing-binding] nothing is bound for 'any P'"))
    let plain = try Container(RealModule()).rebuilt(removing: RealModule.self)
    #expect(try plain.resolveIfBound((any P).self) == nil)
  }

  @Test func `BTK-11: a copy has instances of its own, and the original goes on to use itself`() throws {
    let injector = try Container(AppModule())
    let real = try injector.resolve((any P).self)
    let copy = try injector.rebuilt { Bind((any P).self, Fake.init) }
    #expect(try copy.resolve((any Q).self).p.word == "fake")
    // Built only now, after the copy was made: still from the original's binds.
    #expect(try injector.resolve((any Q).self).p === real)
    #expect(try copy.resolve((any Q).self) !== injector.resolve((any Q).self))
  }

  @Test func `BTK-12: nothing can be resolved while the container is set up, and nothing is made`() throws {
    let made = Counter()
    // What lists binds is given no resolver; the one container that can be reached from everywhere is not there yet.
    let asking = findings {
      try Container {
        Bind((any P).self, Real.init).in(.singleton)
        let early = try Container.shared.resolve((any P).self)
        Bind((any Q).self) { QImpl(p: early) }
      }
    }
    #expect(asking.contains("error: [failing-module] 'inline module' could not be read"))
    #expect(asking.contains("no shared container is set"))
    let injector = try Container {
      Bind((any P).self) {
        made.add()
        return Real()
      }
      .in(.singleton)
      Bind((any Q).self, QImpl.init).in(.singleton)
    }
    #expect(made.value == 0)
    _ = try injector.resolve((any Q).self)
    #expect(made.value == 1)
  }

  @Test func `BTK-13: a copy is made without the binding of a protocol, and one that is not bound changes nothing`() throws {
    let injector = try Container(AppModule())
    let without = try injector.rebuilt(unbinding: (any Q).self)
    #expect(try without.resolveIfBound((any Q).self) == nil)
    #expect(try without.resolve((any P).self).word == "real")
    #expect(try injector.resolve((any Q).self).p.word == "real")
    let same = try without.rebuilt(unbinding: (any Q).self)
    #expect(try same.resolve((any P).self).word == "real")
    let again = try without.rebuilt(adding: InlineModule { Bind((any Q).self) { QImpl(p: Fake()) } })
    #expect(try again.resolve((any Q).self).p.word == "fake")
    let report = findings { try injector.rebuilt(unbinding: (any P).self) }
    #expect(report.contains("error: [missing-binding] nothing is bound for 'any P'"))
  }

  @Test func `BTK-13: removing a module that is not there is an error that says so`() throws {
    let injector = try Container(AppModule())
    let report = findings { try injector.rebuilt(removing: Unknown.self) }
    #expect(report.contains("error: [nothing-to-remove] no module 'Unknown' is there to be removed"))
  }

  @Test func `BTK-13: what was removed can be bound again`() throws {
    let child = try Container(RealModule()).rebuilt(removing: RealModule.self).child {
      Bind((any P).self, Fake.init)
    }
    #expect(try child.resolve((any P).self).word == "fake")
  }

  @Test func `BTK-24: a container of one's own does not touch the shared one`() throws {
    let injector = try Container(AppModule())
    let other = try Container { Bind((any P).self, Fake.init) }
    let (q, shared) = try withContainer(other) { (try injector.resolve((any Q).self), try Container.shared) }
    #expect(q.p.word == "real")
    #expect(shared === other)
  }

  @Test func `BTK-27: a type that only looks like a protocol is adapted by a closure`() throws {
    struct Duck: Sendable { func speak() -> String { "quack" } }
    final class DuckAsP: P {
      let word: String
      init(_ duck: Duck) { word = duck.speak() }
    }
    let injector = try Container {
      Bind(Duck.init)
      Bind((any P).self) { (duck: Duck) in DuckAsP(duck) }
    }
    #expect(try injector.resolve((any P).self).word == "quack")
  }
}
