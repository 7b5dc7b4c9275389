// SPDX-License-Identifier: Apache-2.0
internal import Foundation
internal import Testing

/// The program as a user runs it, in a process of its own.
@Suite("The program", .serialized) struct ProgramTests {
  @Test(arguments: [
    ([], 0, "radio tuned to 102.8"),
    (["--profile", "test"], 0, "radio, silent"),
    (["--set", "frequency=99.5"], 0, "radio tuned to 99.5"),
    (["--help"], 0, "exit codes:"),
    (["--start"], 0, "critical path: Mains -> Fuses -> Compressor -> Lift -> Hall"),
    (["--start", "--help"], 0, "exit codes:"),
    (["--broken"], 1, "[missing-binding] nothing is bound for 'Hinge'"),
  ])
  func `results go to standard output`(arguments: [String], exitCode: Int32, words: String) throws {
    let run = try Run(arguments)
    #expect(run.exitCode == exitCode)
    #expect(run.output.contains(words))
    #expect(run.errors.isEmpty)
  }

  @Test(arguments: [
    (["--set", "frequency=loud"], 1, "is \"loud\", which is no Double"),
    (["--borken"], 64, "garage: unknown option '--borken'; did you mean --broken?\ntry 'garage --help'\n"),
    (["--profile"], 64, "garage: --profile needs a value\ntry 'garage --help'\n"),
    (["--set", "frequncy=1"], 64, "did you mean 'frequency'?"),
    (["--profile-file", "no such file"], 66, "garage: cannot read the profile file 'no such file': there is no such file\n"),
    (["--profile-file", "."], 66, "garage: cannot read the profile file '.': it is a directory\n"),
  ])
  func `what went wrong goes to standard error`(arguments: [String], exitCode: Int32, words: String) throws {
    let run = try Run(arguments)
    #expect(run.exitCode == exitCode)
    #expect(run.output.isEmpty)
    #expect(run.errors.contains(words))
  }

  @Test(arguments: [("frequency = 95.6\n", 0), ("name = evening\n", 1), ("frequency\n", 66)])
  func `a profile may come through a pipe`(profile: String, exitCode: Int32) throws {
    #expect(try Run(["--profile-file", "/dev/stdin"], input: profile).exitCode == exitCode)
  }
}

/// One run of the garage that was built with these tests.
private struct Run {
  var exitCode: Int32
  var output: String
  var errors: String

  init(_ arguments: [String], input: String = "") throws {
    let process = Process()
    let (inputs, outputs, errors) = (Pipe(), Pipe(), Pipe())
    process.executableURL = try Run.program()
    process.arguments = arguments
    process.standardInput = inputs
    process.standardOutput = outputs
    process.standardError = errors
    try process.run()
    try inputs.fileHandleForWriting.write(contentsOf: Data(input.utf8))
    try inputs.fileHandleForWriting.close()
    output = String(decoding: try outputs.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    self.errors = String(decoding: try errors.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    exitCode = process.terminationStatus
  }

  /// The program lies beside the test bundle: the running executable on Linux, a loaded bundle where there are such.
  private static func program() throws -> URL {
    let bundles = Bundle.allBundles.map(\.bundleURL).filter { $0.pathExtension == "xctest" }
    let places = bundles + [Bundle.main.executableURL, Bundle.main.bundleURL.appending(path: "x")].compactMap { $0 }
    let programs = places.map { $0.deletingLastPathComponent().appending(path: "garage") }
    return try #require(
      programs.first { FileManager.default.isExecutableFile(atPath: $0.path) }, "no program 'garage' beside \(places)")
  }
}
