// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailNames
internal import DovetailProfiles
internal import Testing

// The examples of Injineer's and Rivet's documents in the module of an app: no class says to whom it belongs.

enum Documents {
  nonisolated final class ProductsService: Sendable {}

  final class ProductsListViewController {
    var productsService: ProductsService?
    var productDetailsViewControllerProvider: (() -> ProductDetailsViewController)?
  }

  final class ProductDetailsViewController {
    var productsService: ProductsService?
  }

  final class RootViewController {
    var productsListViewController: ProductsListViewController?
  }

  final class RootedService {
    var rootViewControllerProvider: (() -> RootViewController)?
  }

  struct ProductsModule: Module {
    var bindings: Bindings {
      NamedBind("productsService", instance: ProductsService())
      NamedBind(
        "productDetailsViewController", ProductDetailsViewController.init, .fill(\.productsService, from: "productsService"))
      NamedBind(
        "productsListViewController", ProductsListViewController.init, .fill(\.productsService, from: "productsService"),
        .fill(\.productDetailsViewControllerProvider, from: "productDetailsViewControllerProvider"))
    }
  }

  struct RootModule: Module {
    let serviceNeeds: String
    var bindings: Bindings {
      NamedBind("rootViewController", needs: ["productsListViewController"]) { @MainActor _ in RootViewController() }
        .fill(\RootViewController.productsListViewController, from: "productsListViewController").in(.singleton)
      NamedBind("productsListViewController", needs: ["productsService", "productDetailsViewControllerProvider"]) {
        @MainActor _ in
        ProductsListViewController()
      }
      if serviceNeeds == "rootViewController" {
        NamedBind("productsService", needs: ["rootViewController"]) { @MainActor _ in RootedService() }.in(.singleton)
      } else {
        NamedBind("productsService", RootedService.init, .fill(\.rootViewControllerProvider, from: "rootViewControllerProvider"))
          .in(.singleton)
      }
      NamedBind("productDetailsViewController", ProductDetailsViewController.init)
    }
  }

  final class Wheel {}
  final class Engine {}

  final class Radio {
    let frequency: Double
    init(frequency: Double) { self.frequency = frequency }
  }

  final class Car {
    let engine: Engine
    let radio: Radio
    let wheels: [Wheel]
    init(engine: Engine, radio: Radio, wheels: [Wheel]) { (self.engine, self.radio, self.wheels) = (engine, radio, wheels) }
  }

  struct NamedCarModule: Module {
    let profile: Profile
    var bindings: Bindings {
      get throws {
        let frequency: Double = try profile["Frequency"]
        NamedBind("Car", needs: ["Engine", "Radio", "Wheels"], Car.init).in(.singleton)
        NamedBind("Engine", Engine.init)
        NamedBind("Radio") { @MainActor in Radio(frequency: frequency) }
        NamedBind("Wheels", needs: ["Wheel", "Wheel", "Wheel", "Wheel"]) { @MainActor in [$0, $1, $2, $3] as [Wheel] }
        NamedBind("Wheel", Wheel.init)
      }
    }
  }
}

@Suite struct ControllersByNameTests {
  typealias RootModule = Documents.RootModule

  @Test func `Injineer's controllers share their service, and one makes the other`() throws {
    let list: Documents.ProductsListViewController = try Container(Documents.ProductsModule())["productsListViewController"]
    let show = try #require(list.productDetailsViewControllerProvider)
    #expect(show() !== show() && list.productsService != nil && show().productsService === list.productsService)
  }

  @Test func `Injineer's circle is found, and a provider breaks it`() throws {
    #expect(Container.check(RootModule(serviceNeeds: "rootViewController")).errors.map(\.id) == [.dependencyCycle])
    let container = try Container(RootModule(serviceNeeds: "rootViewControllerProvider"))
    let root: Documents.RootViewController = try container["rootViewController"]
    #expect(try container.resolve("productsService", as: Documents.RootedService.self).rootViewControllerProvider?() === root)
  }

  @Test func `Rivet's car has an engine, a radio on 102.8 and four wheels, and is the same again`() async throws {
    let factory = try Container(Documents.NamedCarModule(profile: Profile("Production", ["Frequency": 102.8])))
    let car: Documents.Car = try factory["Car"]
    #expect(car.radio.frequency == 102.8)
    #expect(Set(car.wheels.map(ObjectIdentifier.init)).count == 4)
    let provider: Provider<Documents.Car> = try factory["Car Provider"]
    #expect(try provider.make() === car)
    #expect(try await Task.detached { try await factory.resolve("Car", as: Documents.Car.self) }.value === car)
    #expect(factory.report.warnings == [])
  }
}
