// SPDX-License-Identifier: Apache-2.0
import DovetailLifecycle

#if Hummingbird && ServiceLifecycle
  import Dovetail
  import DovetailHummingbird
  import DovetailServiceLifecycle
  import Hummingbird
  import Logging
  import NIOCore
  import ServiceLifecycle
  import UnixSignals

  /// The code of the guide *Servers*, word for word.
  enum Servers {
    /// Tells the lines of the program from those of the test runner.
    static func print(_ items: Any...) {
      Swift.print("guide:", items.map { "\($0)" }.joined(separator: " "))
    }

    actor Store {
      private(set) var orders: [String] = []
      func keep(_ new: [String]) { orders += new }
    }

    actor Ticket {
      private let store: Store
      private var taken: [String] = []
      private var isGood = false

      init(store: Store) { self.store = store }

      func take(_ order: String) { taken.append(order) }
      func confirm() { isGood = true }
      func close() async { if isGood { await store.keep(taken) } }
    }

    struct Counter: Sendable {
      let request: Request
      let ticket: Ticket

      func serve(_ dish: String) async -> String {
        await ticket.take(dish)
        await ticket.confirm()
        return "\(request.method) \(dish)"
      }
    }

    struct Oven: Service {
      let store: Store

      func run() async throws {
        try await gracefulShutdown()
        print("the oven is off after", await store.orders)
      }
    }

    struct BakeryModule: Module {
      var bindings: Bindings {
        Bind(Store.init).in(.singleton).onStart { _ in print("open") }.onStop { _ in print("closed") }
        Bind(Oven.init).in(.singleton).asService()
        Bind(Ticket.init).in(.scoped(RequestScope.self)).onClose { await $0.close() }
        Bind(Counter.init)
      }
    }

    static func serve(port: Int, logger: Logger) async throws {
      let container = try Container(BakeryModule())

      let router = Router(context: BasicScopedRequestContext.self)
      router.add(middleware: RequestScopeMiddleware(container))
      router.post("/orders/:dish") { _, context in
        try await context.resolve(Counter.self).serve(context.parameters.require("dish"))
      }
      let server = Application(
        router: router, configuration: ApplicationConfiguration(address: .hostname(port: port)), logger: logger)

      let group = ServiceGroup(
        services: [ContainerService(container, services: [server])], gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
      try await group.run()
      try await container.close()
    }

    struct BakeryContext: ScopedRequestContext {
      var coreContext: CoreRequestContextStorage
      var scope: OpenScope?

      init(source: Source) { coreContext = CoreRequestContextStorage(source: source) }
    }

    struct Extras {
      enum Call: ScopeKind {
        typealias Input = Inputs<Request, Logger>
      }

      func scopes(of container: Container) -> RequestScopeMiddleware<BakeryContext> {
        RequestScopeMiddleware { request, context in try container.openScope(Call.self, request, context.logger) }
      }

      struct Calls: ScopedRequestMiddleware {
        let container: Container

        func openScope(_ request: Request, _ context: BakeryContext) throws -> OpenScope {
          try container.openScope(Call.self, request, context.logger)
        }
      }

      func events(_ request: Request, _ news: AsyncStream<String>) -> Response {
        Response(
          status: .ok,
          body: ResponseBody { writer in
            try await request.body.consumeWithCancellationOnInboundClose { _ in
              for await line in news { try await writer.write(ByteBuffer(string: line)) }
            }
            try await writer.finish(nil)
          })
      }
    }
  }
#endif
