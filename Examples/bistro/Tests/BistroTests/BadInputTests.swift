// SPDX-License-Identifier: Apache-2.0
import Testing

/// A request that is wrong, and what is said about it.
private struct Wrong: Sendable, CustomTestStringConvertible {
  let request: String
  let body: String?
  let status: Int
  let message: String

  init(_ request: String, _ body: String, _ status: Int, _ message: String) {
    (self.request, self.body, self.status, self.message) = (request, body, status, message)
  }

  init(_ request: String, _ status: Int, _ message: String) {
    (self.request, body, self.status, self.message) = (request, nil, status, message)
  }

  var testDescription: String { "\(request) \((body ?? "").prefix(40))" }

  static let all = [
    Wrong("POST /orders", #"{"table":1,"#, 400, "the body is not JSON, or has a number that does not fit"),
    Wrong("POST /orders", "", 400, "the body is not JSON, or has a number that does not fit"),
    Wrong("POST /orders", "[]", 400, "the body is not the kind of JSON that belongs here"),
    Wrong("POST /orders", #"{"lines":[]}"#, 400, "'table' is missing in the body"),
    Wrong("POST /orders", #"{"table":"three","lines":[]}"#, 400, "'table' has to be a whole number"),
    Wrong("POST /orders", #"{"table":null,"lines":[]}"#, 400, "'table' is null in the body"),
    Wrong("POST /orders", #"{"table":1,"lines":[{"dish":1}]}"#, 400, "'lines.0.quantity' is missing in the body"),
    Wrong("POST /orders", #"{"table":1,"lines":{}}"#, 400, "'lines' has to be a list"),
    Wrong("POST /orders", #"{"table":1,"lines":[]}"#, 422, "the order has 0 lines; it has to have between 1 and 100"),
    Wrong("POST /orders", #"{"table":99,"lines":[{"dish":1,"quantity":1}]}"#, 422, "there is no table 99"),
    Wrong("POST /orders", #"{"table":1,"lines":[{"dish":99,"quantity":1}]}"#, 422, "there is no dish 99"),
    Wrong(
      "POST /orders", #"{"table":1,"lines":[{"dish":1,"quantity":0}]}"#, 422,
      "0 of dish 1; it has to be between 1 and 99"),
    Wrong("POST /menu", #"{"name":" ","cents":1}"#, 422, "a dish needs a name"),
    Wrong("POST /menu", #"{"name":"Air","cents":-1}"#, 422, "the price is -1 cents; it has to be between 0 and 1000000"),
    Wrong("PATCH /menu/1", #"{"cents":1.5}"#, 400, "the body is not JSON, or has a number that does not fit"),
    Wrong("PATCH /menu/77", #"{"cents":1}"#, 404, "there is no dish 77"),
    Wrong("GET /menu/77", 404, "there is no dish 77"),
    Wrong("GET /menu/soup", 404, "there is no dish 'soup'"),
    Wrong("GET /menu/99999999999999999999", 404, "there is no dish '99999999999999999999'"),
    Wrong("GET /tables/0", 404, "there is no table 0"),
    Wrong("GET /tables/0/bill", 404, "there is no table 0"),
    Wrong("GET /orders/77", 404, "there is no order 77"),
    Wrong("DELETE /orders/77", 404, "there is no order 77"),
    Wrong("POST /orders/77/serve", 404, "there is no order 77"),
    Wrong(
      "GET /orders?state=burnt", 422, "'state' is 'burnt'; it has to be one of received, cooking, ready, served, cancelled"),
    Wrong("GET /orders?limit=many", 422, "'limit' is 'many'; it has to be a whole number"),
    Wrong("GET /orders?limit=0", 422, "the limit is 0; it has to be between 1 and 1000"),
    Wrong("GET /desserts", 404, "there is nothing at /desserts"),
    Wrong("DELETE /menu", 405, "DELETE does not go here; GET, HEAD, POST do"),
    Wrong("PUT /orders/1", "{}", 405, "PUT does not go here; DELETE, GET, HEAD do"),
    Wrong("GET /orders/1/serve", 405, "GET does not go here; POST do"),
    Wrong("PROPFIND /menu", 501, "the bistro does not know the method PROPFIND"),
  ]
}

@Suite struct `Bad input` {
  @Test(arguments: Wired.allCases)
  func `gets a status and a reason, and changes nothing`(_ wired: Wired) async throws {
    try await withBistro(wired: wired) { guest async throws in
      for wrong in Wrong.all {
        let parts = wrong.request.split(separator: " ").map(String.init)
        let answer = try await guest.send(parts[0], parts[1], wrong.body)
        #expect(answer.status == wrong.status, "\(wrong.testDescription)")
        #expect(try answer.json(WireError.self).error.message == wrong.message, "\(wrong.testDescription)")
      }
      #expect(try await guest.get("/orders").text == "[]")
      #expect(try await guest.get("/menu").json([WireDish].self).count == 8)
    }
  }

  @Test func `a wrong method is told the right ones`() async throws {
    try await withBistro { guest async throws in
      #expect(try await guest.send("DELETE", "/menu").headers["allow"] == "GET, HEAD, POST")
    }
  }

  @Test(arguments: Wired.allCases)
  func `a body that is too large is refused, and the next request is answered`(_ wired: Wired) async throws {
    try await withBistro(wired: wired, environment: ["BISTRO_HTTP_MAX_BODY_BYTES": "1000"]) { guest async throws in
      let large = #"{"name":""# + String(repeating: "o", count: 100_000) + #"","cents":1}"#
      let answer = try await guest.post("/menu", large)
      #expect(answer.status == 413)
      #expect(try answer.json(WireError.self).error.message == "the body of the request is larger than 1000 bytes")
      #expect(try await guest.get("/menu").json([WireDish].self).count == 8)
    }
  }

  @Test(arguments: Wired.allCases)
  func `a body that does not say how large it is, and is too large, is refused`(_ wired: Wired) async throws {
    try await withBistro(wired: wired, environment: ["BISTRO_HTTP_MAX_BODY_BYTES": "1000"]) { guest async throws in
      let chunk = "400\r\n" + String(repeating: "o", count: 1024) + "\r\n"
      let answer = try RawConnection(port: guest.port).exchange(
        "POST /menu HTTP/1.1\r\nhost: bistro\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n\(chunk)\(chunk)0\r\n\r\n")
      #expect(answer.hasPrefix("HTTP/1.1 413 "), "\(answer)")
      #expect(answer.contains("the body of the request is larger than 1000 bytes"), "\(answer)")
      #expect(try await guest.get("/menu").json([WireDish].self).count == 8)
    }
  }

  @Test func `what is not HTTP is refused, and the bistro stays open`() async throws {
    try await withBistro { guest async throws in
      let answer = try RawConnection(port: guest.port).exchange("NONSENSE\r\n\r\n")
      #expect(answer.hasPrefix("HTTP/1.1 400 Bad Request\r\n"), "\(answer)")
      #expect(try await guest.get("/health").status == 200)
    }
  }
}
