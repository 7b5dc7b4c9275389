// SPDX-License-Identifier: Apache-2.0
internal import DovetailGraph
internal import DovetailInspection
internal import Foundation
internal import Testing

@Suite("The files of findings") final class SourceFilesTests {
  private let folder = FileManager.default.temporaryDirectory.appending(path: "dovetail-\(UUID().uuidString)").path

  init() throws {
    for path in [
      "Sources/Shop/Cart.swift", "Sources/Shop/Deep/Till.swift", "Sources/graph-check/main.swift",
      "Sources/Shop/Twin.swift", "Sources/Shop/Deep/Twin.swift", "Tests/ShopTests/Cart.swift",
    ] {
      let file = URL(filePath: "\(folder)/\(path)")
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data().write(to: file)
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: folder) }

  @Test(arguments: [
    ("Shop/Cart.swift", "Sources/Shop/Cart.swift"),
    ("Shop/Till.swift", "Sources/Shop/Deep/Till.swift"),
    ("graph_check/main.swift", "Sources/graph-check/main.swift"),
    ("ShopTests/Cart.swift", "Tests/ShopTests/Cart.swift"),
    ("Shop/Twin.swift", "Shop/Twin.swift"),
    ("Shop/Gone.swift", "Shop/Gone.swift"),
    ("Gone/Cart.swift", "Gone/Cart.swift"),
    ("../Shop/Cart.swift", "../Shop/Cart.swift"),
    ("Cart.swift", "Cart.swift"),
  ])
  func `are found in the package, once`(name: String, path: String) {
    let place = SourceLocation(file: name, line: 3, column: 5)
    let finding = Diagnostic(.missingBinding, .error, "missing", at: place, path: [.init(key: "Cart", location: place, note: "")])
    let found = Report([finding]).located(in: folder).diagnostics[0]
    #expect(found.location == SourceLocation(file: path, line: 3, column: 5))
    #expect(found.path.map(\.location) == [found.location])
  }

  @Test func `stay unknown where they are`() {
    #expect(Report([Diagnostic(.missingBinding, .error, "missing")]).located(in: folder).diagnostics[0].location == .unknown)
  }
}
