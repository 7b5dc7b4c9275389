// SPDX-License-Identifier: Apache-2.0
internal import Foundation

/// Results go to standard output, what went wrong to standard error.
@main
enum Program {
  static func main() {
    do {
      let outcome = try Scene.run(Options(Array(CommandLine.arguments.dropFirst())))
      print(outcome.text)
      exit(outcome.exitCode)
    } catch {
      FileHandle.standardError.write(Data((error.message + "\n").utf8))
      exit(error.exitCode)
    }
  }
}
