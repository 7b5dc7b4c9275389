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

  struct GarageModule: Module {
    let profile: Profile
    var bindings: Bindings {
      Include(NamedCarModule(profile: profile))
      NamedBind("View", needs: ["Car"], DashboardView.init)
      NamedBind("Dashboard", needs: ["View Provider"], DashboardController.init)
    }
  }

  final class DashboardView {
    let car: Car
    init(car: Car) { self.car = car }
  }

  final class DashboardController {
    private let makeView: Provider<DashboardView>
    private(set) lazy var view = makeView()
    init(view: Provider<DashboardView>) { makeView = view }
  }

  /// The first form of Injineer's example: the list is given one details controller.
  final class EagerListController {
    var productsService: ProductsService?
    var productDetailsViewController: ProductDetailsViewController?
  }

  struct EagerModule: Module {
    var bindings: Bindings {
      NamedBind("productsService", ProductsService.init).in(.singleton)
      NamedBind("list", needs: ["productsService", "details"]) { @MainActor _ in EagerListController() }
        .fill(\EagerListController.productsService, from: "productsService")
        .fill(\EagerListController.productDetailsViewController, from: "details")
      NamedBind("details", needs: ["productsService"]) { @MainActor values in
        let details = ProductDetailsViewController()
        details.productsService = try values["productsService"]
        return details
      }
      NamedBind("bare", needs: ["productsService"]) { @MainActor _ in ProductDetailsViewController() }
    }
  }

  /// What is kept on the main actor need not say that it is Sendable, and may be.
  struct KeptModule: Module {
    var bindings: Bindings {
      NamedBind("wheel", on: MainActor.self, Wheel.init).in(.singleton)
      NamedBind("car", needs: ["wheel"], on: MainActor.self) { @MainActor (wheel: Wheel) in
        Car(engine: Engine(), radio: Radio(frequency: 0), wheels: [wheel])
      }
      NamedBind("untyped", needs: ["wheel"], on: MainActor.self) { @MainActor values in try values["wheel"] as Wheel }
      Bind(Wheel.init).in(.singleton, on: MainActor.self)
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

  @Test func `Rivet's modules require others, and a provider makes wheels and the view of a controller`() throws {
    let factory = try Container(Documents.GarageModule(profile: Profile("Production", ["Frequency": 102.8])))
    let wheelProvider: Provider<Documents.Wheel> = try factory.resolve("Wheel Provider")
    #expect(wheelProvider() !== wheelProvider())
    let dashboard: Documents.DashboardController = try factory["Dashboard"]
    #expect(try dashboard.view === dashboard.view && dashboard.view.car === factory.resolve("Car"))
    #expect(factory.report.warnings == [])
  }

  @Test func `Injineer's list is given a controller, properties are filled or set by hand, and a misspelt name is found`() throws
  {
    let container = try Container(Documents.EagerModule())
    let list: Documents.EagerListController = try container["list"]
    #expect(list.productsService != nil && list.productDetailsViewController?.productsService === list.productsService)
    #expect(try container.resolve("bare", as: Documents.ProductDetailsViewController.self).productsService == nil)
    let misspelt = Container.check(
      Documents.EagerModule(),
      InlineModule("more") { NamedBind("root", needs: ["lisst"]) { @MainActor _ in Documents.RootViewController() } })
    #expect(misspelt.errors.map(\.message) == ["nothing is bound for 'lisst'"])
  }

  @Test func `what is kept on the main actor and is Sendable is handed out like everything else`() async throws {
    let container = try Container(Documents.KeptModule())
    let wheels = try wheels(container)
    #expect(Set(wheels.map(ObjectIdentifier.init)).count == 1)
    let elsewhere = Task.detached {
      (try await container.resolve("wheel", as: Documents.Wheel.self), try await container.resolve(Documents.Wheel.self))
    }
    let (wheel, typed) = try await elsewhere.value
    #expect(try wheel === wheels[0] && typed === typedWheel(container))
  }

  private func wheels(_ container: Container) throws -> [Documents.Wheel] {
    let car: Documents.Car = try container.resolve("car")
    return try [container.resolve("wheel"), container["wheel"], container.resolve("untyped")] + car.wheels
  }

  private func typedWheel(_ container: Container) throws -> Documents.Wheel { try container.resolve() }
}
