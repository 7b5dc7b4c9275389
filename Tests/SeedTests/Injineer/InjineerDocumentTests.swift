// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailNames
internal import Testing
internal import TestSupport

private typealias App = ProductsApp

/// Every example of Injineer's document.
@Suite struct `Injineer: the examples of the document` {
  @Test func `two controllers share a service, and one holds the other`() throws {
    let service = App.ProductsService()
    let container = try Container {
      NamedBind("productsService", instance: service)
      NamedBind("productsListViewController", needs: ["productsService", "productDetailsViewController"]) { _ in
        App.ProductsListViewController()
      }
      .fill(\App.ProductsListViewController.productsService, from: "productsService")
      .fill(\App.ProductsListViewController.productDetailsViewController, from: "productDetailsViewController")
      NamedBind("productDetailsViewController", needs: ["productsService"]) { _ in App.ProductDetailsViewController() }
        .fill(\App.ProductDetailsViewController.productsService, from: "productsService")
    }
    let list: App.ProductsListViewController = try container["productsListViewController"]
    #expect(list.productsService === service)
    #expect(list.productDetailsViewController?.productsService === service)
  }

  @Test func `a controller that needs the provider of another one makes as many as it wants`() throws {
    let container = try Container {
      NamedBind("productsService", instance: App.ProductsService())
      NamedBind("productsListViewController", needs: ["productsService", "productDetailsViewControllerProvider"]) { _ in
        App.ProductsListViewController()
      }
      .fill(\App.ProductsListViewController.productsService, from: "productsService")
      .fill(\App.ProductsListViewController.productDetailsViewControllerProvider, from: "productDetailsViewControllerProvider")
      NamedBind("productDetailsViewController", needs: ["productsService"]) { _ in App.ProductDetailsViewController() }
        .fill(\App.ProductDetailsViewController.productsService, from: "productsService")
    }
    let list: App.ProductsListViewController = try container["productsListViewController"]
    let show = try #require(list.productDetailsViewControllerProvider)
    let details = [show(), show()]
    #expect(details[0] !== details[1])
    #expect(details.allSatisfy { $0.productsService === list.productsService })
  }

  /// The circular example: root needs the list, the list the service, the service the root.
  private struct CircularModule: Module {
    let serviceNeeds: String

    var bindings: Bindings {
      NamedBind("rootViewController", needs: ["productsListViewController"]) { _ in App.RootViewController() }
        .in(.singleton)
        .fill(\App.RootViewController.productsListViewController, from: "productsListViewController")
      NamedBind("productsListViewController", needs: ["productsService", "productDetailsViewControllerProvider"]) { _ in
        App.ProductsListViewController()
      }
      if serviceNeeds == "rootViewController" {
        NamedBind("productsService", needs: ["rootViewController"]) { _ in App.RootedService() }.in(.singleton)
      } else {
        NamedBind("productsService", needs: ["rootViewControllerProvider"]) { _ in App.RootedService() }
          .in(.singleton)
          .fill(\App.RootedService.rootViewControllerProvider, from: "rootViewControllerProvider")
      }
      NamedBind("productDetailsViewController", needs: []) { _ in App.ProductDetailsViewController() }
    }
  }

  @Test func `controllers in a circle are found by the check`() {
    #expect(
      withoutLines(Container.check(CircularModule(serviceNeeds: "rootViewController")).description) == """
        error: [dependency-cycle] 'productsListViewController' needs itself before it is built
          InjineerDocumentTests.swift
          productsListViewController -> productsService -> rootViewController -> productsListViewController
            productsListViewController   InjineerDocumentTests.swift   transient in \
        `Injineer: the examples of the document`.CircularModule
            productsService              InjineerDocumentTests.swift   singleton in \
        `Injineer: the examples of the document`.CircularModule
            rootViewController           InjineerDocumentTests.swift   singleton in \
        `Injineer: the examples of the document`.CircularModule
          help: let 'productsListViewController' need "productsServiceProvider" instead of "productsService"
          docs: https://git.example.com/dovetail/blob/main/Sources/Dovetail/Documentation.docc/Reference/Diagnostics/dependency-cycle.md

        1 error
        """)
  }

  @Test func `INJ-21: a provider breaks the circle, and the service finds the root when it asks for it`() throws {
    let container = try Container(CircularModule(serviceNeeds: "rootViewControllerProvider"))
    let root: App.RootViewController = try container["rootViewController"]
    let service: App.RootedService = try container["productsService"]
    #expect(service.rootViewControllerProvider?() === root)
    try container.close()
  }

  @Test func `INJ-27: the classes of the app import nothing`() throws {
    let source = try GuidePage.source("Injineer/ProductsApp.swift")
    #expect(source.contains("final class ProductsListViewController"))
    #expect(!source.contains("import "))
  }

  @MainActor
  @Test func `INJ-27: classes with properties that change are bound by type as they are; by name an actor keeps them`() throws {
    let named = try Container {
      NamedBind("productsService", instance: App.ProductsService())
      NamedBind(
        "details", on: MainActor.self, App.Plain.DetailsViewController.init, .fill(\.productsService, from: "productsService"))
    }
    let details: App.Plain.DetailsViewController = try named.resolve("details")
    #expect(try details.productsService === named.resolve("productsService"))
    let container = try Container {
      Bind(App.ProductsService.init).in(.singleton)
      Bind(App.Plain.DetailsViewController.init).fill(\.productsService)
      Bind(App.Plain.ListViewController.init).fill(\.productsService).fill(\.detailsViewController).fill(
        \.detailsViewControllerProvider)
    }
    let list = try container.resolve(App.Plain.ListViewController.self)
    #expect(try list.productsService === container.resolve(App.ProductsService.self))
    #expect(list.detailsViewController?.productsService === list.productsService)
    let show = try #require(list.detailsViewControllerProvider)
    #expect(show() !== show() && show().productsService === list.productsService)
    let source = try GuidePage.source("Injineer/ProductsApp.swift")
    let plain = try #require(source.firstRange(of: "enum Plain {"))
    #expect(!source[plain.upperBound...].prefix { $0 != "}" }.contains("Sendable"))
  }
}
