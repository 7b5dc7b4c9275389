// SPDX-License-Identifier: Apache-2.0
#if Hummingbird && ServiceLifecycle
  import Dovetail
  import Foundation
  import Hummingbird
  import Logging
  import Testing

  @Suite("The guide Servers") struct ServersGuideTests {
    private static let here = URL(filePath: #filePath).deletingLastPathComponent()

    /// The blocks between fences of a language.
    private static func blocks(_ language: String) throws -> [String] {
      let page = here.appending(path: "../../../Sources/Dovetail/Documentation.docc/Guides/Servers.md").standardized
      return try String(contentsOf: page, encoding: .utf8).matches(of: /```(\w*)\n((?:.*\n)*?)```/)
        .filter { $0.1 == language }.map { String($0.2) }
    }

    /// Code as it is compared: without indentation, line breaks, and what belongs to the test.
    private static func normalised(_ code: String) -> String {
      code.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }.joined(separator: " ")
    }

    @Test func `shows no code that is not compiled`() throws {
      let file = ServersGuideTests.here.appending(path: "ServersSnippets.swift")
      let compiled = ServersGuideTests.normalised(try String(contentsOf: file, encoding: .utf8))
      let snippets = try ServersGuideTests.blocks("swift").filter { !$0.contains(".package(") }
      #expect(snippets.count == 7)
      for snippet in snippets {
        #expect(compiled.contains(ServersGuideTests.normalised(snippet)), "no test compiles this:\n\(snippet)")
      }
    }

    #if os(Linux) || os(macOS)
      @Test func `shows what its program says when a process runs it, serves, and gets SIGTERM`() async throws {
        let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
          let client = Client(port: try Client.freePort())
          async let visitors: Void = {
            while await client.ask("/").status == 0 { await Task.yield() }
            for dish in ["bun", "roll"] {
              let answer = await client.ask("/orders/\(dish)", method: "POST")
              try #require(answer.body == "POST \(dish)")
            }
            kill(getpid(), SIGTERM)
          }()
          try await Servers.serve(port: client.port, logger: Logger(label: "bakery") { _ in SwiftLogNoOpLogHandler() })
          try await visitors
        }
        let said = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self).split(separator: "\n")
          .filter { $0.hasPrefix("guide: ") }.map { $0.dropFirst("guide: ".count) + "\n" }.joined()
        #expect(try ServersGuideTests.blocks("") == [said])
      }
    #endif
  }
#endif
