// SPDX-License-Identifier: Apache-2.0
import Hummingbird

extension BistroContext {
  /// The number in the path.
  ///
  /// - Throws: ``Refusal/unknown(_:)``, when it is no number: then there is nothing of that number either.
  func number(of thing: String) throws -> Int {
    let text = parameters.get(thing) ?? ""
    guard let number = Int(text) else { throw Refusal.unknown("there is no \(thing) '\(text)'") }
    return number
  }

  /// The body of a request.
  func body<Value: Decodable>(_ type: Value.Type = Value.self, of request: Request) async throws -> Value {
    try await requestDecoder.decode(type, from: request, context: self)
  }
}

extension Request {
  /// A number behind the question mark.
  ///
  /// - Throws: ``Refusal/invalid(_:)``, when it is none.
  func number(_ name: String, default fallback: Int) throws -> Int {
    guard let text = uri.queryParameters[Substring(name)] else { return fallback }
    guard let number = Int(text) else { throw Refusal.invalid("'\(name)' is '\(text)'; it has to be a whole number") }
    return number
  }
}
