// SPDX-License-Identifier: Apache-2.0

/// Why the bistro could not open, and what to do about it.
package struct StartupError: Error, Sendable, Equatable, CustomStringConvertible {
  package let description: String
  /// How the program ends: 69 when something that it needs is not to be had.
  package let exitCode: Int32 = 69

  init(_ problem: String, help: String) { description = "\(problem)\n  help: \(help)" }

  static func portTaken(_ settings: Settings) -> StartupError {
    StartupError(
      "port \(settings.port) of \(settings.host) is taken",
      help: "end what listens there, or choose another port with --port or BISTRO_HTTP_PORT; 0 takes any that is free")
  }

  static func cannotListen(_ settings: Settings, _ reason: String) -> StartupError {
    StartupError(
      "cannot listen on port \(settings.port) of \(settings.host): \(reason)",
      help: "name an address of this machine with --host or BISTRO_HTTP_HOST, and a port that may be used")
  }

  static func newerDatabase(_ settings: StorageSettings) -> StartupError {
    StartupError(
      "the database '\(settings.path)' was written by a newer version of the bistro",
      help: "run that version, or another database with --database or BISTRO_DATABASE_PATH")
  }

  static func olderDatabase(_ settings: StorageSettings) -> StartupError {
    StartupError(
      "the database '\(settings.path)' is older than this version of the bistro, and may not be written",
      help: "run once without database.read-only, so that its tables can be changed")
  }

  static func database(_ settings: StorageSettings, _ error: StorageError) -> StartupError {
    let path = settings.path
    return switch error {
    case .locked:
      StartupError(
        "the database '\(path)' is locked by another program",
        help: "end that program, or wait longer with database.busy-milliseconds")
    case .readOnly:
      StartupError(
        "the database '\(path)' may not be written",
        help: "let this user write the file and its folder, or set database.read-only to serve what is there")
    case .full:
      StartupError(
        "there is no room for the database '\(path)'", help: "make room on its disk, or raise database.max-pages")
    case .twoStatementsAtOnce, .other:
      StartupError(
        "the database '\(path)' cannot be opened: \(error.words)",
        help: "name a file in a folder that exists, new or written by the bistro, with --database or BISTRO_DATABASE_PATH")
    }
  }
}

extension StorageError {
  /// What happened, for those who run the bistro.
  var words: String {
    switch self {
    case .locked: "it is locked"
    case .readOnly: "it may not be written"
    case .full: "it is full"
    case .twoStatementsAtOnce: "a transaction takes one statement after the other"
    case .other(let text): text
    }
  }
}
