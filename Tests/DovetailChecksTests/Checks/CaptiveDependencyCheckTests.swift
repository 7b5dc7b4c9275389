// SPDX-License-Identifier: Apache-2.0
import DovetailChecks
import GraphSketches
import Testing

@Suite struct `Captive dependencies` {
  private static let kinds = [
    Graph.ScopeKind(Workshop.self), Graph.ScopeKind(Bench.self, in: Workshop.self), Graph.ScopeKind(Session.self),
  ]

  private static let custom = Graph.Scope.custom(TypeName(text: "Pool"))

  private static func opener(_ kind: Any.Type, _ type: Any.Type) -> Graph.Need {
    Graph.Need(
      key: Graph.Key(type: TypeName(text: "ScopeOpener<\(kind), \(type)>")),
      wrappers: [Graph.Need.Wrapper(form: .opener, key: keyOf(type), arguments: [TypeName(kind)])])
  }

  private static func graph(_ holder: Graph.Scope, _ need: Graph.Need, _ held: Graph.Scope) -> Graph {
    Graph(module("CarModule", bind(Car.self, holder, need), bind(Ticket.self, held)), kinds: kinds)
  }

  @Test(arguments: [
    (Graph.Scope.singleton, Graph.Scope.graph), (.singleton, .scoped(Workshop.self)), (.weak, .graph), (custom, .graph),
    (custom, .scoped(Bench.self)), (.scoped(Workshop.self), .graph), (.scoped(Workshop.self), .scoped(Bench.self)),
    (.scoped(Session.self), .scoped(Workshop.self)),
  ])
  func `live shorter than who keeps them`(holder: Graph.Scope, held: Graph.Scope) {
    #expect(Self.graph(holder, .of(Ticket.self), held).found == ["captive-dependency"])
  }

  @Test(arguments: [
    (Graph.Scope.transient, Graph.Scope.graph), (.graph, .scoped(Workshop.self)), (.graph, .graph), (.singleton, .weak),
    (.singleton, custom), (.singleton, .singleton), (.singleton, .transient), (.scoped(Bench.self), .scoped(Workshop.self)),
    (.scoped(Bench.self), .scoped(Bench.self)), (.scoped(Workshop.self), .singleton), (.transient, .scoped(Workshop.self)),
  ])
  func `are not those that live as long`(holder: Graph.Scope, held: Graph.Scope) {
    #expect(Self.graph(holder, .of(Ticket.self), held).found == [])
  }

  @Test func `of a parent were told when that was made, and are not told again of its children`() {
    let parent = module("CarModule", bind(Car.self, .singleton, .of(Ticket.self)), bind(Ticket.self, .graph))
    #expect(Graph(parent).found == ["captive-dependency"])
    #expect(Graph(parent, module("PluginModule", level: 1, bind(Radio.self))).found == [])
  }

  @Test(arguments: [Graph.Need.of(Ticket.self), .lazy(Ticket.self), .optional(Ticket.self), .of(Ticket.self).asProperty])
  func `are kept by every need that keeps the value`(need: Graph.Need) {
    #expect(Self.graph(.singleton, need, .graph).found == ["captive-dependency"])
  }

  @Test(arguments: [
    Graph.Need.provider(Ticket.self), .closure(Ticket.self), .factory(Ticket.self),
    .provider(Lazy<Ticket>.self, of: .lazy(Ticket.self)),
  ])
  func `are not kept by what asks anew`(need: Graph.Need) {
    #expect(Self.graph(.singleton, need, .graph).found == [])
  }

  @Test func `are found through transients, collections and decorators`() {
    let graph = Graph(
      module(
        "CarModule", bind(Car.self, .singleton, .of(Radio.self)), bind(Radio.self), decorate(Radio.self, .of(Dashboard.self)),
        bind(Dashboard.self, .transient, .all((any Plugin).self)),
        bind((any Plugin).self, .transient, .of(Ticket.self)).contributing(), bind(Ticket.self, .scoped(Workshop.self))),
      kinds: Self.kinds)
    #expect(graph.found == ["captive-dependency"])
    let finding = graph.findings(.captiveDependency).first
    #expect(finding?.path.map(\.key) == ["Car", "Radio", "Dashboard", "any Plugin", "Ticket"])
    #expect(finding?.help == "make 'Car' scoped(Workshop) too, or let it take Provider<Radio>")
  }

