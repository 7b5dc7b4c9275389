// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Testing
import CoreTestSupport
import TestSupport

private final class Garage: Sendable {
  let road: Road
  init(road: Road) { self.road = road }
}

private final class Plugin: Sendable {
  let garage: Garage
  init(garage: Garage) { self.garage = garage }
}

private struct Workbench: Sendable {
  let wheels: Provider<Wheel>
}

private struct GarageModule: Module {
  var bindings: Bindings {
    Bind(Garage.init).in(.singleton)
    Bind { Road(name: "parent's") }.in(.singleton)
    Bind { "parent's part" }.contribute()
    Bind((any Engine).self, HybridEngine.init).in(.singleton)
    Bind { (parts: [String]) in parts.joined(separator: ", ") }.named("parts")
    Bind { (resolver: any Resolver) in try resolver.resolve(Road.self).name }.named("asked")
  }
}

private enum Pit: ScopeKind { typealias Parent = Yard }

@Suite struct ChildTests {
  private let parent: Container

  init() throws { parent = try Container(GarageModule()) }

  @Test func `a child adds binds and shares its parent's instances`() throws {
    let child = try parent.child { Bind(Plugin.init).in(.singleton) }
    #expect(try child.resolve(Plugin.self).garage === parent.resolve(Garage.self))
    #expect(try parent.resolveIfBound(Plugin.self) == nil)
  }

  /// A part of a plug-in that lives as long as the host's request.
  private struct Visit: Sendable {
    let order: Order
    let wheel: Wheel
  }

  @Test func `a child's binds join the open scope of their host, and a scope that is opened on the child has its own`() throws {
    let host = try Container {
      Opens(Workshop.self)
      Bind(Wheel.init).in(.scoped(Workshop.self))
    }
    let plugin = try host.child {
      Bind(Visit.init)
      Bind { (wheels: Provider<Wheel>) in Workbench(wheels: wheels) }.in(.singleton)
    }
    let bench = try plugin.resolve(Workbench.self)
    try host.withScope(Workshop.self, Order(number: 7)) { scope in
      let wheel = try scope.resolve(Wheel.self)
      #expect(try plugin.resolve(Visit.self).wheel === wheel)
      #expect(try plugin.resolve(Visit.self).order.number == 7)
      #expect(try plugin.resolve(Wheel.self) === wheel)
      #expect(bench.wheels() === wheel)
      try plugin.withScope(Workshop.self, Order(number: 8)) { own throws in
        #expect(try own.resolve(Wheel.self) !== wheel)
        #expect(try own.resolve(Visit.self).order.number == 8)
      }
    }
    #expect(throws: ResolutionError.self) { try plugin.resolve(Visit.self) }
  }

  @Test func `a module that is in a child as well counts there as its own, and a warning says so`() throws {
    struct RoadModule: Module {
      var bindings: Bindings { Bind { Road() }.in(.singleton) }
    }
    let parent = try Container(RoadModule(), RoadModule())
    let child = try parent.child(RoadModule())
    #expect(try child.resolve(Road.self) !== parent.resolve(Road.self))
    #expect(child.report.diagnostics.map(\.message) == ["'Road' hides the parent's binding of the same key"])
  }

  @Test func `a child that replaces a contribution leaves its parent's binds theirs, which it awaits`() async throws {
    let parent = try Container {
      Bind { () async in "parent's" }.in(.singleton).contribute(key: "name")
      Bind { (names: [String: String]) in names.values.joined().count }.in(.singleton)
    }
    let child = try parent.child {
      Bind { "child's" }.contribute(key: "name").override
      Bind { (count: Int, names: [String: String]) in "\(count) \(names.values.joined())" }
    }
    #expect(try await child.resolve(String.self) == "8 child's")
    #expect(child.graph.bindings.count == 4)
  }

  @Test func `where a child binds a key again, its own requesters get the child's`() throws {
    let child = try parent.child {
      Bind { Road(name: "child's") }
      Bind { (road: Road) in Radio(frequency: road.name == "child's" ? 1 : 0) }
    }
    #expect(try child.resolve(Road.self).name == "child's")
    #expect(try child.resolve(Radio.self).frequency == 1)
    #expect(try parent.resolve(Road.self).name == "parent's")
  }

  @Test func `a parent's factory never sees what a child binds, whoever asks first`() throws {
    let child = try parent.child { Bind { Road(name: "child's") } }
    #expect(try child.resolve(Garage.self).road.name == "parent's")
    #expect(try child.resolve(String.self, named: "asked") == "parent's")
    #expect(try parent.resolve(Garage.self) === child.resolve(Garage.self))
  }

