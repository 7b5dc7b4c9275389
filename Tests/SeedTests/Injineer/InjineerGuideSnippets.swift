// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailNames
internal import Testing
internal import TestSupport

/// The code of the guide "Coming from Injineer".
enum ComingFromInjineer {
  typealias ProductsService = ProductsApp.ProductsService
  typealias ProductDetailsViewController = ProductsApp.ProductDetailsViewController

  struct Search: Sendable {
    let service: ProductsService
  }

  final class DetailsScreen {
    var productsService: ProductsService?
    init() {}
  }

  // SAFETY: used on one thread only.
  final class ProductsListViewController: @unchecked Sendable {
    var productsService: ProductsService?
    var productDetailsViewControllerProvider: (@Sendable () -> ProductDetailsViewController)?
    init() {}
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

  struct TypedProductsModule: Module {
    var bindings: Bindings {
      Bind(ProductsService.init).in(.singleton)
      Bind(DetailsScreen.init).fill(\.productsService)
      Bind(ListScreen.init).fill(\.productsService).fill(\.showDetails)
    }
  }

  final class ListScreen {
    var productsService: ProductsService?
    var showDetails: (() -> DetailsScreen)?
    init() {}
  }

  struct ConstructorModule: Module {
    var bindings: Bindings {
      NamedBind("productsService", instance: ProductsService())
      NamedBind("search", needs: ["productsService"], Search.init).in(.singleton)
      NamedBind("archive", needs: ["productsService"]) { values in Search(service: try values["productsService"]) }
    }
  }

  struct CircularModule: Module {
    var bindings: Bindings {
      NamedBind("root", needs: ["list"]) { _ in 1 }.in(.singleton)
      NamedBind("list", needs: ["service", "detailsProvider"]) { _ in 2 }
      NamedBind("service", needs: ["root"]) { _ in 3 }.in(.singleton)
    }
  }

  @Suite struct `The guide: coming from Injineer` {
    @Test func `guide snippets are compiled`() throws {
      try GuidePage.expectCompiled("ComingFromInjineer", in: "Injineer/InjineerGuideSnippets.swift")
    }

    @Test func `instances, providers, filled properties`() throws {
      let container = try Container(ProductsModule())
      let list: ProductsListViewController = try container["productsListViewController"]
      let details = list.productDetailsViewControllerProvider?()  // a new one with every call
      #expect(details?.productsService === list.productsService)
      #expect(details?.productsService != nil)
      let shop = try Container(ProductsModule())
      let later = try shop.child { NamedBind("basket", needs: ["productsService"], Search.init) }
      #expect(try later.resolve("basket", as: Search.self).service === shop.resolve("productsService"))
      let constructed = try Container(ConstructorModule())
      for name in ["search", "archive"] {
        #expect(try constructed.resolve(name, as: Search.self).service === constructed.resolve("productsService"))
      }
    }

    @Test func `the same by type`() throws {
      let list = try Container(TypedProductsModule()).resolve(ListScreen.self)
      #expect(list.showDetails?().productsService === list.productsService)
      #expect(list.productsService != nil)
    }

    @Test func `the report of the circular example`() throws {
      let report = Container.check(CircularModule())
      print(report)
      try GuidePage("ComingFromInjineer").expectOutput(report.description, without: "ComingFromInjineer.")
    }
  }
}
