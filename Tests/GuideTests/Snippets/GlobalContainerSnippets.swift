// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailInjected
internal import Testing

extension Key<GlobalContainer.History> {
  static var spare: Self { Self(named: "spare") }
}

enum GlobalContainer: Guide {
  static let page = "Guides/GlobalContainer"

  struct History: Sendable {
    let numbers: [String]

    init(_ numbers: [String] = []) { self.numbers = numbers }
  }

  struct HistoryModule: Module {
    var bindings: Bindings {
      Bind { History() }.in(.singleton)
      Bind { History(["1"]) }.named(.spare)
    }
  }

  struct Badge {
    @Injected var history: History
    @Injected(.spare) var spare: History
  }

  // Not called: the tests of this process share no container.
  static func start() throws {
    try Container.install(Container(HistoryModule()))
  }

  static func printed() throws -> [String] {
    let print = Printer()
    let container = try Container(HistoryModule())
    let test = try container.rebuilt { Bind(instance: History(["3S042"])) }
    print(withContainer(test) { Badge().history.numbers })  // ["3S042"]
    #expect(withContainer(test) { Badge().spare.numbers } == ["1"])
    #expect(Container.check(HistoryModule(), roots: [Root(History.self)]).errors.isEmpty)
    return print.lines
  }

  static func messages() -> [String] { ["\(ContainerError.notInstalled)"] }

  enum Visit: ScopeKind { typealias Input = Inputs<History> }

  @Suite("The global container") struct Tests {
    @Test func `a scope is found by what withScope surrounds, not by what was merely opened`() async throws {
      struct Reader {
        @Injected var history: History
        @Injected(.spare) var spare: History
      }
      let container = try Container {
        Bind { History(["1"]) }.named(.spare)
        Bind { (visit: History) in visit.numbers }.in(.scoped(Visit.self))
        Opens(Visit.self)
      }
      try await withContainer(container) {
        try await container.withScope(Visit.self, History(["a"])) { _ async in #expect(Reader().history.numbers == ["a"]) }
        let opened = try container.openScope(Visit.self, History(["b"]))
        #expect(throws: (any Error).self) { try Container.shared.resolve(History.self) }
        await opened.asCurrent { #expect(Reader().history.numbers == ["b"]) }
        try await opened.close()
      }
    }
  }
}
