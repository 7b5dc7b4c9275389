// SPDX-License-Identifier: Apache-2.0
import HTTPTypes
import Hummingbird

/// A request is one transaction. It is kept when the answer is a success; whoever closes the request sees to that.
struct Approval: RouterMiddleware {
  func handle(
    _ request: Request, context: BistroContext, next: (Request, BistroContext) async throws -> Response
  ) async throws -> Response {
    let response = try await next(request, context)
    if request.method != .get, response.status.kind == .successful { try context.transaction.approve() }
    return response
  }
}

/// The largest body that a request may have.
struct BodyLimit: RouterMiddleware {
  let bytes: Int

  func handle(
    _ request: Request, context: BistroContext, next: (Request, BistroContext) async throws -> Response
  ) async throws -> Response {
    var context = context
    context.maxUploadSize = bytes
    return try await next(request, context)
  }
}
