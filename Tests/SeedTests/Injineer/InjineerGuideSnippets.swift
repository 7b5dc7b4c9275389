// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import Testing

/// The code of the guide "Coming from Injineer".
enum ComingFromInjineer {
  typealias ProductsService = ProductsApp.ProductsService
  typealias ProductDetailsViewController = ProductsApp.ProductDetailsViewController

  struct Search: Sendable {
    let service: ProductsService
  }

  final class ProductsListViewController {
    var productsService: ProductsService?
    var productDetailsViewControllerProvider: (@Sendable () -> ProductDetailsViewController)?
    init() {}
  }
