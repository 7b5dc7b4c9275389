// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailNames
internal import Testing
internal import TestSupport

/// The code of the guide "Moving from Injineer".
enum MovingFromInjineer {
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

  final class Draft {
    var text = ""
    init() {}
  }

  @MainActor final class BasketViewController {
    var productsService: ProductsService?
    var draft: Draft?
    var makeDetails: (() -> BasketDetailsViewController)?
    init() {}
  }

  @MainActor final class BasketDetailsViewController {
    var productsService: ProductsService?
    init() {}
  }

  struct BasketModule: Module {
    var bindings: Bindings {
      NamedBind("productsService", instance: ProductsService())
      NamedBind("draft", on: MainActor.self, Draft.init).in(.singleton)
      NamedBind("details", BasketDetailsViewController.init, .fill(\.productsService, from: "productsService"))
      NamedBind(
        "basket", BasketViewController.init, .fill(\.productsService, from: "productsService"), .fill(\.draft, from: "draft"),
        .fill(\.makeDetails, from: "detailsProvider"))
    }
  }

  nonisolated final class Product: Sendable { init() {} }

  struct Shelf: Sendable {
    let make: @Sendable () -> Product
  }

  struct Pair: Sendable {
    let first: Product
    let second: Product
  }

  struct ShelfModule: Module {
    var bindings: Bindings {
      NamedBind("product", Product.init)
      NamedBind("shelf", needs: ["productProvider"]) { values in Shelf(make: try values["productProvider"]) }
      NamedBind("pair", needs: ["product", "product"], Pair.init)  // two products
    }
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
      try GuidePage.expectCompiled("MovingFromInjineer", in: "Injineer/InjineerGuideSnippets.swift")
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

    @MainActor @Test func `controllers of the main actor, and what is kept there`() throws {
      let basket: BasketViewController = try Container(BasketModule())["basket"]
      let shown = basket.makeDetails?()  // a new one with every call
      #expect(shown !== basket.makeDetails?() && shown?.productsService === basket.productsService)
      #expect(basket.draft?.text == "")
    }

    @Test func `a closure as a parameter, and a need that is named twice`() throws {
      let container = try Container(ShelfModule())
      let (shelf, pair): (Shelf, Pair) = (try container["shelf"], try container["pair"])
      #expect(shelf.make() !== shelf.make() && pair.first !== pair.second)
    }

    @Test func `the same by type`() throws {
      let list = try Container(TypedProductsModule()).resolve(ListScreen.self)
      #expect(list.showDetails?().productsService === list.productsService)
      #expect(list.productsService != nil)
    }

    @Test func `the report of the circular example`() throws {
      let report = Container.check(CircularModule())
      print(report)
      try GuidePage("MovingFromInjineer").expectOutput(report.description, without: "MovingFromInjineer.")
    }
  }
}
