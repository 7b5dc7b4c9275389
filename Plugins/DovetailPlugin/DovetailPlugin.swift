// SPDX-License-Identifier: Apache-2.0
import Foundation
import PackagePlugin

/// `swift package dovetail PRODUCT VERB …`: builds a program, asks it for its graph, and runs the tool on it.
@main struct DovetailPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    guard arguments.count >= 2, !arguments[0].hasPrefix("-") else {
      throw Failure(
        "usage: swift package dovetail PRODUCT VERB …, where PRODUCT answers --graph (see GraphCommand), and VERB is one of the tool's"
      )
    }
    let program = try build(arguments[0])
    let graph = context.pluginWorkDirectoryURL.appending(path: "graph.json")
    let asked = try run(program, ["--graph", graph.path])
    if asked != 0 { throw Failure("'\(arguments[0]) --graph FILE' ended with \(asked); does it call GraphCommand.run?") }
    let (verb, rest) = (arguments[1], Array(arguments.dropFirst(2)))
    // The tool wants the file first; to compare, the one from before comes first.
    let operands = verb == "diff" ? rest + [graph.path] : [graph.path] + rest
    exit(try run(build("dovetail"), [verb] + operands))
  }

  /// Where the program of a product is, which may be of another package.
  private func build(_ product: String) throws -> URL {
    let built = try packageManager.build(.product(product), parameters: .init(logging: .concise))
    let program = built.builtArtifacts.first { $0.kind == .executable && $0.url.lastPathComponent == product }
    guard built.succeeded, let program else { throw Failure("'\(product)' cannot be built:\n\(built.logText)") }
    return program.url
  }

  private func run(_ program: URL, _ arguments: [String]) throws -> Int32 {
    let process = try Process.run(program, arguments: arguments)
    process.waitUntilExit()
    return process.terminationStatus
  }

  private struct Failure: Error, CustomStringConvertible {
    let description: String
    init(_ description: String) { self.description = description }
  }
}
