// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailProfiles
import Testing
import CoreTestSupport
import TestSupport

/// Counts as one wherever it is included: it has no stored value.
private struct WheelModule: Module {
  var bindings: Bindings { Bind(Wheel.init).in(.singleton) }
}

private struct AxleModule: Module {
  var bindings: Bindings {
    Bind(Axle.init)
    Include(WheelModule())
  }
}

private struct RoadModule: Module, Equatable {
  let name: String
  var bindings: Bindings { Bind { [name] in Road(name: name) }.named(name) }
}

/// Has a stored value and cannot be compared, so every one is a module of its own.
private struct Loose: Module {
  let name: String
  var bindings: Bindings { Bind { [name] in name }.contribute() }
}

/// Stores one word: a profile, an object or a number.
private struct Reading<Stored: Sendable>: Module {
  let stored: Stored
  var bindings: Bindings { Bind { "read" }.contribute() }
}

private final class SharedModule: Module {
  let name: String
  init(_ name: String) { self.name = name }
  var bindings: Bindings { Bind { [name] in name }.contribute() }
}

private struct First: Module {
  var bindings: Bindings { Include(Second()) }
}

private struct Second: Module {
  var bindings: Bindings { Include(Third()) }
}

private struct Third: Module {
  var bindings: Bindings {
    Include(First())
    Bind { Road() }
  }
}

private struct Nested: Module, Equatable {
  let depth: Int
  var bindings: Bindings {
    Bind { [depth] in depth }.contribute()
    if depth > 1 { Include(Nested(depth: depth - 1)) }
  }
}

@Suite struct IncludeTests {
  @Test func `a module without stored values counts once, wherever it is included`() throws {
    let container = try Container(WheelModule(), AxleModule(), InlineModule { Include(AxleModule()) })
    let axle = try container.resolve(Axle.self)
    #expect(axle.left === axle.right)
    #expect(container.graph.bindings.count == 2)
  }

  @Test func `equal modules count once, unequal ones each`() throws {
    let container = try Container(RoadModule(name: "A1"), RoadModule(name: "B2"), RoadModule(name: "A1"))
    #expect(container.graph.modules.count == 2)
    #expect(try container.resolve(Road.self, named: "B2").name == "B2")
  }

  @Test func `a module that stores nothing but a profile counts once for each profile`() throws {
    let profile = Profile("test", ["a name that is too long to lie in the value itself": 1])
    let handedOn = profile
    func count<Stored: Sendable>(_ first: Stored, _ second: Stored) throws -> Int {
      let inline = InlineModule { Reading(stored: second) }
      let container = try Container(Reading(stored: first), inline)
      return container.graph.bindings.count
    }
    #expect(try count(profile, handedOn) == 1)
    #expect(try count(profile, Profile("test", profile.variables)) == 2, "an equal one is another one")
    let object = SharedModule("")
    #expect(try count(object, object) == 1)
    #expect(try count(object, SharedModule("")) == 2)
    #expect(try count(7, 7) == 1)
    #expect(try count(7, 8) == 2)
    // The bytes between the two belong to nothing, so the values cannot be compared.
    struct Gap: Sendable { let (flag, number): (Bool, Int) }
    #expect(try count(Gap(flag: true, number: 1), Gap(flag: true, number: 1)) == 2)
  }

  @Test func `modules that cannot be compared count each time`() throws {
    #expect(try Container(Loose(name: "a"), Loose(name: "a")).resolve([String].self) == ["a", "a"])
  }

  @Test func `a module that is an object counts once, another object of its class again`() throws {
    let shared = SharedModule("a")
    #expect(try Container(shared, shared, SharedModule("a")).resolve([String].self) == ["a", "a"])
  }

  @Test func `includes are nested as deeply as the program nests them`() throws {
    #expect(try Container(Nested(depth: 20)).resolve([Int].self) == Array((1...20).reversed()))
  }

  @Test func `the graph says which module includes which`() throws {
    let graph = try Container(AxleModule()).graph
    #expect(graph.modules.map(\.name.description) == ["AxleModule", "WheelModule"])
    #expect(graph.modules.map(\.includes) == [[1], []])
  }

  @Test func `an include cycle is a finding with its way`() {
    let report = Container.check(First())
    #expect(report.errors.map(\.id) == [.moduleCycle])
    #expect(report.errors.first?.path.map(\.key) == ["First", "Second", "Third", "First"], "\(report)")
  }
}
