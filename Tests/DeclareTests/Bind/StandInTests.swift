// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailLifecycle
import DovetailNames
import DovetailRelatives
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

private struct Report: Sendable {
  let text: String
}

private final class Sundial: Injectable, Sendable {
  let name: String
  init(_ name: String = "real") { self.name = name }
  static var binding: AnyBind { AnyBind(Bind { Sundial() }.standIn { Sundial("fake") }) }
}

private class Watch: Injectable {
  let name: String
  required init(_ name: String = "real") { self.name = name }
  class var binding: AnyBind { AnyBind(Bind { Self("real") }.standIn { Self("fake") }) }
}

private final class PocketWatch: Watch {
  override class var binding: AnyBind { super.binding.made(by: Bind { PocketWatch("pocket") }) }
}

private enum Day: ScopeKind {}

private enum Vintage: RequestOption { typealias Value = Int }

private enum OtherActor {
  @globalActor actor Keeper { static let shared = Keeper() }
}

@Suite("A stand-in") struct StandInTests {
  private func container(@BindingsBuilder _ bindings: @escaping @Sendable () -> Bindings) throws -> Container {
    try Container(standIns: .all) { bindings() }
  }

  @Test func `has the names that the binding gives to its dependencies`() throws {
    let module = InlineModule("Module") {
      Bind { "plain" }
      Bind { "spare" }.named("spare")
      Bind { (name: String) in Clock("real \(name)") }.needs(String.self, named: "spare").standIn { (name: String) in Clock(name)
      }
      Bind { (parts: [Int]) in Diary(clock: Clock("\(parts)")) }.allowEmpty([Int].self)
        .standIn { (parts: [Int]) in Diary(clock: Clock("none of \(parts)")) }
    }
    let container = try Container(module, standIns: .all)
    #expect(try container.resolve(Clock.self).name == "spare")
    let pair = try self.container {
      Bind { "plain" }
      Bind { "spare" }.named("spare")
      Bind { (one: String, other: String) in Clock("real \(one) \(other)") }.needs(String.self, named: nil, "spare")
        .standIn { (one: String, other: String) in Clock("\(one) \(other)") }
    }
    #expect(try pair.resolve(Clock.self).name == "plain spare")
    #expect(try container.resolve(Diary.self).clock.name == "none of []")
  }

  @Test func `takes the place of its binding only where stand-ins are used`() throws {
    let module = InlineModule {
      Bind { Clock() }.standIn { Clock("fake") }
      Bind(Diary.init)
    }
    #expect(try Container(module).resolve(Diary.self).clock.name == "real")
    #expect(try Container(module, standIns: .none).resolve(Diary.self).clock.name == "real")
    #expect(try Container(module, standIns: .all).resolve(Diary.self).clock.name == "fake")
    #expect(try Container(module, standIns: .all).graph.bindings.map(\.key.description) == ["Clock", "Diary"])
  }

