// SPDX-License-Identifier: Apache-2.0
import HTTPTypes
import Hummingbird

/// What is done at one path, by method.
struct Methods {
  typealias Handler = @Sendable (Request, BistroContext) async throws -> Response

  /// The methods that HTTP has. One that is not among them is answered with "not implemented".
  static let known: [HTTPRequest.Method] = [.get, .head, .post, .put, .patch, .delete, .options, .trace, .connect]

  private var handlers: [HTTPRequest.Method: Handler] = [:]

  init() {}

  /// The value that a handler makes is sent as JSON.
  func on<Value: Encodable & Sendable>(
    _ method: HTTPRequest.Method, status: HTTPResponse.Status = .ok,
    _ handle: @escaping @Sendable (Request, BistroContext) async throws -> Value
  ) -> Methods {
    on(method) { request, context in
      var response = try context.responseEncoder.encode(try await handle(request, context), from: request, context: context)
      response.status = status
      return response
    }
  }

  func on(_ method: HTTPRequest.Method, answer handle: @escaping Handler) -> Methods {
    var copy = self
    copy.handlers[method] = handle
    return copy
  }

  /// Adds the path to a router. The methods that are not known here are refused, and the answer says which are.
  func add(at path: RouterPath, to router: Router<BistroContext>) {
    let allowed = (handlers.keys.map(\.rawValue) + (handlers[.get] == nil ? [] : ["HEAD"])).sorted().joined(separator: ", ")
    for method in Methods.known where method != .head || handlers[.get] == nil {
      let handler = handlers[method]
      router.on(path, method: method) { request, context -> Response in
        if let handler { return try await handler(request, context) }
        throw HTTPError(
          .methodNotAllowed, headers: [.allow: allowed], message: "\(method) does not go here; \(allowed) do")
      }
    }
  }
}
