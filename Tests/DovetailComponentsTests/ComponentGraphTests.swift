// SPDX-License-Identifier: Apache-2.0
import Dovetail
import DovetailComponentModules
import DovetailComponents
import DovetailInspection
import Testing
import CoreTestSupport
import TestSupport

extension Workplace: ComponentModule {
  static var members: Members<Workplace> {
    \.engine
    \.car
    \.wheel
  }
}

@Suite struct ComponentGraphTests {
  private struct Village: Town { let name = "Little Wheeling" }

  /// The tree without the places in files.
  private func tree(_ component: some Component) throws -> String {
    try component.graph().textTree().replacing(/\x20+\w+\.swift:\d+/, with: "")
  }

  @Test func `the graph is what was read, with what each member read`() throws {
    let workplace = Workplace(observing: true)
    #expect(try workplace.graph().bindings.isEmpty)
    _ = workplace.taxi
    _ = workplace.taxi
    _ = workplace.car
    let graph = try workplace.graph()
    #expect(graph.isObserved)
    #expect(
      try tree(workplace) == """
        as it was observed so far:
        Car named "taxi"  transient
        ├─ any Engine named "engine"  singleton
        └─ Wheel named "spare"  singleton
           └─ Wheel named "wheel"  transient
        Car named "car"  singleton
        ├─ any Engine named "engine"  … see above
        └─ Wheel named "wheel"  … see above
        """)
    #expect(GraphCheck.run(on: graph).diagnostics.isEmpty)
  }

  @Test func `other components that are read take part if they are observed`() throws {
    let dealer = Dealer(garage: Workplace(observing: true), town: Village(), observing: true)
    _ = (dealer.demo, dealer.sign)
    #expect(
      try tree(dealer) == """
        as it was observed so far:
        Car named "demo"  singleton
        ├─ any Engine named "engine"  singleton
        └─ Wheel named "wheel"  transient
        Road named "sign"  singleton
        """)
    #expect(try dealer.graph().modules.map(\.name.description) == ["Dealer", "Workplace"])
    let alone = Dealer(garage: Workplace(), town: Village(), observing: true)
    _ = alone.demo
    #expect(try alone.graph().bindings.map(\.key.name) == ["demo"])
  }

  @Test func `members of one type and name are told apart by their part`() throws {
    let app = ComponentPartTests.App(observing: true)
    _ = (app.store, app.main.store, app.other.store)
    let names = try app.graph().bindings.map(\.key.name)
    #expect(names == ["store", "ComponentPartTests.Main.store", "ComponentPartTests.Other.store"])
    #expect(GraphCheck.run(on: try app.graph()).diagnostics.isEmpty)
  }

  @Test func `the graph of a component that is not observed is an error that says how it is`() {
    let error = #expect(throws: ResolutionError.self) { _ = try Workplace().graph() }
    let message = "what the members of 'Workplace' read is not noted, so there is no graph of it"
    #expect(error?.summary == "[unobserved-component] \(message)\n")
    #expect(error?.diagnostic.help == "make its instances with Instances(observing: true)")
    #expect(error?.location.fileName == "ComponentGraphTests.swift")
  }

  @Test func `a component is a module of a container`() throws {
    let workplace = Workplace()
    struct Fleet: Sendable {
      let car: Car
      let spare: Wheel
    }
    let container = try Container(workplace, InlineModule { Bind(Fleet.init) })
    #expect(try container.resolve(Fleet.self).car === workplace.car)
    #expect(try container.resolve(Wheel.self) !== container.resolve(Wheel.self))
    #expect(container.graph.bindings.map(\.key.description) == ["any Engine", "Car", "Wheel", "ComponentGraphTests.Fleet"])
    let lines = container.graph.bindings.prefix(3).map(\.location.line)
    #expect(lines == [lines[0], lines[0] + 1, lines[0] + 2], "each bind is where its key path is written")
  }

  @Test func `a container is an input of a component`() throws {
    final class Office: Component, Sendable {
      let instances = Instances()
      let container: Container
      init(container: Container) { self.container = container }
      var road: Road { get throws { try single { try container.resolve() } } }
      var radio: Radio { get throws { try transient { try container.resolve() } } }
    }
    let office = Office(container: try Container { Bind { Road(name: "Main Street") } })
    #expect(try office.road === office.road)
    #expect(try office.road.name == "Main Street")
    #expect(failure { try office.radio } == "[missing-binding] nothing is bound for 'Radio'\nradio")
  }

  @Test func `a loop through a container and a component is an error`() throws {
    final class Office: Component, Sendable {
      let instances = Instances()
      let container = Box<Container>()
      var road: Road { get throws { try single { try #require(container.value).resolve() } } }
    }
    let office = Office()
    office.container.value = try Container { Bind { [office] in try office.road }.in(.singleton) }
    #expect(
      failure { try office.road } == """
        [dependency-cycle] 'road' is needed while it is being built
        road -> Road -> road
        """)
  }
}

@Suite struct SharedTests {
  @Test func `a cell is built once and costs no look-up`() throws {
    let cell = Shared<Road>()
    let made = Counter()
    Threads.run(16) { _ in
      _ = cell.get {
        made.add()
        return Road()
      }
    }
    #expect(made.value == 1)
    #expect(cell.get { Road(name: "another") }.name == "Route 66")
  }

  @Test func `a factory that throws leaves the cell empty, and a cycle is an error`() throws {
    let cell = Shared<Int>()
    #expect(
      failure { try cell.get { throw Breakdown() } }
        == "[failed-factory] the factory of 'Int' threw: Breakdown(reason: \"out of fuel\")\nInt")
    #expect(
      failure { try cell.get { try cell.get { () throws in 1 } } }
        == "[dependency-cycle] 'Int' is needed while it is being built\nInt -> Int")
    #expect(cell.get { 3 } == 3)
  }

  /// A member that is being made while its component closes.
  private final class Kiln: Component, ComponentModule, Sendable {
    static var members: Members<Kiln> { \.pot }
    let instances = Instances()
    let isMet = Box(false)

    var clay: Road { single { Road(name: "clay") } }
    var pot: String {
      transient {
        isMet.value = true
        spin { isClosed }
        return clay.name
      }
    }
  }

  @Test func `a container gets what a member makes while the component closes, which waits for it`() async throws {
    let kiln = Kiln()
    let container = try Container(kiln)
    async let pot = Threads.run { Result { try container.resolve(String.self) } }
    await yield { kiln.isMet.value == true }
    try await kiln.close()
    #expect(try await pot.get() == "clay")
    #expect(
      failure { try container.resolve(String.self) } == """
        [closed] 'String' was resolved after the component 'SharedTests.Kiln' had closed
        String
        """)
  }

  @Test func `a container does not tell that it made what the component keeps`() throws {
    let recorder = RecordingObserver()
    let container = try Container(Workplace(), observers: [recorder])
    _ = try container.resolve(Wheel.self)
    #expect(container.graph.bindings.map(\.role).contains(.instance))
    #expect(recorder.events.map { "\($0)" }.filter { !$0.hasPrefix("built the container in") } == [])
  }

  @Test func `a container throws what a member of a closed component would end the program with`() throws {
    let workplace = Workplace()
    let container = try Container(workplace)
    _ = try container.resolve(Wheel.self)
    try workplace.close()
    #expect(
      failure { try container.resolve(Wheel.self) } == """
        [closed] 'Wheel' was resolved after the component 'Workplace' had closed
        Wheel
        """)
  }

  @Test func `a binding that reads a member while the component is open throws once that has closed`() throws {
    let workplace = Workplace()
    let container = try Container { Bind { try workplace.whileOpen { workplace.spare } } }
    #expect(try container.resolve(Wheel.self) === workplace.spare)
    try workplace.close()
    #expect(
      failure { try container.resolve(Wheel.self) } == """
        [closed] 'Wheel' was resolved after the component 'Workplace' had closed
        Wheel
        """)
  }
}