  @Test func `may be an initializer, throw, await and belong to an actor, with any number of dependencies`() async throws {
    let container = try container {
      Bind { "fake" }
      Bind { 7 }
      Bind { Clock() }.named("plain").standIn { Clock("plain") }
      Bind { Clock() }.named("initializer").standIn(Clock.init)
      Bind { Clock() }.named("throws").standIn { (name: String) throws in Clock(name) }
      Bind { Clock() }.named("many").standIn {
        (a: String, b: Int, c: String, d: Int, e: String, f: Int, g: String) in Clock("\(a)\(b)\(c)\(d)\(e)\(f)\(g)")
      }
      Bind { Clock() }.named("async").standIn { (name: String) async in Clock("async \(name)") }
      Bind { () async in Clock() }.named("sync").standIn { Clock("sync") }
      Bind { Clock() }.named("actor").standIn { @MainActor in Clock("actor") }
      Bind { Clock() }.named("resolver").standIn { (resolver: any Resolver) in Clock(try resolver.resolve(String.self)) }
    }
    var names: [String] = []
    for name in ["plain", "initializer", "throws", "many", "async", "sync", "actor", "resolver"] {
      names.append(try await container.resolve(Clock.self, named: name).name)
    }
    #expect(names == ["plain", "fake", "fake", "fake7fake7fake7fake", "async fake", "sync", "actor", "fake"])
    #expect(
      failure { try container.resolve(Clock.self, named: "async") }
        == "[async-need] 'Clock' named \"async\" is made asynchronously each time\nClock named \"async\"")
  }

  @Test func `is shared as its binding`() throws {
    let container = try container {
      Bind { Clock() }.in(.singleton).named("singleton").standIn { Clock("fake") }
      Bind { Clock() }.standIn { Clock("fake") }.named("later").in(.singleton)
      Bind { Clock() }.in(.weak).named("weak").standIn { Clock("fake") }
      Bind { Clock() }.in(.timeToLive(.seconds(600))).named("kept").standIn { Clock("fake") }
      Bind { Clock() }.in(.singleton, on: MainActor.self).named("actor").standIn { Clock("fake") }
      Bind { Clock() }.named("transient").standIn { Clock("fake") }
      Bind { Clock() }.in(.scoped(Day.self)).named("day").standIn { Clock("fake") }
      In(.singleton) { Bind { Clock() }.named("group").standIn { Clock("fake") } }
    }
    for name in ["singleton", "later", "weak", "kept", "group"] {
      let (one, other) = (try container.resolve(Clock.self, named: name), try container.resolve(Clock.self, named: name))
      #expect(one === other && one.name == "fake", "\(name)")
    }
    #expect(try container.resolve(Clock.self, named: "transient") !== container.resolve(Clock.self, named: "transient"))
    try container.withScope(Day.self) { scope in
      let (one, other) = (try scope.resolve(Clock.self, named: "day"), try scope.resolve(Clock.self, named: "day"))
      #expect(one === other && one.name == "fake")
    }
  }

  @Test @MainActor func `stays on the actor of its binding`() throws {
    final class Brush {}
    let container = try container { Bind(Brush.init).in(.singleton, on: MainActor.self).standIn { Brush() } }
    #expect(try container.resolve(Brush.self) === container.resolve(Brush.self))
  }

  @Test func `leaves the actor of its factory when its value may`() async throws {
    let container = try container { Bind { Clock() }.in(.singleton).standIn { @OtherActor.Keeper in Clock("fake") } }
    #expect(try await container.resolve(Clock.self).name == "fake")
  }

  @Test func `is private, an override and part of collections as its binding`() throws {
    struct Tower: Module {
      var bindings: Bindings {
        Bind { Clock() }.private.standIn { Clock("fake") }
        Bind(Diary.init)
      }
    }
    let tower = try Container(Tower(), standIns: .all)
    #expect(try tower.resolve(Diary.self).clock.name == "fake")
    #expect(failure { try tower.resolve(Clock.self) } == "[missing-binding] nothing is bound for 'Clock'\n")
    let replaced = try Container(
      Tower(), InlineModule { Bind { Clock() }.override(in: Tower.self).standIn { Clock("other fake") } }, standIns: .all)
    #expect(try replaced.resolve(Diary.self).clock.name == "other fake")
    let parts = try container {
      Bind { Report(text: "real") }.contribute().standIn { Report(text: "first") }
      Bind { Report(text: "real") }.contribute(key: "second").standIn { Report(text: "second") }
      Bind { Clock() }.named("third").contribute(to: Report.self, key: "third") { Report(text: $0.name) }.standIn {
        Clock("third")
      }
      Bind { Report(text: "fourth") }.contribute()
    }
    #expect(try parts.resolve([Report].self).map(\.text) == ["first", "second", "third", "fourth"])
    #expect(try parts.resolve([String: Report].self).mapValues(\.text) == ["second": "second", "third": "third"])
  }

  @Test func `gives way to what overrides its binding, and stands for an override that carries it`() throws {
    let module = InlineModule { Bind { Clock() }.in(.singleton).standIn { Clock("fake") } }
    let container = try Container(module, standIns: .all)
    #expect(try container.rebuilt { Bind { Clock("test") } }.resolve(Clock.self).name == "test")
    #expect(try container.rebuilt { Bind { Clock("test") }.standIn { Clock("its fake") } }.resolve(Clock.self).name == "test")
    let plain = try Container(module, InlineModule { Bind { Clock("better") }.override }, standIns: .all)
    #expect(try plain.resolve(Clock.self).name == "better")
    let carrying = try Container(
      module, InlineModule { Bind { Clock("better") }.override.standIn { Clock("its fake") } }, standIns: .all)
    let (one, other) = (try carrying.resolve(Clock.self), try carrying.resolve(Clock.self))
    #expect(one === other && one.name == "its fake")
    let added = try container.rebuilt(adding: InlineModule { Bind { 7 }.standIn { 8 } })
    #expect(try added.resolve(Int.self) == 8)
    #expect(
      failure { try container.rebuilt(unbinding: Clock.self).resolve(Clock.self) }
        == "[missing-binding] nothing is bound for 'Clock'\n")
  }

  @Test func `is wrapped by decorators`() throws {
    let container = try container {
      Bind { Clock() }.in(.singleton).standIn { Clock("fake") }
      Decorate(Clock.self) { (inner: Clock) in Clock("tower \(inner.name)") }
    }
    #expect(try container.resolve(Clock.self).name == "tower fake")
    #expect(try container.resolve(Clock.self) === container.resolve(Clock.self))
  }

  @Test func `of an existing value is built once`() throws {
    let made = Counter()
    let container = try container {
      Bind(instance: Clock()).standIn {
        made.add()
        return Clock("fake")
      }
    }
    #expect(made.value == 0)
    #expect(try container.resolve(Clock.self) === container.resolve(Clock.self))
    #expect(try container.resolve(Clock.self).name == "fake")
    #expect(made.value == 1)
  }

  @Test func `has nothing of what belongs to the factory of its binding`() async throws {
    let log = Log()
    final class Vane {
      var clock: Clock?
      init() {}
    }
    let container = try container {
      Bind(Clock.init).external.declaring(Vintage.self, 1967).in(.singleton).eager
        .onCreate { _ in log.add("created") }.onClose { _ in log.add("closed") }.onStart { _ in log.add("started") }
        .standIn { Clock("fake") }
      Bind(Vane.init).require(\.clock).standIn { Vane() }
      Bind { 7 }.reporting(Diagnostic(Diagnostic.ID(rawValue: "no-number"), .error, "no number is configured")).standIn { 8 }
    }
    try await container.start()
    #expect(try await container.resolve(Vane.self).clock == nil)
    #expect(try await container.resolve(Clock.self).name == "fake")
    #expect(try await container.resolve(Int.self) == 8)
    try await container.stop()
    try await container.close()
    #expect(log.lines == [])
    #expect(container.graph.bindings.map(\.isExternal) == [false, false, false])
    #expect(container.graph.bindings.map(\.needs.count) == [0, 0, 0])
  }

  @Test func `takes those run-time arguments that it has a parameter for`() throws {
    let container = try container {
      Bind { Clock("fake") }
      Bind { (title: String, pages: Int) in Report(text: "real \(title) \(pages)") }.arguments(String.self, Int.self)
        .standIn { (clock: Clock, pages: Int) in Report(text: "\(clock.name) \(pages)") }
      Bind { (title: String) in Report(text: "real \(title)") }.named("default").standIn { (title: String) in
        Report(text: "fake \(title)")
      }
      .arguments(defaults: "2010")
      Bind { (title: String) in Report(text: "real \(title)") }.named("none").arguments(String.self).standIn {
        Report(text: "none")
      }
      Bind(Diary.self, forRequester: { (_: Requester) in Diary(clock: Clock()) }).standIn { (requester: Requester) in
        Diary(clock: Clock("for \(requester.key)"))
      }
      Bind { (diary: Diary) in diary.clock.name }
    }
    #expect(try container.resolve(Report.self, arguments: "tyres", 7).text == "fake 7")
    #expect(try container.resolve(Report.self, named: "default").text == "fake 2010")
    #expect(try container.resolve(Key<Report>(named: "default"), arguments: "2014").text == "fake 2014")
    #expect(try container.resolve(Key<Report>(named: "none"), arguments: "tyres").text == "none")
    #expect(try container.resolve(String.self) == "for String")
  }

  @Test func `is used by children, and for bindings that types carry`() throws {
    let parent = try container {
      Bind(Diary.init); Bind { Clock() }
    }
    let child = try parent.child(InlineModule { Bind { Clock() }.standIn { Clock("fake") } })
    #expect(try child.resolve(Clock.self).name == "fake")
    #expect(try child.resolve(Diary.self).clock.name == "real")
    #expect(try child.resolve(Sundial.self).name == "fake")
    let needing = try container { Bind { (dial: Sundial) in dial.name } }
    #expect(try needing.resolve(String.self) == "fake")
    #expect(try needing.resolve(PocketWatch.self).name == "fake")
    #expect(try Container().resolve(PocketWatch.self).name == "pocket")
    #expect(try Container().child().resolve(Sundial.self).name == "real")
  }

  @Test func `may belong to a binding by name`() throws {
    let module = InlineModule {
      NamedBind("clock") { Clock() }.in(.singleton).external.standIn { Clock("fake") }
      NamedBind("title", needs: ["clock"]) { _ in "real" }.standIn(needs: ["suffix"]) { "fake \(try $0["suffix"] as String)" }
      NamedBind("suffix") { "title" }
    }
    let container = try Container(module, standIns: .all)
    #expect(try container.resolve("clock", as: Clock.self).name == "fake")
    #expect(try container.resolve("clock", as: Clock.self) === container.resolve("clock"))
    #expect(try container.resolve("title", as: String.self) == "fake title")
    #expect(try Container(module).resolve("title", as: String.self) == "real")
  }
}

