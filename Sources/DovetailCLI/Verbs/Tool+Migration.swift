// SPDX-License-Identifier: Apache-2.0
public import DovetailExport
internal import Foundation

extension Tool {
  /// Lets the program `dovetail-migration` do a verb, in the place of this process. It reads Swift, and is a package of its own, so that nobody else
  /// needs that.
  ///
  /// - Parameters:
  ///   - verb: `audit` or `migrate`.
  ///   - arguments: What stands behind the verb.
  /// - Returns: Only when the program cannot be run.
  public static func migration(_ verb: String, _ arguments: [String]) -> Answer {
    let path = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)
    let beside = Bundle.main.executableURL.map { [$0.resolvingSymlinksInPath().deletingLastPathComponent().path] } ?? []
    return migration(verb, arguments, in: beside + path)
  }

  static func migration(_ verb: String, _ arguments: [String], in folders: [String]) -> Answer {
    let name = "dovetail-migration"
    guard let program = folders.map({ "\($0)/\(name)" }).first(where: FileManager.default.isExecutableFile) else {
      return refusal(
        "'\(verb)' is done by the program '\(name)', which is not installed; run Scripts/install-tool.sh in a clone of Dovetail",
        exitCode: 69)
    }
    let words = ([program, verb] + arguments).map { strdup($0) }
    defer { for word in words { free(word) } }
    execv(program, words + [nil])
    return refusal("'\(program)' cannot be run: \(String(cString: strerror(errno)))", exitCode: 69)
  }
}
