// SPDX-License-Identifier: Apache-2.0
#if Hummingbird
  import Foundation

  /// A client that opens a socket for every request, on a thread of its own, and can go away in the middle of a response.
  struct Client: Sendable {
    /// What came of a request.
    struct Answer: Sendable {
      /// The status line and the fields, a line each; a sentence when there is no connection.
      let head: [String]
      /// The body, or as much of it as had come when the client went away; the chunks of a stream are joined.
      let body: String
      /// The fields that came after a stream.
      let trailers: [String]

      var status: Int { head.first?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0 }

      /// The value of a field; its name in lower case.
      func field(_ name: String) -> String? {
        head.first { $0.lowercased().hasPrefix("\(name): ") }.map { String($0.dropFirst(name.count + 2)) }
      }
    }

    let port: Int

    /// Asks for a path and reads the whole answer.
    func ask(_ path: String, method: String = "GET") async -> Answer {
      Answer(await talk("\(method) \(path) HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", until: nil))
    }

    /// Asks for a path and goes away as soon as the answer contains a text.
    func leave(_ path: String, after text: String) async -> Answer {
      Answer(await talk("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n", until: text))
    }

    private func talk(_ request: String, until text: String?) async -> String {
      await withCheckedContinuation { task in
        Thread.detachNewThread { task.resume(returning: Client.talk(request, port, until: text)) }
      }
    }

    private static func talk(_ request: String, _ port: Int, until text: String?) -> String {
      let socket = connected(to: port)
      guard socket >= 0 else { return "no connection" }
      defer { close(socket) }
      let request = Array(request.utf8)
      guard write(socket, request, request.count) == request.count else { return "not sent" }
      var received = ""
      var buffer = [UInt8](repeating: 0, count: 4096)
      while text.map({ !received.contains($0) }) ?? true {
        let count = read(socket, &buffer, buffer.count)
        guard count > 0 else { break }
        received += String(decoding: buffer[..<count], as: UTF8.self)
      }
      return received
    }

    /// A port of the loopback interface that nothing listens on.
    static func freePort() throws -> Int {
      let handle = socket()
      defer { close(handle) }
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let port: UInt16? = withLoopback(port: 0) { address in
        guard bind(handle, address, size) == 0, getsockname(handle, address, &size) == 0 else { return nil }
        return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { UInt16(bigEndian: $0.pointee.sin_port) }
      }
      guard let port else { throw POSIXError(.EADDRINUSE) }
      return Int(port)
    }

    private static func connected(to port: Int) -> Int32 {
      let handle = socket()
      let size = socklen_t(MemoryLayout<sockaddr_in>.size)
      if withLoopback(port: port, { connect(handle, $0, size) }) == 0 { return handle }
      close(handle)
      return -1
    }

    private static func socket() -> Int32 {
      #if canImport(Darwin)
        Foundation.socket(AF_INET, SOCK_STREAM, 0)
      #else
        Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      #endif
    }

    private static func withLoopback<Result>(port: Int, _ body: (UnsafeMutablePointer<sockaddr>) -> Result) -> Result {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = in_port_t(UInt16(port)).bigEndian
      address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
      return withUnsafeMutablePointer(to: &address) { address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1, body)
      }
    }
  }

  extension Client.Answer {
    /// Reads what came over the wire.
    init(_ text: String) {
      let parts = text.components(separatedBy: "\r\n\r\n")
      head = parts[0].components(separatedBy: "\r\n")
      let rest = parts.dropFirst().joined(separator: "\r\n\r\n")
      guard head.contains(where: { $0.lowercased() == "transfer-encoding: chunked" }) else {
        (body, trailers) = (rest, [])
        return
      }
      var (lines, joined) = (rest.components(separatedBy: "\r\n")[...], "")
      // The parts that the tests stream hold no line breaks.
      while let size = lines.popFirst(), let part = lines.first, size != "0" {
        joined += part
        lines.removeFirst()
      }
      (body, trailers) = (joined, lines.filter { !$0.isEmpty })
    }
  }
#endif
