// SPDX-License-Identifier: Apache-2.0
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

/// Talks HTTP to a bistro, over a connection of its own for every request.
struct Guest: Sendable {
  /// What came back.
  struct Answer: Sendable {
    var status = 0
    var headers: [String: String] = [:]
    var text = ""

    /// The body, read as JSON.
    func json<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
      do { return try JSONDecoder().decode(type, from: Data(text.utf8)) } catch {
        throw Unexpected("\(status) \(text): \(error)")
      }
    }
  }

  private typealias Connection = NIOAsyncChannel<HTTPClientResponsePart, HTTPClientRequestPart>

  let port: Int

  func get(_ path: String) async throws -> Answer { try await send("GET", path) }

  func post(_ path: String, _ body: String = "") async throws -> Answer { try await send("POST", path, body) }

  func send(_ method: String, _ path: String, _ body: String? = nil) async throws -> Answer {
    let connection = try await connect()
    return try await connection.executeThenClose { inbound, outbound in
      // At once: a bistro that has read the head of a GET may answer and close.
      try await outbound.write(contentsOf: request(method, path, body))
      var answer = Answer()
      for try await part in inbound {
        switch part {
        case .head(let head):
          answer.status = Int(head.status.code)
          for (name, value) in head.headers { answer.headers[name.lowercased()] = value }
        case .body(let bytes): answer.text += String(buffer: bytes)
        case .end: return answer
        }
      }
      throw Unexpected("the connection ended without an answer to \(method) \(path)")
    }
  }

  /// Asks for something again and again until it is as wanted.
  ///
  /// The kitchen works by itself, and says nothing when it is done.
  func wait(for path: String, until isAsWanted: (Answer) throws -> Bool) async throws -> Answer {
    var last = Answer()
    for _ in 0..<2000 {
      last = try await get(path)
      if try isAsWanted(last) { return last }
    }
    throw Unexpected("\(path) did not become as wanted: \(last.text)")
  }

  private func connect() async throws -> Connection {
    try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup).connect(host: "127.0.0.1", port: port) { channel in
      channel.eventLoop.makeCompletedFuture {
        try channel.pipeline.syncOperations.addHTTPClientHandlers()
        return try Connection(wrappingChannelSynchronously: channel)
      }
    }
  }

  private func request(_ method: String, _ path: String, _ body: String?) -> [HTTPClientRequestPart] {
    var head = HTTPRequestHead(version: .http1_1, method: HTTPMethod(rawValue: method), uri: path)
    head.headers = ["host": "127.0.0.1:\(port)", "connection": "close"]
    guard let body else { return [.head(head), .end(nil)] }
    head.headers.add(name: "content-type", value: "application/json")
    head.headers.add(name: "content-length", value: "\(body.utf8.count)")
    return [.head(head), .body(.byteBuffer(ByteBuffer(string: body))), .end(nil)]
  }
}
