// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailProfiles
internal import Foundation
internal import Testing

@testable internal import garage

@Suite("The profile") struct ProfileTests {
  @Test(arguments: [
    (["--profile", "night"], "there is no profile 'night'; the profiles are 'production' and 'test'"),
    (["--profile", "tset"], "there is no profile 'tset'; did you mean 'test'?"),
    (
      ["--profile", "./evening"],
      "there is no profile './evening'; the profiles are 'production' and 'test'; a file is read with --profile-file"
    ),
    (["--set", "frequncy=99.5"], "there is no variable 'frequncy'; did you mean 'frequency'?"),
    (["--set", "motto=drive"], "there is no variable 'motto'; the variable is 'frequency'"),
  ])
  func `an unknown name is refused, with what could be meant`(arguments: [String], message: String) throws {
    let options = try Options(arguments)
    #expect(throws: Failure.usage(message)) { try Profile(options) }
  }

  @Test(arguments: [
    (["--set", "frequency=1", "--set", "frequency=2"], Profile("production", ["frequency": "2"])),
    (["--profile", "test", "--set", "frequency=2"], Profile("test", ["frequency": "2"])),
  ])
  func `the last one that sets a variable wins`(arguments: [String], profile: Profile) throws {
    #expect(try Profile(Options(arguments)) == profile)
  }

  @Test(arguments: [
    ("frequency = 95.6", [], Profile("production", ["frequency": "95.6"])),
    ("name = test\nfrequency = 95.6", [], Profile("test", ["frequency": "95.6"])),
    ("name = evening\nmotto = slow", [], Profile("evening", ["motto": "slow"])),
    ("name = evening\n", ["--profile", "test"], Profile("test")),
    (
      "motto = slow", ["--set", "motto=fast", "--set", "frequency=1"],
      Profile("production", ["motto": "fast", "frequency": "1"])
    ),
  ])
  func `a file gives the variables, and the name unless the command line does`(
    text: String, arguments: [String], profile: Profile
  ) throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "garage-\(UUID().uuidString)")
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    #expect(try Profile(Options(["--profile-file", file.path] + arguments)) == profile)
  }
}
