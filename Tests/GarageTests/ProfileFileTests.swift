// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Testing

@testable internal import garage

@Suite("The profile file") struct ProfileFileTests {
  @Test func `lines are names and values, and comments are left out`() throws {
    let text = "# evening\r\nfrequency = 95.6 # a quiet one\n\n  motto = a = b\nempty =\n"
    let found = try ProfileFile.variables(in: text, of: "evening")
    #expect(
      found == [
        .init(name: "frequency", value: "95.6"), .init(name: "motto", value: "a = b"), .init(name: "empty", value: ""),
      ])
  }

  @Test(arguments: [
    ("frequency 95.6", "evening:1: expected NAME = VALUE, found 'frequency 95.6'"),
    ("\n= 95.6", "evening:2: expected NAME = VALUE, found '= 95.6'"),
  ])
  func `a malformed line is named with its number`(text: String, message: String) {
    #expect(throws: Failure.input(message)) { try ProfileFile.variables(in: text, of: "evening") }
  }

  @Test func `what cannot be read says why`() {
    let folder = FileManager.default.temporaryDirectory.path
    #expect(throws: Failure.input("cannot read the profile file '\(folder)': it is a directory")) {
      try ProfileFile.variables(at: folder)
    }
    let missing = folder + "/dovetail/no such file"
    #expect(throws: Failure.input("cannot read the profile file '\(missing)': there is no such file")) {
      try ProfileFile.variables(at: missing)
    }
  }
}
