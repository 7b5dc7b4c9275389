// SPDX-License-Identifier: Apache-2.0
import ArgumentParser
import Bistro
import Dovetail
import DovetailInspection
import DovetailProfiles
import Foundation
import Logging

/// The command line.
struct BistroCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bistro",
    abstract: "Serves a bistro over HTTP: its menu, its tables and their orders.",
    discussion: """
      Every setting can be given in the environment and in a file too; what is given here counts first, then the environment.
      The database of the profile 'development' is the file bistro.sqlite in this folder, that of 'test' is in memory; 'production'
      has to be told.
      """)

  @Option(help: "development, production or test. Default: development.")
  var profile: String?
  @Option(help: "The address to listen at. Default: 127.0.0.1.")
  var host: String?
  @Option(help: "The port to listen on; 0 for any that is free. Default: 8080.")
  var port: Int?
  @Option(help: "The file of the database, or :memory:.")
  var database: String?
  @Option(help: "trace, debug, info, notice, warning, error or critical. Default: info.")
  var logLevel: String?
  @Option(help: "A file of settings: {\"http\": {\"port\": 8080}}.")
  var config: String?
  @Flag(help: "Wires the parts by hand instead of with Dovetail.")
  var byHand = false

  func run() async throws {
    do {
      let settings = try await source.settings(profile: profile)
      LoggingSystem.bootstrap { label in StreamLogHandler.standardError(label: label) }
      var logger = Logger(label: "bistro")
      logger.logLevel = settings.logLevel
      let wired = byHand ? "by hand" : "by Dovetail"
      try await Program.run(settings, byHand: byHand, logger: logger) { port in
        say("the bistro is open at http://\(settings.host):\(port) (\(settings.profile), wired \(wired))")
      }
      say("the bistro is closed")
    } catch let error as SettingsError {
      throw end(error, 78)
    } catch let error as StartupError {
      throw end(error, error.exitCode)
    } catch {
      throw end(error, 70)
    }
  }

  private var source: SettingsSource {
    var options: [String: String] = [:]
    options["http.host"] = host
    options["http.port"] = port.map { "\($0)" }
    options["database.path"] = database
    options["log.level"] = logLevel
    return SettingsSource(options: options, environment: ProcessInfo.processInfo.environment, file: config)
  }

  private func end(_ error: any Error, _ code: Int32) -> ExitCode {
    try? FileHandle.standardError.write(contentsOf: Data("error: \(error)\n".utf8))
    return ExitCode(code)
  }

  private func say(_ text: String) { try? FileHandle.standardOutput.write(contentsOf: Data((text + "\n").utf8)) }
}

@main enum Main {
  static func main() async {
    GraphCommand.run(modules: BistroModule(profile: Profile("development")), roots: BistroModule.roots)
    await BistroCommand.main()
  }
}