@Suite struct StandInDiagnosticTests {
  #sourceLocation(file:"ClockModule.swift",line:1)
  private struct ClockModule: Module {
    var bindings: Bindings {
      Bind { Clock() }.in(.singleton)
        .standIn { (radio: Radio) in Clock("\(radio)") }
      Bind(Diary.init)
    }
  }

  private struct DoubleModule: Module {
    var bindings: Bindings {
      Bind { Clock() }
        .standIn { Clock("one") }
        .standIn { Clock("other") }
    }
  }
  #sourceLocation()

  @Test func `a stand-in whose dependency is not bound is an error at its own line, where stand-ins are used`() throws {
    #expect(Container.check(ClockModule()).description == "no diagnostics")
    #expect(
      Container.check(ClockModule(), standIns: .all).description == """
        error: [missing-binding] nothing is bound for 'Radio'
          ClockModule.swift:4:18
          Diary -> Clock -> Radio
            Diary   ClockModule.swift:5   transient in StandInDiagnosticTests.ClockModule
            Clock   ClockModule.swift:4   singleton in StandInDiagnosticTests.ClockModule
          help: add Bind { Radio(…) } to StandInDiagnosticTests.ClockModule, or make the dependency optional: Radio?
          docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/missing-binding.md

        1 error
        """)
    #expect(throws: GraphError.self) { try Container(ClockModule(), standIns: .all) }
    #expect(try Container(ClockModule()).resolve(Diary.self).clock.name == "real")
  }

  @Test(arguments: [StandIns.none, .all])
  func `two stand-ins of one binding are an error, whether they are used or not`(standIns: StandIns) {
    #expect(
      Container.check(DoubleModule(), standIns: standIns).description == """
        error: [stated-twice] the binding of 'Clock' has two stand-ins
          ClockModule.swift:11:12
          stand-in: ClockModule.swift:12:18
          stand-in: ClockModule.swift:13:18
          help: keep the one that is meant

        1 error
        """)
  }
}
