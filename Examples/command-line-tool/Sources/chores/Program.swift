// SPDX-License-Identifier: Apache-2.0
internal import ArgumentParser
internal import ChoreList
internal import Dovetail
internal import DovetailInjected

/// A run of the tool without the process around it.
enum Program {
  /// What the process ends with: standard output has the message when all went well, else standard error.
  struct Ending: Equatable {
    var code: Int32 = 0
    var message = ""
  }

  /// Parses a command line and carries it out.
  ///
  /// - Parameters:
  ///   - arguments: The command line, without the name of the program.
  ///   - makeContainer: Called when the command line is right; it may throw what the check of the graph finds.
  static func run(_ arguments: [String], in makeContainer: () throws -> Container) -> Ending {
    do {
      var command = try Chores.parseAsRoot(arguments)
      try withContainer(makeContainer()) { try command.run() }
      return Ending()
    } catch {
      return ending(for: error)
    }
  }

  /// The exit code that tells what went wrong: the tool's own codes for what users can mend, 70 for what only a programmer can.
  private static func ending(for error: any Error) -> Ending {
    switch error {
    case let error as ChoreError: Ending(code: error.exitCode, message: "chores: \(error)")
    // The factory of something failed; what it threw says more than the way there.
    case let error as ResolutionError: error.underlying.map(ending) ?? Ending(code: 70, message: "\(error)")
    case let error as CloseError: Ending(code: 74, message: "\(error)")
    // Wrong wiring: the report says all of it.
    case let error as GraphError: Ending(code: 70, message: "\(error)")
    default: Ending(code: Chores.exitCode(for: error).rawValue, message: Chores.fullMessage(for: error))
    }
  }
}
