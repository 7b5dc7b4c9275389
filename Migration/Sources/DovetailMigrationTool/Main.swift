// SPDX-License-Identifier: Apache-2.0
public import ArgumentParser
internal import DovetailAudit
internal import DovetailExport
internal import Foundation

@main
struct DovetailMigration: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "dovetail-migration",
    abstract: "The verbs of 'dovetail' for programs that use Swinject or Factory.",
    subcommands: [AuditVerb.self, MigrateVerb.self])
}

struct AuditVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "audit",
    abstract: "Reads the sources of a program that uses Swinject or Factory, and prints what is wrong with its graph.",
    discussion:
      "exit codes: 0 no error, 1 an error (with --strict: a finding), 64 the command line is wrong, 66 nothing can be read, "
      + "73 a file cannot be written")
  @Argument(help: "The folder of the sources, or one file.", completion: .directory) var path = "."
  @Option(help: "swinject or factory; those that the files import unless told.") var from: Style?
  @Option(help: "text, compiler, html, json, sarif, dot or mermaid.") var format = AuditCommand.Format.text
  @Option(name: .shortAndLong, help: "The file for the result; - is standard output.", completion: .file()) var output = "-"
  @Flag(help: "Lets warnings fail the command too.") var strict = false
  @Flag(help: "Reads tests too.") var tests = false

  func run() throws {
    try AuditCommand(path: path, style: from, format: format, output: output, isStrict: strict, tests: tests).answer().end()
  }
}

struct MigrateVerb: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "migrate",
    abstract: "Writes modules from the registrations of a program that uses Swinject or Factory.",
    discussion:
      "exit codes: 0 the folder is written, 64 the command line is wrong, 66 nothing can be read, 73 the folder cannot be written"
  )
  @Argument(help: "The folder of the sources, or one file.", completion: .directory) var path = "."
  @Option(help: "swinject or factory.") var from: Style
  @Option(name: .shortAndLong, help: "The new folder for the modules.", completion: .directory) var output = "Moved"

  func run() throws { try MigrateCommand(from: from, path: path, output: output).answer().end() }
}

extension Style: ExpressibleByArgument {}
extension AuditCommand.Format: ExpressibleByArgument {}

extension CommandAnswer {
  /// Prints the answer and ends the program as it says.
  func end() throws {
    do {
      try FileHandle.standardOutput.write(contentsOf: Data(output.utf8))
      try FileHandle.standardError.write(contentsOf: Data(errors.utf8))
    } catch {
      throw ExitCode(73)
    }
    if exitCode != 0 { throw ExitCode(exitCode) }
  }
}
