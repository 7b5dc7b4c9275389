// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Testing

@testable internal import garage

@Suite("The profile file") struct ProfileFileTests {
  @Test func `lines are names and values, and comments are left out`() throws {
    let file = try ProfileFile(
      "\u{FEFF}# evening\r\nname = evening\nfrequency = 95.6 # a quiet one\n\n  motto = a = b\t\nempty =\n", of: "evening")
    #expect(file.name == "evening")
    #expect(
      file.variables == [
        .init(name: "frequency", value: "95.6"), .init(name: "motto", value: "a = b"), .init(name: "empty", value: ""),
      ])
  }

  @Test(arguments: ["", "\n\n", "# nothing", "\u{FEFF}"])
  func `a file may say nothing`(text: String) throws {
    let file = try ProfileFile(text, of: "evening")
    #expect(file.name == nil && file.variables.isEmpty)
  }

  @Test(arguments: [
    ("frequency 95.6", "evening:1: expected NAME = VALUE, found 'frequency 95.6'"),
    ("\n= 95.6", "evening:2: expected NAME = VALUE, found '= 95.6'"),
    ("# one\r\nfrequency", "evening:2: expected NAME = VALUE, found 'frequency'"),
    ("a = 1\nb = 2\na = 3", "evening:3: 'a' is set already, in line 1"),
    ("name =", "evening:1: the name of the profile is empty"),
    (
      String(repeating: "x", count: 10_000),
      "evening:1: expected NAME = VALUE, found '\(String(repeating: "x", count: 60))…'"
    ),
  ])
  func `a malformed line is named with its number`(text: String, message: String) {
    #expect(throws: Failure.input(message)) { try ProfileFile(text, of: "evening") }
  }

  @Test func `what cannot be read says why`() {
    let folder = FileManager.default.temporaryDirectory.path
    #expect(throws: Failure.input("cannot read the profile file '\(folder)': it is a directory")) { try ProfileFile(at: folder) }
    let missing = folder + "/dovetail/no such file"
    #expect(throws: Failure.input("cannot read the profile file '\(missing)': there is no such file")) {
      try ProfileFile(at: missing)
    }
  }

  @Test(arguments: [
    (Data([0xFF, 0xFE]), "it is not UTF-8 text"),
    (Data(count: System.largestFile + 1), "it is larger than 1048576 bytes"),
  ])
  func `what is no profile says why`(data: Data, reason: String) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "garage-\(UUID().uuidString)")
    try data.write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(throws: Failure.input("cannot read the profile file '\(file.path)': \(reason)")) { try ProfileFile(at: file.path) }
  }
}
