// SPDX-License-Identifier: Apache-2.0
public import DovetailExport
internal import DovetailGraph
internal import Foundation

/// The verb `migrate`: the modules of what the audit understood.
public struct MigrateCommand: Sendable {
  /// The container to move from.
  public var style: Style
  /// The folder or file to read.
  public var path: String
  /// The new folder for the modules.
  public var output: String

  /// Creates a command.
  public init(from style: Style, path: String = ".", output: String = "Moved") {
    (self.style, self.path, self.output) = (style, path, output)
  }

  /// Executes the command: writes the whole folder or nothing.
  ///
  /// - Returns: What was written and what was left; the exit code is 66 when nothing can be read, 73 when the folder cannot be written.
  public func answer() -> CommandAnswer { LargeStack.run { made() } }

  private func made() -> CommandAnswer {
    do throws(Refusal) {
      let writer = ModuleWriter(ForeignGraph(try Facts(at: path, style: style)))
      guard !writer.modules.isEmpty else {
        let name = style == .swinject ? "Swinject" : "Factory"
        throw Refusal("nothing to move: no registration of \(name) was understood at '\(path)'; see dovetail audit", exitCode: 66)
      }
      let files = writer.files()
      try write(files)
      return CommandAnswer(output: summary(writer, files.map(\.name)))
    } catch {
      return CommandAnswer(errors: "dovetail: \(error.reason.onPlainLine)\n", exitCode: error.exitCode)
    }
  }

  private func summary(_ writer: ModuleWriter, _ files: [String]) -> String {
    let left = writer.left.map { "  \($0.place.file):\($0.place.line):\($0.place.column)  \($0.key): \($0.reason)".onPlainLine }
    let counts = "wrote \(writer.written.count) binds; left \(left.count)"
    return (files.map { "\(output)/\($0)" } + [counts] + left).joined(separator: "\n") + "\n"
  }

  private func write(_ files: [(name: String, text: String)]) throws(Refusal) {
    let manager = FileManager.default
    let target = output.hasSuffix("/") ? String(output.dropLast()) : output
    if let names = try? manager.contentsOfDirectory(atPath: target), names.isEmpty {
      try? manager.removeItem(atPath: target)
    }
    guard (try? manager.attributesOfItem(atPath: target)) == nil else {
      throw Refusal("cannot write '\(output)': it exists; remove it, or choose another folder with --output", exitCode: 73)
    }
    let draft = "\(target).\(UInt32.random(in: 0 ... .max))"
    do {
      try manager.createDirectory(atPath: draft, withIntermediateDirectories: false)
      for (name, text) in files { try Data(text.utf8).write(to: URL(filePath: "\(draft)/\(name)")) }
      try manager.moveItem(atPath: draft, toPath: target)
    } catch {
      try? manager.removeItem(atPath: draft)
      throw Refusal("cannot write '\(output)': \(Output.reason(error))", exitCode: 73)
    }
  }
}
