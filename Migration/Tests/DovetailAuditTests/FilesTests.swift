// SPDX-License-Identifier: Apache-2.0
import DovetailExport
import Foundation
import Testing

@testable import DovetailAudit

@Suite struct FilesTests {
  private let plain = "import Swinject\nfunc fill(_ c: Container) { c.register(A.self) { _ in A() } }\n"

  private func answer(_ path: String, style: Style? = nil, tests: Bool = false) -> String {
    let answer = AuditCommand(path: path, style: style, tests: tests).answer()
    return "\(answer.exitCode) \(answer.output)\(answer.errors)".replacingOccurrences(of: path, with: "APP")
  }

  @Test func `a path that is not there, or is no Swift, is refused with the reason`() throws {
    let folder = try Folder()
    try folder.write("text", to: "notes.txt")
    #expect(answer("\(folder.path)/none") == "66 dovetail: cannot read 'APP': there is no such file or directory\n")
    #expect(answer("\(folder.path)/notes.txt") == "66 dovetail: cannot read 'APP': it is no Swift file and no folder\n")
    #expect(answer(folder.path) == "66 dovetail: nothing to read at 'APP': there are no Swift files\n")
  }

  @Test func `a program that imports neither container is refused, unless the container is said`() throws {
    let folder = try Folder()
    try folder.write("struct A {}\n", to: "A.swift")
    #expect(
      answer(folder.path)
        == "66 dovetail: no file at 'APP' imports Swinject or Factory; say which one it uses with --from swinject "
        + "or --from factory\n")
    #expect(
      answer(folder.path, style: .factory)
        == "0 read 1 file for Factory: 0 registrations, 0 requests, 0 places not understood\nno diagnostics\n")
  }

  @Test func `links are not followed, so that a link to an outer folder makes no endless walk`() throws {
    let folder = try Folder()
    try folder.write(plain, to: "App/A.swift")
    try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/App/again", withDestinationPath: "..")
    try FileManager.default.createSymbolicLink(atPath: "\(folder.path)/App/B.swift", withDestinationPath: "A.swift")
    #expect(
      answer(folder.path) == "0 read 1 file for Swinject: 1 registration, 0 requests, 0 places not understood\nno diagnostics\n")
  }

  @Test func `tests, hidden folders and the packages of others are left out`() throws {
    let folder = try Folder()
    for name in ["A.swift", ".build/B.swift", "Pods/C.swift", "Carthage/D.swift", "AppTests/E.swift"] {
      try folder.write(plain, to: name)
    }
    try folder.write("import XCTest\n" + plain, to: "F.swift")
    #expect(
      answer(folder.path)
        == "0 read 1 file for Swinject: 1 registration, 0 requests, 0 places not understood; left out 2 files of tests\nno diagnostics\n"
    )
    #expect(answer(folder.path, tests: true).contains("read 3 files for Swinject: 3 registrations"))
  }

  @Test func `files that are no text or no Swift are listed, and the rest is read`() throws {
    let folder = try Folder()
    try folder.write(plain, to: "A.swift")
    try folder.write("import Swinject\nfunc broken( { let = }\n", to: "B.swift")
    try folder.write("", to: "Empty.swift")
    try Data([0xFF, 0xFE, 0x00]).write(to: URL(filePath: folder.path + "/C.swift"))
    #expect(
      answer(folder.path) == """
        0 not understood:
          APP/B.swift:2:14  the file is no valid Swift here
          APP/C.swift:1:1  the file is not UTF-8 text

        read 3 files for Swinject: 1 registration, 0 requests, 2 places not understood
        no diagnostics

        """)
  }

  @Test func `code that is nested very deeply is read without a crash`() throws {
    let folder = try Folder()
    try folder.write(
      plain + "let x = " + String(repeating: "(", count: 20_000) + String(repeating: ")", count: 20_000), to: "A.swift")
    try folder.write("let y = y" + String(repeating: ".register(1)", count: 20_000), to: "B.swift")
    #expect(answer(folder.path).contains("read 2 files for Swinject: 1 registration"))
  }

  @Test func `a result is written to a file, and a file that cannot be written is refused`() throws {
    let folder = try Folder()
    try folder.write(plain, to: "A.swift")
    let command = AuditCommand(path: folder.path, format: .dot, output: folder.path + "/graph.dot")
    #expect(command.answer().output.isEmpty)
    #expect(try String(contentsOfFile: folder.path + "/graph.dot", encoding: .utf8).hasPrefix("digraph"))
    let answer = AuditCommand(path: folder.path, output: folder.path + "/none/graph.dot").answer()
    #expect(answer.exitCode == 73)
    #expect(answer.errors == "dovetail: cannot write '\(folder.path)/none/graph.dot': there is no such file or directory\n")
  }
}
