// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Testing

enum AuditingAnApp: Guide {
  static let page = "Guides/AuditingAnApp"

  /// The blocks of the text that the tests of the package `Migration` compare with what the audit of the sample prints.
  static func messages() throws -> [String] {
    let url = Page.package.appending(path: "Migration/Tests/Golden/Swinject/audit.txt")
    let blocks = try String(contentsOf: url, encoding: .utf8).split(separator: "\n\n").map(String.init)
    return ["error: [missing-binding]", "not understood:"].compactMap { start in blocks.first { $0.hasPrefix(start) } }
  }
}
