// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Testing
import CoreTestSupport
import TestSupport

private struct CarModule: Module {
  var bindings: Bindings {
    Bind(Car.init).in(.singleton)
    Bind((any Engine).self) { (resolver: any Resolver) in
      MeteredEngine(inner: try resolver.resolve((any Engine).self, named: "bare"))
    }
    Bind((any Engine).self, HybridEngine.init).named("bare")
    Bind(Wheel.init)
    Bind { Road() }
  }
}

private final class Meter: SelfBound, Sendable {
  static var ownBind: OwnBind { OwnBind(Bind { Meter() }.in(.singleton), trackedBy: nil) }
}

private final class Gauge: SelfBound, Sendable {
  static var ownBind: OwnBind { OwnBind(Bind { Gauge() }, trackedBy: nil) }
}

private final class Extra: SelfBound, Sendable {
  static var ownBind: OwnBind { OwnBind(Bind { Extra() }.contribute(to: Int.self) { _ in 3 }, trackedBy: nil) }
}

private final class Locker: SelfBound, Sendable {
  static var ownBind: OwnBind { OwnBind(Bind { Locker() }.in(.scoped(Workshop.self)), trackedBy: nil) }
}

@Suite struct ContainerGraphTests {
  @Test func `the graph says what each bind is, needs and shares`() throws {
    let graph = try Container(CarModule()).graph
    #expect(
      graph.bindings.map { "\($0.key), \($0.scope), \($0.needs.map(\.key.description))" } == [
        #"Car, singleton, ["any Engine", "Wheel"]"#,
        #"any Engine, transient, ["any Resolver"]"#,
        #"any Engine named "bare", transient, []"#,
        "Wheel, transient, []",
        "Road, transient, []",
      ])
    #expect(graph.bindings.map(\.isOpaque) == [false, true, false, false, false])
    #expect(graph.modules.map(\.name.description) == ["CarModule"])
  }

  @Test func `what an opaque factory asked for is an observed edge`() throws {
    let container = try Container(CarModule())
    #expect(container.graph.observed == [])
    _ = try container.resolve(Car.self)
    #expect(container.graph.observed == [Graph.ObservedEdge(from: 1, to: 2)])
    _ = try container.resolve((any Engine).self)
    #expect(container.graph.observed.count == 1)
  }

  @Test func `observed edges lead to every part of a collection, and to what resolveIfBound finds`() throws {
    let container = try Container {
      Bind { (resolver: any Resolver) in
        let parts = try resolver.resolve([Int].self).count
        return try resolver.resolveIfBound(Wheel.self) == nil ? "none of \(parts)" : "a wheel and \(parts)"
      }
      Bind { 1 }.contribute()
      Bind { 2 }.contribute()
      Bind(Wheel.init)
    }
    #expect(try container.resolve(String.self) == "a wheel and 2")
    #expect(container.graph.observed == [1, 2, 3].map { Graph.ObservedEdge(from: 0, to: $0) })
  }

  @Test func `what a factory asks for in a scope that it opens is observed`() throws {
    let container = try Container {
      Bind { Road() }.in(.scoped(Yard.self))
      Bind(Wheel.init)
      Bind { (resolver: any Resolver) in
        try resolver.withScope(Yard.self) { try $0.resolveIfBound(Wheel.self) == nil ? "" : $0.resolve(Road.self).name }
      }
    }
    _ = try container.resolve(String.self)
    #expect(container.graph.observed == [Graph.ObservedEdge(from: 2, to: 0), Graph.ObservedEdge(from: 2, to: 1)])
  }

  @Test func `a child shows its parent's observed edges as well`() throws {
    let parent = try Container(CarModule())
    let child = try parent.child { Bind { (resolver: any Resolver) in try resolver.resolve(Road.self).name } }
    _ = try child.resolve(Car.self)
    _ = try child.resolve(String.self)
    #expect(parent.graph.observed == [Graph.ObservedEdge(from: 1, to: 2)])
    #expect(child.graph.observed == [Graph.ObservedEdge(from: 1, to: 2), Graph.ObservedEdge(from: 5, to: 4)])
  }

  @Test func `what joins with its type belongs to the container, whose report stays whole`() throws {
    let container = try Container(CarModule())
    _ = try (container.resolve(Meter.self), container.resolve(Gauge.self))
    #expect(container.graph.bindings.suffix(2).map { "\($0.key) \($0.level)" } == ["Meter 0", "Gauge 0"])
    #expect(GraphCheck.run(on: container.graph) == container.report)
    let child = try container.child { Bind { 1 } }
    _ = try child.resolve(Gauge.self)
    #expect(child.graph.bindings.suffix(3).map { "\($0.key) \($0.level)" } == ["Road 0", "Int 1", "Gauge 1"])
  }

  @Test func `what the program has asked for is used, whatever its roots are`() throws {
    let container = try Container(CarModule(), roots: [Root(Car.self)])
    _ = try container.resolve(Meter.self)
    #expect(GraphCheck.run(on: container.graph) == container.report)
  }

  @Test func `what joined belongs to the container up to the first that would hide something or be a part`() throws {
    let container = try Container(CarModule())
    _ = try (container.resolve(Meter.self), container.resolve(Extra.self), container.resolve(Gauge.self))
    #expect(
      container.graph.bindings.suffix(4).map { "\($0.key) \($0.level)" } == ["Meter 0", "Extra 0", "Int 2", "Gauge 3"])
    let closed = try Container {
      Bind { Meter() }.private
      Bind { (meter: Meter) in [meter] }
    }
    _ = try closed.resolve(Meter.self)
    #expect(GraphCheck.run(on: closed.graph) == closed.report)
  }

  @Test func `what joins changes no answers in the graph: a part and an input stay apart`() throws {
    let container = try Container {
      Bind { (parts: [Int]) in "\(parts.count)" }
      Bind { 1 }.contribute()
    }
    _ = try container.resolve(Extra.self)
    #expect(Wiring(container.graph).links[0].map(\.bindings) == [[1]])
    let other = try Container {
      Bind { Order(number: 0) }
      Bind { (order: Order) in [order] }
    }
    #expect(failure { try other.resolve(Locker.self) }.hasPrefix("[scope-not-open]"))
    #expect(other.graph.bindings.map { "\($0.key)" } == ["Order", "[Order]", "Order", "Locker"])
    #expect(Wiring(other.graph).links[1].map(\.bindings) == [[0]])
    #expect(GraphCheck.run(on: other.graph).errors == [])
  }

  @Test func `with roots, binds that no root leads to are a warning`() throws {
    let container = try Container(CarModule(), roots: [Root(Car.self), Root((any Engine).self, named: "bare")])
    #expect(container.report.warnings.map(\.id) == [.opaqueBinding, .unusedBinding], "\(container.report)")
    #expect(container.report.errors == [])
    #expect(container.report.warnings.last?.message == "nothing that the program resolves needs 'Road'")
    #expect(container.graph.roots.map(\.key.description) == ["Car", #"any Engine named "bare""#])
  }

  @Test func `a root that nothing answers is an error`() {
    let report = Container.check(CarModule(), roots: [Root(Radio.self), Root(Key<Wheel>.spare)])
    #expect(
      report.errors.map(\.message)
        == ["nothing is bound for 'Radio'", "nothing is bound for 'Wheel' named \"spare\""], "\(report)")
  }

  @Test func `warnings do not stop a container`() throws {
    let container = try Container(CarModule())
    #expect(container.report.isValid)
    #expect(container.report.warnings.map(\.id) == [.opaqueBinding])
  }

  @Test func `all errors come at once, and no factory runs`() {
    let built = Counter()
    let error = #expect(throws: GraphError.self) {
      try Container {
        Bind { (_: Road) in built.add() }
        Bind { (_: Radio, _: Wheel) in "\(built.add())" }
        Bind(Wheel.init)
        Bind(Wheel.init)
        Bind { Road() }.override.named("nothing")
      }
    }
    #expect(Set(error?.report.errors.map(\.id) ?? []) == [.missingBinding, .duplicateBinding, .nothingToOverride])
    #expect(error?.report.errors.filter { $0.id == .missingBinding }.count == 2)
    #expect(built.value == 0)
  }

  @Test func `a check finds what the container would refuse`() {
    let module = InlineModule { Bind(Car.init) }
    let error = #expect(throws: GraphError.self) { try Container(module) }
    #expect(Container.check(module) == error?.report)
    #expect(error?.description == error?.report.description)
  }
}
