// SPDX-License-Identifier: Apache-2.0
public import Dovetail
public import DovetailExport
internal import Foundation

/// Gives a program two hidden options that show its graph, without running any of its factories.
///
/// ```swift
/// GraphCommand.run(modules: AppModule(), roots: [Root(App.self)])
/// ```
///
/// `--graph FILE` writes the graph to a file (`-` is standard output), right or wrong, with its diagnostics. `--check-graph` prints the diagnostics in a compiler's
/// format, `file:line:column: error: …`, so that tools that read compiler output show them at their lines; run it in the folder of the package, where it finds
/// the files.
///
/// The options may be given together, and with others, which the program reads as always.
public struct GraphCommand: Sendable, Hashable {
  /// The target of the graph; `nil` when the graph is not to be written.
  public var file: String?
  /// Whether the diagnostics are printed.
  public var checks: Bool

  /// Creates a command.
  public init(file: String? = nil, checks: Bool = false) {
    self.file = file
    self.checks = checks
  }

  /// The output and the exit code of the program.
  public typealias Answer = CommandAnswer

  /// Answers the hidden options and ends the program; returns when neither of them is given.
  ///
  /// - Parameters:
  ///   - modules: The modules of the program's container.
  ///   - roots: The program's resolutions; with them, unused bindings are found.
  ///   - arguments: The command line, with the name of the program.
  public static func run(
    modules: any Module..., roots: [Root] = [], arguments: [String] = CommandLine.arguments
  ) {
    guard let answer = answer(to: Array(arguments.dropFirst()), modules: modules, roots: roots) else { return }
    exit(answer.print())
  }

  /// Does the same as ``run(modules:roots:arguments:)``, without ending the program.
  ///
  /// - Parameters:
  ///   - arguments: The command line, without the name of the program.
  ///   - modules: The modules of the program's container.
  ///   - roots: The program's resolutions.
  /// - Returns: The answer; `nil` when neither option is given.
  public static func answer(to arguments: [String], modules: [any Module], roots: [Root] = []) -> Answer? {
    var command = GraphCommand()
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      // The rest are not options.
      if argument == "--" { break }
      if argument == "--check-graph" { command.checks = true }
      if argument.hasPrefix("--graph=") { command.file = String(argument.dropFirst("--graph=".count)) }
      if argument == "--graph" { command.file = rest.popFirst() ?? "" }
    }
    if command == GraphCommand() { return nil }
    if let file = command.file, file.isEmpty || file.hasPrefix("--") {
      return Answer(errors: "error: --graph needs the name of a file, or - for standard output\n", exitCode: 64)
    }
    return command.answer(modules: modules, roots: roots)
  }

  /// Executes the command.
  ///
  /// - Parameters:
  ///   - modules: The modules of the program's container.
  ///   - roots: The program's resolutions.
  public func answer(modules: [any Module], roots: [Root] = []) -> Answer {
    let draft = Container.draft(of: modules, roots: roots)
    return answer(GraphFile(draft.graph, report: draft.report))
  }

  /// Executes the command on an existing graph.
  public func answer(_ graph: GraphFile) -> Answer {
    var answer = Answer()
    if file == "-" {
      answer.output = graph.json
    } else if let file {
      do throws(GraphFileError) {
        try graph.write(to: file)
      } catch {
        return Answer(errors: "error: \(error)\n", exitCode: 73)
      }
    }
    if checks {
      let isSilent = graph.report.diagnostics.isEmpty
      answer.errors = isSilent ? "" : DiagnosticRenderer(style: .compiler).render(graph.report.located()) + "\n"
      answer.exitCode = graph.report.isValid ? 0 : 1
    }
    return answer
  }
}