  @Test func `kept by a Lazy have a provider of its value as their help`() {
    #expect(
      Self.graph(.singleton, .lazy(Ticket.self), .graph).findings(.captiveDependency).map(\.help)
        == ["make 'Car' graph too, or let it take Provider<Ticket> instead of Lazy<Ticket>"])
  }

  @Test func `may be kept by a decorator, which lives as long as what it wraps`() {
    let graph = Graph(
      module("CarModule", bind(Car.self, .singleton), decorate(Car.self, .of(Ticket.self)), bind(Ticket.self, .graph)))
    #expect(
      graph.findings(.captiveDependency).first?.message
        == "'Car' (singleton decorator) would keep 'Ticket' (graph), which lives shorter")
    let shorter = Graph(
      module("CarModule", bind(Car.self, .graph), decorate(Car.self, .of(Ticket.self)), bind(Ticket.self, .graph)))
    #expect(shorter.found == [])
  }

  @Test func `of scopes that never meet are told so`() {
    #expect(
      Self.graph(.scoped(Session.self), .of(Ticket.self), .scoped(Workshop.self)).report.description == """
        error: [captive-dependency] 'Car' (scoped(Session)) would keep 'Ticket' (scoped(Workshop)), but these scopes can never be open together
          CarModule.swift:1:5
          Car -> Ticket
            Car      CarModule.swift:1   scoped(Session) in CarModule
            Ticket   CarModule.swift:2   scoped(Workshop) in CarModule
          help: make 'Car' scoped(Workshop) too, or let it take Provider<Ticket>
          docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/captive-dependency.md

        1 error
        """)
  }

  @Test func `are found in loops of transients that are lazy`() {
    let graph = Graph(
      module(
        "CarModule", bind(Car.self, .singleton, .of(Radio.self)), bind(Radio.self, .transient, .lazy(Dashboard.self)),
        bind(Dashboard.self, .transient, .of(Radio.self), .of(Ticket.self)), bind(Ticket.self, .graph)))
    #expect(graph.findings(.captiveDependency).map { $0.path.map(\.key) } == [["Car", "Radio", "Dashboard", "Ticket"]])
  }

  @Test func `are never existing values, and inputs count as scoped`() {
    let graph = Graph(
      module(
        "CarModule", bind(Car.self, .singleton, .of(Wheel.self), .of(Order.self)), bind(Wheel.self).existing,
        input(Order.self, of: Workshop.self)), kinds: Self.kinds)
    #expect(graph.found == ["captive-dependency"])
    #expect(graph.findings(.captiveDependency).first?.path.map(\.key) == ["Car", "Order"])
  }

  @Test func `are openers in what another one resolves, if their parent is not open there`() {
    func graph(opening kind: Any.Type) -> Graph {
      Graph(
        module(
          "CarModule", bind(Car.self, .singleton, Self.opener(kind, Dashboard.self)),
          bind(Dashboard.self, .transient, .of(Radio.self)), bind(Radio.self, .transient, Self.opener(Bench.self, Ticket.self)),
          bind(Ticket.self)), kinds: Self.kinds)
    }
    #expect(graph(opening: Workshop.self).found == [])
    let findings = graph(opening: Session.self).report.diagnostics
    #expect(
      findings.map(\.message) == [
        "'Radio' opens Bench inside Workshop, but 'Car' opens Session, and no Workshop is open there"
      ])
    #expect(findings.map { $0.path.map(\.key) } == [["Car", "Dashboard", "Radio", "Ticket"]])
    #expect(findings.map(\.location.line) == [1])
    #expect(findings.map(\.help) == ["open Session inside Workshop, with typealias Parent = Workshop"])
  }

  @Test func `are told to open what lies between, if the other one opens what is around`() {
    let findings = Graph(
      module(
        "CarModule", bind(Car.self, .singleton, Self.opener(Workshop.self, Dashboard.self)),
        bind(Dashboard.self, .transient, Self.opener(Shelf.self, Ticket.self)), bind(Ticket.self)),
      kinds: Self.kinds + [Graph.ScopeKind(type: TypeName(Shelf.self), parent: TypeName(Bench.self))]
    ).report.diagnostics
    #expect(
      findings.map(\.message) == ["'Dashboard' opens Shelf inside Bench, but 'Car' opens Workshop, and no Bench is open there"])
    #expect(findings.map(\.help) == ["let 'Car' open Bench inside Workshop, or let what is scoped(Bench) take the opener"])
  }

  @Test func `of openers have a help that lets no scope type open inside itself`() {
    func helps(_ opener: Graph.Need, _ held: Graph.Scope = .transient) -> [String?] {
      Graph(
        module("CarModule", bind(Car.self, .singleton, opener), bind(Ticket.self, held)),
        kinds: Self.kinds + [Graph.ScopeKind(type: TypeName(Shelf.self), parent: TypeName(Bench.self))]
      ).report.diagnostics.map(\.help)
    }
    func nested(_ kind: Any.Type, _ inner: Graph.Need) -> Graph.Need {
      let outer = Graph.Need.Wrapper(form: .opener, key: inner.key, arguments: [TypeName(kind)])
      return Graph.Need(key: Graph.Key(type: TypeName(text: "Nested")), wrappers: [outer] + inner.wrappers)
    }
    #expect(
      helps(Self.opener(Workshop.self, Ticket.self), .scoped(Bench.self))
        == ["let 'Car' open Bench inside Workshop, or bind 'Ticket' in Workshop"])
    #expect(
      helps(Self.opener(Session.self, Ticket.self), .scoped(Bench.self))
        == ["open Session inside Bench, with typealias Parent = Bench, or bind 'Ticket' in Session"])
    #expect(helps(nested(Workshop.self, Self.opener(Shelf.self, Ticket.self))) == ["open Shelf inside Bench"])
    #expect(
      helps(nested(Session.self, Self.opener(Bench.self, Ticket.self)))
        == ["open Bench inside Workshop, or Session inside Workshop, with typealias Parent = Workshop"])
  }

  @Test func `are found among more kinds than a word has bits`() {
    let binds = (0..<70).flatMap { number in
      [
        Graph.Binding(
          key: keyOf(Car.self, named: "\(number)"), scope: .scoped(TypeName(text: "Kind\(number)")),
          needs: [.of(Ticket.self, named: "\((number + 64) % 70)")]),
        Graph.Binding(key: keyOf(Ticket.self, named: "\(number)"), scope: .scoped(TypeName(text: "Kind\(number)"))),
      ]
    }
    let graph = Graph(modules: [SketchModule(name: "CarModule", binds: binds)])
    #expect(graph.findings(.captiveDependency).count == 70)
  }
}
