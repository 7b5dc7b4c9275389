// SPDX-License-Identifier: Apache-2.0

/// Where a subcommand says what it did.
package protocol Console: Sendable {
  /// Says something that the user asked for.
  func say(_ line: String)
  /// Says something that only `--verbose` shows.
  func mention(_ line: String)
}

struct Terminal: Console {
  let options: Options

  func say(_ line: String) { print(line) }
  func mention(_ line: String) { if options.isVerbose { print("(\(line))") } }
}