  @Test func `a collection has the parts of the requester's container and those above it`() throws {
    let child = try parent.child { Bind { "child's part" }.contribute() }
    let grandchild = try child.child { Bind { "grandchild's part" }.contribute() }
    #expect(try parent.resolve([String].self) == ["parent's part"])
    #expect(try child.resolve([String].self) == ["parent's part", "child's part"])
    #expect(try grandchild.resolve([String].self) == ["parent's part", "child's part", "grandchild's part"])
    #expect(try grandchild.resolve(String.self, named: "parts") == "parent's part")
  }

  @Test func `a child may decorate what its parent binds, for itself`() throws {
    let child = try parent.child {
      Decorate((any Engine).self) { (inner: any Engine) in MeteredEngine(inner: inner) }
    }
    let metered = try #require(try child.resolve((any Engine).self) as? MeteredEngine)
    #expect(try metered.inner as? HybridEngine === parent.resolve((any Engine).self) as? HybridEngine)
    #expect(try parent.resolve((any Engine).self) is HybridEngine)
  }

  @Test func `a decorator in the parent also wraps for the child, not what the child binds anew`() throws {
    let parent = try Container {
      Bind((any Engine).self, HybridEngine.init)
      Decorate((any Engine).self) { (inner: any Engine) in TunedEngine(inner: inner) }
    }
    #expect(try parent.child {}.resolve((any Engine).self).label == "tuned hybrid")
    let child = try parent.child { Bind((any Engine).self) { DieselEngine() } }
    #expect(try child.resolve((any Engine).self).label == "diesel")
  }

  @Test func `children do not see each other`() throws {
    let left = try parent.child { Bind(Wheel.init) }
    let right = try parent.child { Bind(Plugin.init) }
    #expect(try left.resolveIfBound(Plugin.self) == nil)
    #expect(try right.resolveIfBound(Wheel.self) == nil)
  }

  @Test func `a child closes alone, and has closed when its parent has`() throws {
    let log = Log()
    let first = try parent.child { Bind(Wheel.init).in(.singleton).onClose { _ in log.add("wheel") } }
    let second = try parent.child {}
    _ = try first.resolve(Wheel.self)
    try first.close()
    #expect(log.lines == ["wheel"])
    #expect(try parent.resolve(Road.self).name == "parent's")
    try parent.close()
    #expect(second.isClosed)
    #expect(failure { try second.resolve(Road.self) } == "[closed] 'Road' was resolved after the container had closed\n")
  }

  @Test func `a parent's singleton that is asked for by a child first survives the child`() throws {
    let log = Log()
    let parent = try Container { Bind(Wheel.init).in(.singleton).onClose { _ in log.add("closed") } }
    let child = try parent.child {}
    let wheel = try child.resolve(Wheel.self)
    try child.close()
    #expect(log.lines == [])
    #expect(try parent.resolve(Wheel.self) === wheel)
    try parent.close()
    #expect(log.lines == ["closed"])
  }

  @Test func `a child opens its parent's kinds of scope, with its own binds in them`() throws {
    let parent = try Container { Bind(Wheel.init).in(.scoped(Yard.self)) }
    let child = try parent.child { Bind { Road(name: "child's") }.in(.scoped(Yard.self)) }
    try child.withScope(Yard.self) { (scope) throws in
      #expect(try scope.resolve(Wheel.self) === scope.resolve(Wheel.self))
      #expect(try scope.resolve(Road.self) === scope.resolve(Road.self))
    }
    #expect(try parent.openScope(Yard.self).resolveIfBound(Road.self) == nil)
  }

  @Test func `a child that is incomplete is a finding about the child only`() throws {
    let error = #expect(throws: GraphError.self) { try parent.child { Bind(Axle.init) } }
    #expect(error?.report.errors.map(\.message) == ["nothing is bound for 'Wheel'"], "\(error?.description ?? "")")
  }

  @Test func `the graph of a child begins with its parent's binds`() throws {
    let child = try parent.child { Bind(Plugin.init) }
    #expect(child.graph.bindings.count == parent.graph.bindings.count + 1)
    #expect(child.graph.bindings.last?.level == 1)
  }

  @Test func `a child without binds says nothing about its parent's`() throws {
    let parent = try Container {
      Bind { (_: any Resolver) in Road(name: "made") }
      Bind { 2.5 }
    }
    let child = try parent.child(InlineModule("plugin") {}, roots: [Root(Road.self)])
    #expect(child.report.diagnostics.map(\.message) == [])
  }

  @Test func `a scope that a factory of the parent opens sees nothing of a child, also inside a scope of that`() throws {
    let parent = try Container {
      Opens(Pit.self)
      Bind { "the parent's" }
      Bind { (resolver: any Resolver) in [try resolver.withScope(Pit.self) { try $0.resolve(String.self) }] }
    }
    let child = try parent.child { Bind { "the child's" } }
    try child.withScope(Yard.self) { yard in
      #expect(try yard.resolve([String].self) == ["the parent's"])
      let seen = try yard.withScope(Pit.self) { try $0.resolve(String.self) }
      #expect(seen == "the child's")
    }
  }
}
