// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailComponents
internal import DovetailInjected
internal import DovetailTesting
internal import Testing

final class ParcelTracker: Sendable {
  let api: any ParcelAPI
  let history: ParcelHistory

  init(api: any ParcelAPI, history: ParcelHistory) { (self.api, self.history) = (api, history) }

  func status(of number: String) async throws -> String {
    history.add(number)
    return try await api.status(of: number)
  }
}

struct MovingFromFactory: Guide {
  static let page = "Guides/MovingFromFactory"

  struct ParcelModule: Module {
    var bindings: Bindings {
      Bind((any ParcelAPI).self) { HTTPParcelAPI(host: "parcels.example") }.in(.singleton).external
      Bind(ParcelHistory.init).in(.singleton)
      Bind(ParcelTracker.init)
      Bind(ParcelModel.init).arguments(String.self)
    }
  }

  struct ParcelBadge {
    @Injected var history: ParcelHistory
  }

  final class ParcelParts: Component {
    let instances = Instances()

    var api: any ParcelAPI { single((any ParcelAPI).self) { HTTPParcelAPI(host: "parcels.example") } }
    var history: ParcelHistory { single { ParcelHistory() } }
    var tracker: ParcelTracker { transient { ParcelTracker(api: api, history: history) } }

    @MainActor func model(number: String) -> ParcelModel { ParcelModel(number: number, tracker: tracker) }
  }

  @Test(.container(ParcelModule()) { Bind((any ParcelAPI).self) { RecordedParcelAPI(answer: "at the door") } })
  @MainActor func `a parcel is at the door`() async throws {
    let model = try await Container.test.resolve(ParcelModel.self, arguments: "3S042")
    await model.refresh()
    #expect(model.status == "at the door")
  }

  @MainActor static func printed() async throws -> [String] {
    let print = Printer()
    let container = try Container(ParcelModule())
    let model = try await container.resolve(ParcelModel.self, arguments: "3S042")
    print(model.number)  // 3S042
    try showPreview(of: container, print)
    let test = try container.rebuilt { Bind((any ParcelAPI).self) { RecordedParcelAPI(answer: "at the door") } }
    let tested = try await test.resolve(ParcelModel.self, arguments: "3S042")
    await tested.refresh()
    print(tested.status)  // at the door
    let parts = try ParcelParts().override(\.api, with: RecordedParcelAPI(answer: "in the van"))
    print(try await parts.tracker.status(of: "3S042"))  // in the van
    return print.lines
  }

  private static func showPreview(of container: Container, _ print: Printer) throws {
    let seen = ParcelHistory()
    seen.add("3S042")
    let preview = try container.rebuilt { Bind(instance: seen) }
    print(withContainer(preview) { ParcelBadge().history.numbers })  // ["3S042"]
  }

  @MainActor @Test static func `a method of a component takes what only the caller knows`() {
    let parts = ParcelParts()
    #expect(parts.model(number: "3S042").number == "3S042")
    #expect(parts.model(number: "3S042").tracker.history === parts.history)
  }
}
