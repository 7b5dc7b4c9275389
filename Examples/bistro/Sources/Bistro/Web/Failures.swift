// SPDX-License-Identifier: Apache-2.0
import Dovetail
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// Answers every error with a status and a text that say what to do; the outermost middleware.
struct Failures: RouterMiddleware {
  func handle(
    _ request: Request, context: BistroContext, next: (Request, BistroContext) async throws -> Response
  ) async throws -> Response {
    do { return try await next(request, context) } catch {
      let answer = Failures.answer(to: error, request, context)
      if answer.status.kind == .serverError {
        context.logger.error("\(request.method) \(request.uri.path) failed", metadata: ["error": "\(error)"])
      }
      return try answer.response(from: request, context: context)
    }
  }

  static func answer(to error: any Error, _ request: Request, _ context: BistroContext) -> HTTPError {
    switch error {
    case let error as Refusal: answer(to: error)
    case let error as StorageError: answer(to: error)
    case let error as CloseError: answer(to: error.failures.first?.error ?? error, request, context)
    case let error as DecodingError: HTTPError(.badRequest, message: error.inWords)
    case is NIOTooManyBytesError: tooLarge(context)
    case let error as HTTPError where error.status == .notFound && error.body == nil: notFound(request)
    case let error as HTTPError: error
    default: HTTPError(.internalServerError, message: "something went wrong in the bistro; its log says what")
    }
  }

  private static func answer(to refusal: Refusal) -> HTTPError {
    switch refusal {
    case .unknown(let text): HTTPError(.notFound, message: text)
    case .invalid(let text): HTTPError(.unprocessableContent, message: text)
    case .conflict(let text): HTTPError(.conflict, message: text)
    }
  }

  private static func answer(to error: StorageError) -> HTTPError {
    switch error {
    case .locked:
      HTTPError(
        .serviceUnavailable, headers: [.retryAfter: "1"],
        message: "the database is in use by somebody else; nothing was changed, try again")
    case .readOnly:
      HTTPError(.serviceUnavailable, message: "the database may not be written; nothing was changed")
    case .full:
      HTTPError(
        HTTPResponse.Status(code: 507, reasonPhrase: "Insufficient Storage"),
        message: "there is no room in the database; nothing was changed")
    case .twoStatementsAtOnce, .other:
      HTTPError(.internalServerError, message: "something went wrong with the database; nothing was changed")
    }
  }

  private static func tooLarge(_ context: BistroContext) -> HTTPError {
    HTTPError(.contentTooLarge, message: "the body of the request is larger than \(context.maxUploadSize) bytes")
  }

  private static func notFound(_ request: Request) -> HTTPError {
    if !Methods.known.contains(request.method) {
      return HTTPError(.notImplemented, message: "the bistro does not know the method \(request.method)")
    }
    return HTTPError(.notFound, message: "there is nothing at \(request.uri.path)")
  }
}

extension DecodingError {
  /// What is wrong with a body, and where in it.
  fileprivate var inWords: String {
    switch self {
    case .keyNotFound(let key, let context): "'\((context.codingPath + [key]).inWords)' is missing in the body"
    case .valueNotFound(_, let context): "'\(context.codingPath.inWords)' is null in the body"
    case .typeMismatch(let type, let context):
      context.codingPath.isEmpty
        ? "the body is not the kind of JSON that belongs here" : "'\(context.codingPath.inWords)' has to be \(words(for: type))"
    // Foundation says the same of a number that does not fit as of what is no JSON at all.
    case .dataCorrupted: "the body is not JSON, or has a number that does not fit"
    @unknown default: "the body cannot be read"
    }
  }

  private func words(for type: any Any.Type) -> String {
    switch type {
    case is Int.Type: "a whole number"
    case is String.Type: "text"
    case is Bool.Type: "true or false"
    case is any Collection.Type: "a list"
    default: "an object"
    }
  }
}

extension [any CodingKey] {
  fileprivate var inWords: String {
    map { key in key.intValue.map { "\($0)" } ?? key.stringValue }.joined(separator: ".")
  }
}
