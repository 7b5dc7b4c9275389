// SPDX-License-Identifier: Apache-2.0
import Foundation

/// A connection for what no client would send.
struct RawConnection {
  private let socket: Int32

  init(port: Int) throws {
    #if os(Linux)
      socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      socket = Foundation.socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) }
    }
    if result != 0 { throw Unexpected("no connection: \(errno)") }
  }

  /// Sends text, and reads until the other side closes.
  func exchange(_ text: String) throws -> String {
    defer { close(socket) }
    let bytes = Array(text.utf8)
    if send(socket, bytes, bytes.count, 0) != bytes.count { throw Unexpected("not sent: \(errno)") }
    var (answer, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 4096))
    while case let count = recv(socket, &buffer, buffer.count, 0), count > 0 { answer += buffer[..<count] }
    return String(decoding: answer, as: UTF8.self)
  }
}
