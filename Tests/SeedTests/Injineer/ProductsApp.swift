// SPDX-License-Identifier: Apache-2.0

// The products app of Injineer's document. Nothing is imported here: the controllers do not know that anybody wires them.

enum ProductsApp {
  final class ProductsService: Sendable {
    init() {}
  }

  // SAFETY: every controller stays on the thread of the test that made it.
  final class ProductsListViewController: @unchecked Sendable {
    var productsService: ProductsService?
    var productDetailsViewController: ProductDetailsViewController?
    var productDetailsViewControllerProvider: (@Sendable () -> ProductDetailsViewController)?
    init() {}
  }

  // SAFETY: as above.
  final class ProductDetailsViewController: @unchecked Sendable {
    var productsService: ProductsService?
    init() {}
  }

  // SAFETY: as above.
  final class RootViewController: @unchecked Sendable {
    var productsListViewController: ProductsListViewController?
    init() {}
  }

  // SAFETY: as above.
  final class RootedService: @unchecked Sendable {
    var rootViewControllerProvider: (@Sendable () -> RootViewController)?
    init() {}
  }
}
