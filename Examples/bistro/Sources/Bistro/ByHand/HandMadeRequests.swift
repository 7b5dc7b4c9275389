// SPDX-License-Identifier: Apache-2.0
import Hummingbird

/// Makes what a request needs by hand, and ends its transaction before the answer is sent.
struct HandMadeRequests: RouterMiddleware {
  let store: Store
  let cache: MenuCache
  let metrics: Metrics
  let bell: Bell

  func handle(
    _ request: Request, context: BistroContext, next: (Request, BistroContext) async throws -> Response
  ) async throws -> Response {
    let transaction = Transaction(store: store)
    var context = context
    context.handMade = HandMadeDesks(
      call: Call(logger: context.logger), transaction: transaction, cache: cache, metrics: metrics, bell: bell)
    let response: Response
    do { response = try await next(request, context) } catch {
      try? await transaction.close()
      throw error
    }
    try await transaction.close()
    return response
  }
}

/// The desks of one request. Each is made when it is asked for, as in a scope.
struct HandMadeDesks: Sendable {
  let call: Call
  let transaction: Transaction
  let cache: MenuCache
  let metrics: Metrics
  let bell: Bell

  var menu: MenuDesk { MenuDesk(menu: dishes) }
  var tables: TableDesk { TableDesk(tables: SQLTables(transaction: transaction), orders: placedOrders) }
  var orders: OrderDesk {
    OrderDesk(
      orders: placedOrders, menu: dishes, tables: SQLTables(transaction: transaction), transaction: transaction, bell: bell,
      call: call)
  }

  private var dishes: any MenuRepository {
    CachedMenu(inner: SQLMenu(transaction: transaction), cache: cache, transaction: transaction)
  }

  private var placedOrders: any OrderRepository {
    MeasuredOrders(inner: SQLOrders(transaction: transaction), metrics: metrics)
  }
}
