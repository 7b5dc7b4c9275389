// SPDX-License-Identifier: Apache-2.0
import DovetailGraph
import Foundation
import Testing

@Suite struct `The page of a diagnostic` {
  @Test(arguments: Diagnostic.ID.catalogue)
  func `is there for every check, and is a file of the documentation`(id: Diagnostic.ID) throws {
    let page = try #require(id.page)
    let path = "Sources/Dovetail/Documentation.docc/Reference/Diagnostics/\(id).md"
    #expect(page.hasSuffix("/dovetail/blob/main/\(path)"))
    let root = (1...4).reduce(URL(filePath: #filePath)) { folder, _ in folder.deletingLastPathComponent() }
    #expect(FileManager.default.fileExists(atPath: root.appending(path: path).path))
  }

  @Test func `is there for the IDs of checks alone`() {
    for name in ["no-till", "stated-twice", "closed", ""] { #expect(Diagnostic.ID(rawValue: name).page == nil) }
  }
}
