// SPDX-License-Identifier: Apache-2.0
import HTTPTypes
import Hummingbird

/// All that can be asked of the bistro over HTTP. The same for whoever wires it.
struct Routes {
  let metrics: Metrics
  /// The page of the graph; `nil` where nobody is to see it.
  let graphPage: (@Sendable () -> String)?

  /// Adds the routes to a router.
  func add(to router: Router<BistroContext>) {
    addMenu(to: router)
    addTables(to: router)
    addOrders(to: router)
    addHouse(to: router)
  }

  private func addMenu(to router: Router<BistroContext>) {
    Methods()
      .on(.get) { _, context in try await context.menu.dishes() }
      .on(.post, status: .created) { request, context in try await context.menu.add(context.body(of: request)) }
      .add(at: "menu", to: router)
    Methods()
      .on(.get) { _, context in try await context.menu.dish(context.number(of: "dish")) }
      .on(.patch) { request, context in
        try await context.menu.change(context.number(of: "dish"), context.body(of: request))
      }
      .add(at: "menu/:dish", to: router)
  }

  private func addTables(to router: Router<BistroContext>) {
    Methods()
      .on(.get) { _, context in try await context.tables.all() }
      .add(at: "tables", to: router)
    Methods()
      .on(.get) { _, context in try await context.tables.table(context.number(of: "table")) }
      .add(at: "tables/:table", to: router)
    Methods()
      .on(.get) { _, context in try await context.tables.bill(context.number(of: "table")) }
      .add(at: "tables/:table/bill", to: router)
  }

  private func addOrders(to router: Router<BistroContext>) {
    Methods()
      .on(.get) { request, context in
        try await context.orders.list(
          after: request.number("after", default: 0), in: request.state(), limit: request.number("limit", default: 100))
      }
      .on(.post) { request, context in
        let order = try await context.orders.place(context.body(of: request))
        var response = try context.responseEncoder.encode(order, from: request, context: context)
        response.status = .created
        response.headers[.location] = "/orders/\(order.id)"
        return response
      }
      .add(at: "orders", to: router)
    Methods()
      .on(.get) { _, context in try await context.orders.order(context.number(of: "order")) }
      .on(.delete) { _, context in try await context.orders.cancel(context.number(of: "order")) }
      .add(at: "orders/:order", to: router)
    Methods()
      .on(.post) { _, context in try await context.orders.serve(context.number(of: "order")) }
      .add(at: "orders/:order/serve", to: router)
  }

  private func addHouse(to router: Router<BistroContext>) {
    Methods()
      .on(.get) { _, _ in ["status": "open"] }
      .add(at: "health", to: router)
    Methods()
      .on(.get) { [metrics] _, _ in metrics.all }
      .add(at: "metrics", to: router)
    guard let graphPage else { return }
    Methods()
      .on(.get) { _, _ in
        Response(
          status: .ok, headers: [.contentType: "text/html; charset=utf-8"],
          body: ResponseBody(byteBuffer: ByteBuffer(string: graphPage())))
      }
      .add(at: "graph", to: router)
  }
}

extension Request {
  /// The state behind the question mark.
  ///
  /// - Throws: ``Refusal/invalid(_:)``, when it is none.
  fileprivate func state() throws -> Order.State? {
    guard let text = uri.queryParameters["state"] else { return nil }
    guard let state = Order.State(rawValue: String(text)) else {
      let states = Order.State.allCases.map(\.rawValue).joined(separator: ", ")
      throw Refusal.invalid("'state' is '\(text)'; it has to be one of \(states)")
    }
    return state
  }
}
