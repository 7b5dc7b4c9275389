// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailInjected
internal import DovetailTesting
internal import Testing

struct MovingFromSwiftDependencies: Guide {
  static let page = "Guides/MovingFromSwiftDependencies"

  struct ParcelClient: Sendable {
    var status: @Sendable (_ number: String) async throws -> String

    static var live: Self { Self { number in try await HTTPParcelAPI(host: "parcels.example").status(of: number) } }
  }

  struct ClientModule: Module {
    var bindings: Bindings {
      Bind { ParcelClient.live }.in(.singleton).external
    }
  }

  @MainActor final class ParcelModel {
    private(set) var status = ""
    private let number: String
    private let parcels: ParcelClient

    init(number: String, parcels: ParcelClient) { (self.number, self.parcels) = (number, parcels) }

    func refresh() async { status = (try? await parcels.status(number)) ?? "unknown" }
  }

  struct ParcelModule: Module {
    var bindings: Bindings {
      Include(ClientModule())
      Bind(ParcelModel.init).arguments(String.self)
      Bind(ParcelList.init)
    }
  }

  @MainActor final class ParcelList {
    private let model: Factory<ParcelModel, String>

    init(model: Factory<ParcelModel, String>) { self.model = model }

    func open(_ number: String) throws -> ParcelModel { try model.make(number) }
  }

  struct ParcelBadge {
    @Injected var parcels: ParcelClient
  }

  @Test(.container(ParcelModule()) { Bind { ParcelClient { _ in "at the door" } } })
  @MainActor func `a parcel is at the door`() async throws {
    let model = try await Container.test.resolve(ParcelList.self).open("3S042")
    await model.refresh()
    #expect(model.status == "at the door")
  }

  @MainActor static func printed() async throws -> [String] {
    let print = Printer()
    let alone = ParcelModel(number: "3S042", parcels: ParcelClient { _ in "at the door" })
    await alone.refresh()
    print(alone.status)  // at the door

    let container = try Container(ParcelModule())
    let test = try container.rebuilt {
      Decorate(ParcelClient.self) { (real: ParcelClient) in
        var client = real
        client.status = { number in "\(number) is at the door" }
        return client
      }
    }
    let list = try await test.resolve(ParcelList.self)
    let opened = try list.open("3S042")
    await opened.refresh()
    print(opened.status)  // 3S042 is at the door

    let badge = withContainer(test) { ParcelBadge().parcels }
    print(try await badge.status("3S042"))  // 3S042 is at the door
    return print.lines
  }
}
