// SPDX-License-Identifier: Apache-2.0

// The products app of Injineer's document. Nothing is imported here: the controllers do not know that anybody wires them.

enum ProductsApp {
  /// The classes as they stand in a program on one thread: nothing is added to them. They are bound by type.
  enum Plain {
    final class ListViewController {
      var productsService: ProductsService?
      var detailsViewController: DetailsViewController?
      var detailsViewControllerProvider: (() -> DetailsViewController)?
      init() {}
    }

    final class DetailsViewController {
      var productsService: ProductsService?
      init() {}
    }
  }

  nonisolated final class ProductsService: Sendable {
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
