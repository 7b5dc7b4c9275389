// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import Testing

enum MovingFromSwinject: Guide {
  static let page = "Guides/MovingFromSwinject"

  struct ParcelStore: Module {
    var bindings: Bindings {
      Bind((any ParcelAPI).self) { HTTPParcelAPI(host: "parcels.example") }.in(.singleton)
      Bind(ParcelHistory.init).in(.singleton)
    }
  }

  struct ParcelModule: Module {
    var bindings: Bindings {
      Include(ParcelStore())
      Bind(ParcelTracker.init).in(.graph)
      Bind(ParcelModel.init).arguments(String.self)
    }
  }

  @MainActor final class ParcelList {
    let model: Factory<ParcelModel, String>

    init(model: Factory<ParcelModel, String>) { self.model = model }

    func open(_ number: String) throws -> ParcelModel { try model.make(number) }
  }

  enum WithoutAPI {
    struct ParcelStore: Module {
      var bindings: Bindings {
        Bind(ParcelHistory.init).in(.singleton)
      }
    }

    #sourceLocation(file:"ParcelModule.swift",line:1)
    struct ParcelModule: Module {
      var bindings: Bindings {
        Include(ParcelStore())
        Bind(ParcelTracker.init).in(.graph)
        Bind(ParcelModel.init).arguments(String.self)
      }
    }
    #sourceLocation()
  }

  @MainActor static func printed() async throws -> [String] {
    let print = Printer()
    let container = try Container(ParcelModule())
    let model = try await container.resolve(ParcelModel.self, arguments: "3S042")
    print(model.number)  // 3S042
    let test = try container.rebuilt { Bind((any ParcelAPI).self) { RecordedParcelAPI(answer: "at the door") } }
    let tested = try await test.resolve(ParcelModel.self, arguments: "3S042")
    await tested.refresh()
    print(tested.status)  // at the door
    return print.lines
  }

  static func messages() throws -> [String] {
    [shown(Container.check(WithoutAPI.ParcelModule()).errors, in: "MovingFromSwinject.WithoutAPI")]
  }

  @MainActor @Test static func `a list opens parcels, and what the old container holds may be bound`() throws {
    let api: any ParcelAPI = RecordedParcelAPI(answer: "from the old container")
    let container = try Container {
      Bind((any ParcelAPI).self, instance: api)
      Bind(ParcelHistory.init).in(.singleton)
      Bind(ParcelTracker.init).in(.graph)
      Bind(ParcelModel.init).arguments(String.self)
      Bind(ParcelList.init)
    }
    let list = try container.resolve(ParcelList.self)
    #expect(try list.open("3S042").number == "3S042")
    #expect(try list.open("3S043").tracker.history === container.resolve(ParcelHistory.self))
  }
}
