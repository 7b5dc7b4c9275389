// SPDX-License-Identifier: Apache-2.0
import Dovetail
import Hummingbird

/// Opens a scope for every request, and closes it before the answer is sent: what the answer promises is committed by then.
struct ScopedRequests: RouterMiddleware {
  let container: Container

  func handle(
    _ request: Request, context: BistroContext, next: (Request, BistroContext) async throws -> Response
  ) async throws -> Response {
    try await container.withScope(Visit.self, Call(logger: context.logger)) { scope in
      var context = context
      context.scope = scope
      return try await next(request, context)
    }
  }
}
