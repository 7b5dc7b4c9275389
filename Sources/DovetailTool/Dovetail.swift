// SPDX-License-Identifier: Apache-2.0
#if Tool
  public import ArgumentParser
  internal import DovetailCLI
  internal import DovetailExport

  @main
  struct Dovetail: ParsableCommand {
    static let configuration = CommandConfiguration(
      commandName: "dovetail",
      abstract: "Shows, explains, compares and checks the graph of a program.",
      discussion: """
        A program writes its graph with --graph FILE; see GraphCommand in DovetailInspection. FILE may be - for standard input.

        exit codes: 0 all is well, 1 the graph has errors, 64 the command line is wrong, 66 a file cannot be read, 69 Graphviz or \
        dovetail-migration is missing, 73 a file cannot be written
        """,
      subcommands: [Render.self, Check.self, Why.self, Needs.self, Diff.self, Unused.self, Stats.self],
      groupedSubcommands: [CommandGroup(name: "Swinject and Factory", subcommands: [Audit.self, Migrate.self])])
  }

  struct Render: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Draws a graph.")
    @Argument(help: "The graph file.", completion: .file(extensions: ["json"])) var file: String
    @Option(help: "html, svg, dot, mermaid, tree or json.") var format = Tool.RenderFormat.html
    @Option(name: .shortAndLong, help: "The file for the result; - is standard output.", completion: .file()) var output = "-"
    func run() throws { try Tool.render(file, format: format, to: output).end() }
  }

  struct Check: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Prints the diagnostics of a graph; exits with 1 if one is an error.")
    @Argument(help: "The graph file.", completion: .file(extensions: ["json"])) var file: String
    @Option(help: "text, compiler, sarif or json.") var format = Tool.CheckFormat.text
    func run() throws { try Tool.check(file, format: format).end() }
  }

  struct Why: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Shows all shortest paths from the roots of the program to a key.")
    @Argument(help: "The graph file.", completion: .file(extensions: ["json"])) var file: String
    @Argument(help: "A key, as it is printed: 'Wheel named \"spare\"'.") var key: String
    func run() throws { try Tool.why(file, key).end() }
  }

  struct Needs: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Shows the dependencies of a key, as a tree.")
    @Argument(help: "The graph file.", completion: .file(extensions: ["json"])) var file: String
    @Argument(help: "A key, as it is printed: 'Wheel named \"spare\"'.") var key: String
    func run() throws { try Tool.needs(file, key).end() }
  }

  struct Diff: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Compares two graphs.")
    @Argument(help: "The graph file from before.", completion: .file(extensions: ["json"])) var old: String
    @Argument(help: "The graph file from after.", completion: .file(extensions: ["json"])) var new: String
    @Option(help: "text or markdown.") var format = Tool.DiffFormat.text
    func run() throws { try Tool.diff(old, new, format: format).end() }
  }

  struct Unused: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Lists unused bindings.")
    @Argument(help: "The graph file.", completion: .file(extensions: ["json"])) var file: String
    func run() throws { try Tool.unused(file).end() }
  }

  struct Stats: ParsableCommand {
    static let configuration = CommandConfiguration(abstract: "Counts what is in a graph.")
    @Argument(help: "The graph file.", completion: .file(extensions: ["json"])) var file: String
    func run() throws { try Tool.stats(file).end() }
  }

  struct Audit: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Reads the sources of a program that uses Swinject or Factory, and prints what is wrong with its graph.")
    @Argument(parsing: .captureForPassthrough, help: "See dovetail audit --help.") var words: [String] = []
    func run() throws { try Tool.migration("audit", words).end() }
  }

  struct Migrate: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Writes modules from the registrations of a program that uses Swinject or Factory.")
    @Argument(parsing: .captureForPassthrough, help: "See dovetail migrate --help.") var words: [String] = []
    func run() throws { try Tool.migration("migrate", words).end() }
  }

  extension Tool.RenderFormat: ExpressibleByArgument {}
  extension Tool.CheckFormat: ExpressibleByArgument {}
  extension Tool.DiffFormat: ExpressibleByArgument {}

  extension Tool.Answer {
    /// Prints the answer and ends the tool as it says.
    func end() throws {
      let code = print()
      if code != 0 { throw ExitCode(code) }
    }
  }
#else
  internal import Foundation

  @main
  enum Dovetail {
    static func main() {
      FileHandle.standardError.write(
        Data(
          "dovetail: the tool is behind a trait: swift run --traits Tool dovetail, or traits: [\"Tool\"] in the manifest\n".utf8))
      exit(64)
    }
  }
#endif
