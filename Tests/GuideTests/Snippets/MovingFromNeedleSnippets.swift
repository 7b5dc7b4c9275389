// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailComponents
internal import Testing

enum MovingFromNeedle: Guide {
  static let page = "Guides/MovingFromNeedle"

  protocol ListParent: Sendable {
    var api: any ParcelAPI { get }
    var history: ParcelHistory { get }
  }

  final class ListComponent: Component {
    let instances = Instances()
    let parent: any ListParent

    init(parent: any ListParent) { self.parent = parent }

    var tracker: ParcelTracker { single { ParcelTracker(api: parent.api, history: parent.history) } }

    @MainActor func model(number: String) -> ParcelModel { ParcelModel(number: number, tracker: tracker) }
  }

  struct ListParts: ListParent {
    let api: any ParcelAPI
    let history: ParcelHistory
  }

  final class RootComponent: Component, ListParent {
    let instances = Instances()

    var api: any ParcelAPI { single((any ParcelAPI).self) { HTTPParcelAPI(host: "parcels.example") } }
    var history: ParcelHistory { single { ParcelHistory() } }
    var list: ListComponent { ListComponent(parent: self) }
  }

  struct Customer: Sendable {
    let name: String
  }

  enum CustomerScope: ScopeKind {
    typealias Input = Inputs<Customer>
  }

  struct ParcelModule: Module {
    var bindings: Bindings {
      Bind((any ParcelAPI).self) { HTTPParcelAPI(host: "parcels.example") }.in(.singleton)
      Bind(ParcelHistory.init).in(.singleton)
      Bind(ParcelTracker.init).in(.scoped(CustomerScope.self))
    }
  }

  static func printed() async throws -> [String] {
    let print = Printer()
    let root = RootComponent()
    let list = root.list
    print(list.tracker === list.tracker, list.tracker.history === root.history)  // true true
    let small = ListComponent(parent: ListParts(api: RecordedParcelAPI(answer: "at the door"), history: ParcelHistory()))
    print(try await small.tracker.status(of: "3S042"))  // at the door
    let whole = try RootComponent().override(\.api, with: RecordedParcelAPI(answer: "in the van"))
    print(try await whole.list.tracker.status(of: "3S042"))  // in the van
    try openScope(print)
    return print.lines
  }

  private static func openScope(_ print: Printer) throws {
    let container = try Container(ParcelModule())
    try container.withScope(CustomerScope.self, Customer(name: "Ada")) { customer in
      let tracker = try customer.resolve(ParcelTracker.self)
      print(try customer.resolve(ParcelTracker.self) === tracker)  // true
    }
  }

  @MainActor @Test static func `a component gives models to the main actor`() {
    let list = RootComponent().list
    #expect(list.model(number: "3S042").tracker === list.tracker)
  }
}
