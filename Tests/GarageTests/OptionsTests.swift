// SPDX-License-Identifier: Apache-2.0
internal import Dovetail
internal import DovetailProfiles
internal import Testing

@testable internal import garage

@Suite("The command line") struct OptionsTests {
  @Test func `without arguments the garage is run in production`() throws {
    let options = try Options([])
    #expect(!options.isBroken && !options.wantsHelp && options.profileFile == nil && options.variables.isEmpty)
    #expect(try Profile(options) == GarageModule.profiles.first { $0.name == "production" })
  }

  @Test(arguments: [["--profile", "test"], ["--profile=test"]])
  func `a value follows its option or an equals sign`(arguments: [String]) throws {
    #expect(try Options(arguments).profile == "test")
  }

  @Test func `variables keep their order, and what follows the first equals sign`() throws {
    let options = try Options(["--set", "frequency=99.5", "--set=motto=a=b"])
    #expect(options.variables == [.init(name: "frequency", value: "99.5"), .init(name: "motto", value: "a=b")])
  }

  @Test(arguments: [
    (["--borken"], "unknown option '--borken'; did you mean --broken?"),
    (["--pro"], "unknown option '--pro'; did you mean --profile or --profile-file?"),
    (["car"], "unknown option 'car'"),
    (["--broken=yes"], "unknown option '--broken=yes'; did you mean --broken?"),
    (["--profile"], "--profile needs a value"),
    (["--profile="], "--profile needs a value"),
    (["--profile-file", ""], "--profile-file needs a value"),
    ([""], "unknown option ''"),
    (["--profile-file", "--broken"], "--profile-file needs a value"),
    (["--set", "frequency"], "--set needs NAME=VALUE, not 'frequency'"),
    (["--set", "=1"], "--set needs NAME=VALUE, not '=1'"),
    (["--component", "--broken"], "--component assembles the garage: leave out --broken"),
    (["--seeds", "--component"], "--component assembles the garage: leave out --seeds"),
    (["--broken", "--profile", "test"], "--broken has a profile of its own: leave out --profile, --profile-file and --set"),
  ])
  func `misuse says what to write`(arguments: [String], message: String) {
    #expect(throws: Failure.usage(message)) { try Options(arguments) }
  }

  @Test func `what is quoted in a message does not move the cursor`() {
    #expect(Failure.input("\u{1B}[2J").message == "garage: \\u{1B}[2J")
  }

  @Test func `each failure has its exit code`() {
    #expect(Failure.usage("").exitCode == 64)
    #expect(Failure.input("").exitCode == 66)
    #expect(Failure.graph("").exitCode == 1)
  }
}
