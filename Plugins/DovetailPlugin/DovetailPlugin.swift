// SPDX-License-Identifier: Apache-2.0
import Foundation
import PackagePlugin

/// `swift package dovetail PRODUCT VERB …`: builds a program, asks it for its graph, and runs the tool on it.
///
/// `swift package dovetail VERB FILE …` runs the tool on graph files.
@main struct DovetailPlugin: CommandPlugin {
  /// The verbs of the tool, which lists them itself.
  private static let verbs = ["render", "check", "why", "needs", "diff", "unused", "stats"]
  private static let usage = """
    usage: swift package dovetail PRODUCT VERB … [-- OPTIONS OF THE PROGRAM]
           swift package dovetail VERB FILE …
      PRODUCT answers --graph (see GraphCommand); VERB is one of \(verbs.joined(separator: ", "))
      swift package dovetail VERB --help explains a verb
    """

  func performCommand(context: PluginContext, arguments: [String]) throws {
    guard let first = arguments.first, !["--help", "-h", "help"].contains(first) else { return print(Self.usage) }
    let products = context.package.products.map(\.name)
    if Self.verbs.contains(first), !products.contains(first) { exit(try run(build("dovetail"), arguments)) }
    if ["audit", "migrate"].contains(first), !products.contains(first) {
      let command = "dovetail \(arguments.joined(separator: " "))"
      throw Failure(
        "'\(first)' is done by the installed tool: run Scripts/install-tool.sh in a clone of Dovetail, then \(command)")
    }
    guard arguments.count >= 2, !first.hasPrefix("-") else { throw Failure("no verb is given\n\(Self.usage)") }
    let verb = arguments[1]
    guard Self.verbs.contains(verb) else { throw Failure("'\(verb)' is no verb\n\(Self.usage)") }
    let operands = arguments.dropFirst(2).prefix { $0 != "--" }
    if operands.contains("--help") || operands.contains("-h") { exit(try run(build("dovetail"), [verb, "--help"])) }

    let program = try build(first)
    let graph = context.pluginWorkDirectoryURL.appending(path: "graph.json")
    // The file of the last run may be another program's.
    try? FileManager.default.removeItem(at: graph)
    let asked = try run(program, ["--graph", graph.path] + arguments.dropFirst(3 + operands.count))
    if asked != 0 || !FileManager.default.fileExists(atPath: graph.path) {
      throw Failure("'\(first) --graph FILE' ended with \(asked); does it call GraphCommand.run?")
    }
    // The tool wants the file first; to compare, the one from before comes first.
    exit(try run(build("dovetail"), [verb] + (verb == "diff" ? operands + [graph.path] : [graph.path] + operands)))
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
