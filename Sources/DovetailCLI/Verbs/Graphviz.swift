// SPDX-License-Identifier: Apache-2.0
internal import DovetailExport
internal import Foundation

/// The program `dot`, where it is installed.
struct Graphviz {
  /// Where to look for it.
  var folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":").map(String.init)

  /// Lets Graphviz draw a picture.
  func svg(of dot: String) -> Tool.Answer {
    guard let program = folders.map({ "\($0)/dot" }).first(where: FileManager.default.isExecutableFile) else {
      return Tool.refusal(
        "SVG is drawn by Graphviz, whose program 'dot' is not installed; install graphviz, or take --format html or dot",
        exitCode: 69)
    }
    let draft = FileManager.default.temporaryDirectory.appending(path: "dovetail-\(UUID().uuidString).dot")
    defer { try? FileManager.default.removeItem(at: draft) }
    do {
      try Data(dot.utf8).write(to: draft)
      let process = Process()
      process.executableURL = URL(filePath: program)
      process.arguments = ["-Tsvg", draft.path]
      let output = Pipe()
      process.standardOutput = output
      try process.run()
      let data = try output.fileHandleForReading.readToEnd() ?? Data()
      process.waitUntilExit()
      guard process.terminationStatus == 0, let text = String(data: data, encoding: .utf8) else {
        return Tool.refusal("Graphviz failed with the exit code \(process.terminationStatus)", exitCode: 69)
      }
      return Tool.Answer(output: text)
    } catch {
      return Tool.refusal("Graphviz could not be run: \(error.localizedDescription)", exitCode: 69)
    }
  }
}
